package plots

import (
	"slices"
	"testing"

	"warpbill/plots/look"
)

func TestCrosses(t *testing.T) {
	r := box{10, 10, 20, 20}
	for _, c := range []struct {
		name string
		a, b pt
		want bool
	}{
		{"through", pt{0, 15}, pt{30, 15}, true},
		{"corner to corner", pt{0, 0}, pt{30, 30}, true},
		{"inside", pt{12, 12}, pt{18, 13}, true},
		{"ends inside", pt{0, 0}, pt{15, 15}, true},
		{"left", pt{0, 0}, pt{5, 30}, false},
		{"above", pt{0, 21}, pt{30, 25}, false},
		{"stops before", pt{0, 15}, pt{9, 15}, false},
		{"past the corner", pt{0, 25}, pt{12, 21}, false},
		{"vertical beside", pt{9, 0}, pt{9, 30}, false},
		{"a point inside", pt{15, 15}, pt{15, 15}, true},
		{"a point outside", pt{1, 1}, pt{1, 1}, false},
	} {
		if got := crosses(r, c.a, c.b); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
		if got := crosses(r, c.b, c.a); got != c.want {
			t.Errorf("%s, backwards: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestBoxes(t *testing.T) {
	a := box{0, 0, 10, 10}
	if !a.overlaps(box{9, 9, 20, 20}) || a.overlaps(box{10, 0, 20, 10}) || a.overlaps(box{0, 11, 10, 12}) {
		t.Error("overlaps")
	}
	if !(box{1, 1, 9, 9}).inside(a) || (box{1, 1, 9, 10.5}).inside(a) || !a.grow(-1).inside(a) {
		t.Error("inside")
	}
	for _, c := range []struct {
		q    pt
		want float64
	}{{pt{5, 5}, 0}, {pt{13, 14}, 5}, {pt{-2, 5}, 2}, {pt{5, 17}, 7}} {
		if got := a.distance(c.q); got != c.want {
			t.Errorf("distance to %v is %v, want %v", c.q, got, c.want)
		}
	}
}

// Labels keep their order and do not overlap, wherever the lines end.
func TestSpread(t *testing.T) {
	for _, c := range []struct {
		name      string
		ys        []float64
		height    float64
		low, high float64
		fits      bool
	}{
		{"apart", []float64{90, 50, 10}, 10, 0, 100, true},
		{"together", []float64{50, 50, 50, 50}, 10, 0, 100, true},
		{"at the top", []float64{100, 100, 99}, 10, 0, 100, true},
		{"at the bottom", []float64{1, 1, 0}, 10, 0, 100, true},
		{"just enough", []float64{5, 5, 5, 5, 5}, 20, 0, 100, true},
		{"too many", []float64{5, 5, 5, 5, 5, 5}, 30, 0, 100, false},
		{"one", []float64{50}, 10, 0, 100, true},
		{"none", nil, 10, 0, 100, true},
	} {
		heights := slices.Repeat([]float64{c.height}, len(c.ys))
		spread(c.ys, heights, c.low, c.high)
		for i := range c.ys {
			if i > 0 && c.ys[i-1]-c.ys[i] < c.height-.1 {
				t.Errorf("%s: %v overlap", c.name, c.ys)
			}
			if c.fits && (c.ys[i]+c.height/2 > c.high+.2 || c.ys[i]-c.height/2 < c.low-.2) {
				t.Errorf("%s: %v leave the chart", c.name, c.ys)
			}
		}
	}
	ys := []float64{80, 20}
	spread(ys, []float64{10, 10}, 0, 100)
	if ys[0] != 80 || ys[1] != 20 {
		t.Errorf("labels with room have moved: %v", ys)
	}
}

func TestBeside(t *testing.T) {
	line := []pt{{0, 20}, {50, 20}, {100, 20}}
	room := func() *placer {
		return &placer{
			area:     box{0, 0, 100, 100},
			segments: []segment{{line[0], line[1], 0}, {line[1], line[2], 0}},
		}
	}
	p := room()
	at, ok := p.beside(line, 0, "here", 10, false)
	if !ok {
		t.Fatal("no room beside a lonely line")
	}
	b := textBox(at, "here", 10, false, start)
	if !b.inside(p.area) || crosses(b, line[0], line[2]) {
		t.Errorf("the label stands at %v", b)
	}
	if again, ok := p.beside(line, 0, "here", 10, false); ok && textBox(again, "here", 10, false, start).overlaps(b) {
		t.Error("two labels stand on one another")
	}
	// A line that runs beside it could own the label just as well.
	p = room()
	for _, y := range []float64{16, 24} {
		p.segments = append(p.segments, segment{pt{0, y}, pt{100, y}, 1})
	}
	if at, ok := p.beside(line, 0, "whose?", 10, false); ok {
		t.Errorf("a label stands between three lines at %v", at)
	}
	if _, ok := (&placer{}).beside(line, 0, "here", 10, false); ok {
		t.Error("a label found room in no area")
	}
	if _, ok := room().beside(nil, 0, "here", 10, false); ok {
		t.Error("a label found room beside no line")
	}
}

func TestBlock(t *testing.T) {
	area := box{0, 0, 100, 100}
	p := &placer{area: area}
	b, ok := p.block(40, 20)
	if !ok || b != (box{60, 0, 100, 20}) {
		t.Errorf("an empty chart: %v, %v", b, ok)
	}
	second, ok := p.block(40, 20)
	if !ok || second.overlaps(b) {
		t.Errorf("the second block: %v, %v", second, ok)
	}
	// Data in the lower half, a band at the left, grid lines everywhere.
	p = &placer{area: area, shaded: []box{{0, 0, 30, 100}}}
	for y := 5.0; y < 100; y += 10 {
		p.segments = append(p.segments, segment{pt{0, y}, pt{100, y}, gridLine})
	}
	p.segments = append(p.segments, segment{pt{0, 0}, pt{100, 50}, 3})
	b, ok = p.block(40, 20)
	if !ok || crosses(b, pt{0, 0}, pt{100, 50}) || b.overlaps(p.shaded[0]) {
		t.Errorf("above the data and beside the band: %v, %v", b, ok)
	}
	// No room: it hides as little as it can.
	p = &placer{area: area, taken: []box{{0, 0, 100, 60}, {0, 60, 100, 100}, {90, 0, 100, 10}}}
	if b, ok = p.block(40, 20); ok || b.overlaps(p.taken[2]) {
		t.Errorf("a full chart: %v, %v", b, ok)
	}
	if _, ok = p.block(200, 20); ok {
		t.Error("a block wider than the chart fits")
	}
}

func TestOutwards(t *testing.T) {
	got := outwards([]pt{{0, 0}, {2, 0}, {4, 0}})
	if want := []pt{{2, 0}, {3, 0}, {1, 0}, {4, 0}, {0, 0}}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if outwards(nil) != nil {
		t.Error("no line has places")
	}
}

func TestTextBox(t *testing.T) {
	w := look.TextWidth("16×", 13, true)
	b := textBox(pt{100, 50}, "16×", 13, true, end)
	if !near(b.x1, 100, 1e-9) || !near(b.x1-b.x0, w, 1e-9) || b.y0 >= 50 || b.y1 <= 50 {
		t.Errorf("%v", b)
	}
	if m := textBox(pt{0, 0}, "16×", 13, true, middle); !near(m.x0, -m.x1, 1e-9) {
		t.Errorf("centred: %v", m)
	}
}

func TestShorten(t *testing.T) {
	a, b := shorten(pt{0, 0}, pt{10, 0}, 2)
	if a != (pt{2, 0}) || b != (pt{8, 0}) {
		t.Errorf("%v %v", a, b)
	}
	if a, b = shorten(pt{0, 0}, pt{3, 0}, 2); a != b {
		t.Errorf("nothing is left of a short line, but %v to %v", a, b)
	}
}
