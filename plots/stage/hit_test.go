package stage

import (
	"testing"

	"warpbill/plots/look"
	"warpbill/sim"
)

func TestLaneAt(t *testing.T) {
	s := newScene(t, "per-lane", 0, Stop(7))
	for _, z := range sizes() {
		for _, top := range []float64{z.g.constantLanes, z.g.globalLanes} {
			for lane := range sim.WarpSize {
				got, ok := LaneAt(z.g, s, z.g.center(float64(lane)), top+z.g.laneHeight/2)
				if !ok || got != lane {
					t.Fatalf("%s: the middle of lane %d is lane %d, %v", z.name, lane, got, ok)
				}
			}
		}
		for _, p := range [][2]float64{{z.g.columns - 1, z.g.constantLanes + 3}, {z.g.right() + 1, z.g.globalLanes + 3}, {z.g.center(4), z.g.billHead}, {z.g.center(4), z.g.constantTaps}} {
			if lane, ok := LaneAt(z.g, s, p[0], p[1]); ok {
				t.Errorf("%s: lane %d is at %v, where there is none", z.name, lane, p)
			}
		}
	}
}

func TestTapePass(t *testing.T) {
	g := MainGeometry(816, 672)
	s := newScene(t, "distinct:8", 0, Stop(0))
	middle := g.tape1 + g.tape/2
	tests := []struct {
		column, y float64
		want      int
		ok        bool
	}{
		{-.6, middle, 0, true}, {-.4, middle, 1, true}, {0, middle, 1, true}, {6, middle, 7, true}, {7, middle, 8, true}, {20, middle, 8, true},
		{3, g.tape2 + 4, 4, true}, {3, g.tape2 + g.tape + 12, 4, true},
		{3, g.receipt1, 0, false}, {3, g.sentence + 20, 0, false}, {-3, middle, 0, false},
	}
	for _, test := range tests {
		pass, ok := TapePass(g, s, g.center(test.column), test.y)
		if pass != test.want || ok != test.ok {
			t.Errorf("column %v at y %v: pass %d, %v; want %d, %v", test.column, test.y, pass, ok, test.want, test.ok)
		}
	}
	var x sim.Indices
	for lane := range x {
		x[lane] = uint64(lane)
	}
	a, err := sim.Elements(x, 16)
	if err != nil {
		t.Fatal(err)
	}
	wide := sceneOf(t, a, Stop(0))
	if pass, _ := TapePass(g, wide, g.center(2), g.tape1+2); pass != 3 {
		t.Errorf("column 2 of the first row is pass %d, want 3", pass)
	}
	if pass, _ := TapePass(g, wide, g.center(2), g.tape1+g.tape-2); pass != 35 {
		t.Errorf("column 2 of the second row is pass %d, want 35", pass)
	}
}

func TestTermAt(t *testing.T) {
	g := MainGeometry(816, 672)
	s := newScene(t, "per-lane", 0, Stop(7))
	want := map[string]string{"asks tap": "tap", "lane": "lane", "sector 0": "sector", "taps": "tap", " of 32 passes": "pass", "128 B line": "line", " request": "request"}
	for _, shape := range Draw(s, g, look.DarkTheme()) {
		word, ok := want[shape.Text]
		if shape.Kind != Text || !ok {
			continue
		}
		found := false
		left, top, right, bottom := textBox(&shape)
		for x := left; x <= right; x++ {
			term, box, ok := TermAt(g, s, x, (top+bottom)/2)
			if !ok {
				continue
			}
			if term.Word != word {
				t.Errorf("%q explains %q, want %q", shape.Text, term.Word, word)
			}
			if x < box.X-.01 || x > box.X+box.W+.01 || box.H <= 0 {
				t.Errorf("%q: the point %v is outside its box %+v", shape.Text, x, box)
			}
			found = true
		}
		if !found {
			t.Errorf("%q does not explain itself", shape.Text)
		}
		delete(want, shape.Text)
	}
	if len(want) > 0 {
		t.Errorf("not on the stage: %v", want)
	}
	if term, _, ok := TermAt(g, s, g.right()-2, 2); ok {
		t.Errorf("%q is where nothing stands", term.Word)
	}
}

func TestStrip(t *testing.T) {
	th := look.LightTheme()
	var x sim.Indices
	if m := Strip(x, th); m.Bounds().Dx() != 32 || m.Bounds().Dy() != 1 || m.NRGBAAt(31, 0) != th.One {
		t.Errorf("the strip of a broadcast is %v of %v", m.NRGBAAt(31, 0), m.Bounds())
	}
	for lane := range x {
		x[lane] = uint64(31 - lane)
	}
	m := Strip(x, th)
	if m.NRGBAAt(0, 0) != th.Ramp[31] || m.NRGBAAt(31, 0) != th.Ramp[0] {
		t.Errorf("the strip of reverse runs from %v to %v", m.NRGBAAt(0, 0), m.NRGBAAt(31, 0))
	}
	if x[0] != 31 {
		t.Error("Strip changed its argument")
	}
}
