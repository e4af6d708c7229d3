package stage

import (
	"math"
	"testing"

	"warpbill/plots/look"
	"warpbill/sim"
)

// One grid: lanes, taps and charges of a per-lane load stand in one column.
func TestOneGrid(t *testing.T) {
	v := newView(t, newScene(t, "per-lane", 0, End(32)), look.DarkTheme())
	g := v.g
	for i := range 32 {
		for _, y := range []float64{g.constantTaps, g.constantLanes, g.globalTaps, g.globalLanes, g.tape1} {
			if number := v.text(i, y, y+g.tapHeight); number.Text != itoa(uint64(i)) {
				t.Errorf("column %d at %.0f shows %q", i, y, number.Text)
			}
		}
	}
}

// Small multiples: at the end both rows of lanes look alike.
func TestLanesAlikeAtTheEnd(t *testing.T) {
	for _, pattern := range []string{"per-lane", "distinct:8", "offset:4", "random:7"} {
		s := newScene(t, pattern, 0, Moment{})
		s.Moment = End(s.Constant.StepCount())
		v := newView(t, s, look.LightTheme())
		for lane := range 32 {
			above, _ := v.cell(lane, v.g.constantLanes, v.g.laneHeight)
			below, _ := v.cell(lane, v.g.globalLanes, v.g.laneHeight)
			below.Y += v.g.constantLanes - v.g.globalLanes
			below.Y, above.Y = math.Round(below.Y*100), math.Round(above.Y*100)
			if above != below {
				t.Errorf("%s: lane %d is %+v above, %+v below", pattern, lane, above, below)
			}
		}
	}
}

// A connector runs from the tap's column to the lane's.
func TestConnectors(t *testing.T) {
	th := look.DarkTheme()
	v := newView(t, newScene(t, "distinct:8", 0, Stop(3)), th)
	g := v.g
	now, past := 0, 0
	for _, c := range v.lines(g.constantTaps+g.tapHeight, g.constantLanes) {
		tap := int(math.Floor((c.X - g.columns) / g.pitch))
		lane := int(math.Floor((c.X2 - g.columns) / g.pitch))
		if lane%8 != tap || tap > 2 {
			t.Errorf("a connector runs from tap %d to lane %d", tap, lane)
		}
		switch {
		case tap == 2 && c.Stroke == th.Address(2, 8) && c.StrokeWidth == 3:
			now++
		case tap < 2 && c.Stroke == look.Fade(th.Address(tap, 8), .45) && c.StrokeWidth == 1.2:
			past++
		default:
			t.Errorf("connector %+v", c)
		}
	}
	if now != 4 || past != 8 {
		t.Errorf("%d connectors of now, %d of the past; want 4 and 8", now, past)
	}
	below := v.lines(g.globalTaps+g.tapHeight, g.globalLanes)
	if len(below) != 32 {
		t.Errorf("%d connectors in the global till, want 32", len(below))
	}
	for _, c := range below {
		tap := int(math.Floor((c.X - g.columns) / g.pitch))
		if c.Stroke != look.Fade(th.Address(tap, 8), .75) || c.StrokeWidth != 1.3 {
			t.Errorf("settled connector %+v", c)
		}
	}
	v = newView(t, newScene(t, "distinct:8", 0, Stop(0)), th)
	if n := len(v.lines(g.constantTaps+g.tapHeight, g.constantLanes)) + len(v.lines(g.globalTaps+g.tapHeight, g.globalLanes)); n > 0 {
		t.Errorf("%d connectors before the start", n)
	}
}

func TestInactiveLanes(t *testing.T) {
	s := newScene(t, "per-lane", 0, Moment{})
	a := s.Constant.Access
	a.Active = 0x0000ffff
	v := newView(t, sceneOf(t, a, Stop(16)), look.DarkTheme())
	for lane := 16; lane < 32; lane++ {
		for _, y := range []float64{v.g.constantLanes, v.g.globalLanes} {
			if number := v.text(lane, y, y+v.g.laneHeight); number.Text != "–" {
				t.Errorf("inactive lane %d asks for %q", lane, number.Text)
			}
			if cell, _ := v.cell(lane, y, v.g.laneHeight); cell.Stroke != v.th.Hair {
				t.Errorf("inactive lane %d is %+v", lane, cell)
			}
		}
	}
	if !v.has("16") || !v.has(" of 16 passes") {
		t.Error("the counter does not say 16 of 16 passes")
	}
	a.Active = 0
	v = newView(t, sceneOf(t, a, Stop(3)), look.DarkTheme())
	if !v.has(" of 0 passes") || !v.has(" sectors in") || !v.has("No lane takes part in this load, so nothing is charged.") {
		t.Error("a load without lanes is not said to be free")
	}
}

func TestCursor(t *testing.T) {
	rings := func(cursor int) (found []Shape) {
		s := newScene(t, "per-lane", 0, Stop(0))
		s.Cursor = cursor
		for _, shape := range newView(t, s, look.DarkTheme()).list {
			if shape.Kind == Rect && !shape.Hidden && shape.Fill.A == 0 && shape.Stroke == look.DarkTheme().Hi {
				found = append(found, shape)
			}
		}
		return found
	}
	g := MainGeometry(816, 672)
	if found := rings(12); len(found) != 2 || math.Abs(found[0].X+found[0].W/2-g.center(12)) > .01 {
		t.Errorf("the cursor on lane 12 is %+v", found)
	}
	if n := len(rings(-1)) + len(rings(32)); n > 0 {
		t.Errorf("%d rings without a cursor", n)
	}
}

// A 16-byte constant load takes two passes an address: its lanes are served
// when the second is over.
func TestWideConstantLoad(t *testing.T) {
	var x sim.Indices
	for lane := range x {
		x[lane] = uint64(lane % 2)
	}
	a, err := sim.Elements(x, 16)
	if err != nil {
		t.Fatal(err)
	}
	th := look.DarkTheme()
	tests := []struct {
		pass       int
		even, odd  bool // filled
		evenNow    bool
		boxes      int
		ofFour     string
		chipsShown int
	}{
		{0, false, false, false, 0, "0", 0},
		{1, true, false, true, 1, "1", 1},
		{2, false, true, false, 2, "2", 2},
		{3, true, false, true, 2, "3", 3},
		{4, true, true, false, 2, "4", 4},
	}
	for _, test := range tests {
		v := newView(t, sceneOf(t, a, Stop(test.pass)), th)
		even, _ := v.cell(0, v.g.constantLanes, v.g.laneHeight)
		odd, _ := v.cell(1, v.g.constantLanes, v.g.laneHeight)
		if (even.Fill != th.Bg) != test.even || (odd.Fill != th.Bg) != test.odd || (even.Stroke == th.Hi) != test.evenNow {
			t.Errorf("pass %d: lane 0 is %+v, lane 1 is %+v", test.pass, even, odd)
		}
		boxes, chips := 0, 0
		for i := range 4 {
			if i < 2 {
				if cell, _ := v.cell(i, v.g.constantTaps, v.g.tapHeight); cell.W > 0 {
					boxes++
				}
			}
			chips += len(v.texts(i, v.g.tape1, v.g.tape1+v.g.tape))
		}
		if boxes != test.boxes || chips != test.chipsShown || !v.has(test.ofFour) || !v.has(" of 4 passes") {
			t.Errorf("pass %d: %d taps read, %d charges; want %d, %d", test.pass, boxes, chips, test.boxes, test.chipsShown)
		}
	}
}
