package stage

import (
	"image/color"
	"math"
	"testing"

	"warpbill/plots/look"
)

// view is a drawn scene that tests look into.
type view struct {
	t    *testing.T
	list []Shape
	g    Geometry
	th   *look.Theme
}

func newView(t *testing.T, s Scene, th *look.Theme) view {
	t.Helper()
	g := MainGeometry(816, 672)
	return view{t: t, list: Draw(s, g, th), g: g, th: th}
}

// texts are the visible texts whose baseline is in a band and whose middle is
// in a column.
func (v view) texts(column int, top, bottom float64) []Shape {
	var found []Shape
	for _, s := range v.list {
		if s.Kind == Text && !s.Hidden && s.Align == Center && math.Abs(s.X-v.g.center(float64(column))) < 1 && s.Y >= top && s.Y <= bottom {
			found = append(found, s)
		}
	}
	return found
}

// text is the only one of them.
func (v view) text(column int, top, bottom float64) Shape {
	v.t.Helper()
	found := v.texts(column, top, bottom)
	if len(found) != 1 {
		v.t.Fatalf("%d texts in column %d between %.0f and %.0f", len(found), column, top, bottom)
	}
	return found[0]
}

// rects are the visible rectangles of about one column's width that cover a
// point, from the lowest to the topmost.
func (v view) rects(x, y float64) []Shape {
	var found []Shape
	for _, s := range v.list {
		if s.Kind == Rect && !s.Hidden && s.W < 1.3*v.g.pitch && x >= s.X && x <= s.X+s.W && y >= s.Y && y <= s.Y+s.H {
			found = append(found, s)
		}
	}
	return found
}

func (v view) lines(fromY, toY float64) []Shape {
	var found []Shape
	for _, s := range v.list {
		if s.Kind == Line && !s.Hidden && s.Y >= fromY && s.Y2 <= toY && s.Y2 > s.Y && s.StrokeWidth > 1.15 {
			found = append(found, s)
		}
	}
	return found
}

func (v view) has(text string) bool {
	for _, s := range v.list {
		if s.Kind == Text && !s.Hidden && s.Text == text {
			return true
		}
	}
	return false
}

// cell is the rectangle of a lane or tap, without its stripe.
func (v view) cell(column int, y, h float64) (cell Shape, stripe bool) {
	v.t.Helper()
	found := v.rects(v.g.center(float64(column)), y+h/2)
	if len(found) > 1 {
		v.t.Fatalf("%d rectangles in column %d at %.0f", len(found), column, y)
	}
	if len(found) == 1 {
		cell = found[0]
	}
	for _, s := range v.rects(v.g.center(float64(column)), y+h-v.g.foot-.5) {
		stripe = stripe || s.H <= v.g.foot
	}
	return cell, stripe
}

// The states of a lane: asks, waits, now, served.
func TestLaneStates(t *testing.T) {
	for _, th := range themes() {
		fill := th.Address(2, 8)
		tests := []struct {
			name        string
			m           Moment
			fill        color.NRGBA
			outline     color.NRGBA
			stripe      bool
			ink         color.NRGBA
			bold        bool
			lifted      float64
			laneNumber  color.NRGBA
			boldLaneNum bool
		}{
			{"asks", Stop(0), th.Bg, th.Wait, true, th.Muted, false, 0, th.Muted, false},
			{"waits", Stop(2), th.Bg, th.Wait, true, th.Dim, false, 0, th.Muted, false},
			{"now", Stop(3), fill, th.Hi, false, look.On(fill), true, 5, th.Text, true},
			{"served", Stop(4), fill, edgeOf(th, fill), false, look.On(fill), true, 0, th.Muted, false},
			{"settled", End(8), fill, edgeOf(th, fill), false, look.On(fill), true, 0, th.Muted, false},
		}
		for _, test := range tests {
			v := newView(t, newScene(t, "distinct:8", 0, test.m), th)
			y, h := v.g.constantLanes, v.g.laneHeight
			for _, lane := range []int{2, 10, 18, 26} {
				cell, stripe := v.cell(lane, y, h)
				if cell.Fill != test.fill || cell.Stroke != test.outline || stripe != test.stripe {
					t.Errorf("%s, %s: lane %d is %+v, stripe %v", th.Name, test.name, lane, cell, stripe)
				}
				if test.lifted > 0 && math.Abs(y-test.lifted-cell.Y) > .01 {
					t.Errorf("%s, %s: lane %d begins at %.1f, %.1f above the row", th.Name, test.name, lane, cell.Y, y-cell.Y)
				}
				number := v.text(lane, y, y+h)
				if number.Text != "2" || number.Fill != test.ink || number.Bold != test.bold {
					t.Errorf("%s, %s: the number in lane %d is %+v", th.Name, test.name, lane, number)
				}
				below := v.text(lane, y+h+1, y+h+v.g.xs*1.4)
				if below.Fill != test.laneNumber || below.Bold != test.boldLaneNum {
					t.Errorf("%s, %s: the number of lane %d is %+v", th.Name, test.name, lane, below)
				}
			}
		}
	}
}

func edgeOf(th *look.Theme, fill color.NRGBA) color.NRGBA {
	if th.Dark() {
		return color.NRGBA{}
	}
	return look.Mix(fill, color.NRGBA{A: 255}, .30)
}

// The states of a tap in constant memory: not asked, asked, now, read.
func TestTapStates(t *testing.T) {
	for _, th := range themes() {
		fill := th.Address(2, 8)
		light := look.Mix(th.Bg, fill, .28)
		tests := []struct {
			name          string
			tap           int
			m             Moment
			fill, outline color.NRGBA
			box, stripe   bool
			ink           color.NRGBA
			bold          bool
		}{
			{"not asked", 9, Stop(3), color.NRGBA{}, color.NRGBA{}, false, false, th.Dim, false},
			{"asked", 2, Stop(0), color.NRGBA{}, color.NRGBA{}, false, true, th.Muted, false},
			{"still asked", 2, Stop(2), color.NRGBA{}, color.NRGBA{}, false, true, th.Muted, false},
			{"now", 2, Stop(3), fill, th.Hi, true, false, look.On(fill), true},
			{"read", 2, Stop(4), light, fill, true, false, th.Text, false},
			{"read at the end", 2, End(8), light, fill, true, false, th.Text, false},
			{"last at the end", 7, End(8), look.Mix(th.Bg, th.Address(7, 8), .28), th.Address(7, 8), true, false, th.Text, false},
		}
		for _, test := range tests {
			v := newView(t, newScene(t, "distinct:8", 0, test.m), th)
			y, h := v.g.constantTaps, v.g.tapHeight
			cell, stripe := v.cell(test.tap, y, h)
			if (cell.W > 0) != test.box || cell.Fill != test.fill || cell.Stroke != test.outline || stripe != test.stripe {
				t.Errorf("%s, %s: the tap is %+v, stripe %v", th.Name, test.name, cell, stripe)
			}
			if number := v.text(test.tap, y, y+h+v.g.lift); number.Fill != test.ink || number.Bold != test.bold {
				t.Errorf("%s, %s: its number is %+v", th.Name, test.name, number)
			}
			if test.name == "now" && math.Abs(cell.H-h-v.g.lift) > .01 {
				t.Errorf("%s: the tap that is read is %.1f high, want %.1f and the lift", th.Name, cell.H, h)
			}
		}
	}
}

// The only tap of a broadcast stays solid when the bill is settled.
func TestOnlyTapStaysSolid(t *testing.T) {
	th := look.LightTheme()
	v := newView(t, newScene(t, "broadcast:5", 0, End(1)), th)
	cell, _ := v.cell(5, v.g.constantTaps, v.g.tapHeight)
	if cell.Fill != th.One || cell.H != v.g.tapHeight {
		t.Errorf("tap 5 is %+v", cell)
	}
}

// tray finds the tray of a sector of the first line.
func (v view) tray(q int) Shape {
	v.t.Helper()
	x := v.g.columns + (8*float64(q)+.5)*v.g.pitch
	for _, s := range v.list {
		if s.Kind == Rect && !s.Hidden && s.W > 7*v.g.pitch && s.W < 9*v.g.pitch && x >= s.X && x <= s.X+s.W && s.Y > v.g.globalHead && s.Y < v.g.globalLanes {
			return s
		}
	}
	v.t.Fatalf("no tray %d", q)
	return Shape{}
}

// The states of a sector.
func TestSectorStates(t *testing.T) {
	for _, th := range themes() {
		idle := newView(t, newScene(t, "distinct:8", 4, Stop(0)), th)
		run := newView(t, newScene(t, "distinct:8", 4, Stop(1)), th) // taps 4 to 11
		for q := range 4 {
			if tray := idle.tray(q); tray.Fill.A != 0 || tray.Stroke != th.Hair {
				t.Errorf("%s: before the request tray %d is %+v", th.Name, q, tray)
			}
			tray, moved := run.tray(q), q < 2
			if moved != (tray.Fill == th.TrayFill()) || moved != (tray.Stroke == th.Glob) {
				t.Errorf("%s: tray %d is %+v", th.Name, q, tray)
			}
			name := run.named("sector " + itoa(uint64(q)))
			if ink := map[bool]color.NRGBA{true: th.Text, false: th.Muted}[moved]; name.Bold != moved || name.Fill != ink {
				t.Errorf("%s: the name of sector %d is %+v", th.Name, q, name)
			}
		}
	}
}

// named is the first visible text of that wording.
func (v view) named(text string) Shape {
	v.t.Helper()
	for _, s := range v.list {
		if s.Kind == Text && !s.Hidden && s.Text == text {
			return s
		}
	}
	v.t.Fatalf("%q is not there", text)
	return Shape{}
}

// The states of a tap in global memory: solid when it was asked for, bare in
// a sector that came along, pale in one that did not.
func TestGlobalTapStates(t *testing.T) {
	for _, th := range themes() {
		idle := newView(t, newScene(t, "distinct:8", 4, Stop(0)), th)
		run := newView(t, newScene(t, "distinct:8", 4, Stop(1)), th)
		y, h := run.g.globalTaps, run.g.tapHeight
		for tap, want := range map[int]color.NRGBA{1: th.Text, 14: th.Text, 20: th.Dim} {
			if got := run.text(tap, y, y+h); got.Fill != want || got.Bold {
				t.Errorf("%s: tap %d, which nobody asked for, is %+v", th.Name, tap, got)
			}
		}
		if cell, _ := run.cell(4, y, h); cell.Fill != th.Address(0, 8) {
			t.Errorf("%s: tap 4 is %+v", th.Name, cell)
		}
		if cell, stripe := idle.cell(4, y, h); cell.W > 0 || !stripe {
			t.Errorf("%s: before the request tap 4 is %+v, stripe %v", th.Name, cell, stripe)
		}
	}
}

// A moved sector has a check mark of two strokes.
func TestCheckMarks(t *testing.T) {
	th := look.DarkTheme()
	for pattern, want := range map[string]int{"broadcast:5": 1, "distinct:16": 2, "per-lane": 4} {
		count := 0
		v := newView(t, newScene(t, pattern, 0, Stop(1)), th)
		for _, s := range v.list {
			if s.Kind == Line && !s.Hidden && s.StrokeWidth == 2.4 && s.Stroke == th.Text {
				count++
			}
		}
		if count != 2*want {
			t.Errorf("%s: %d strokes of check marks, want %d", pattern, count, 2*want)
		}
	}
}
