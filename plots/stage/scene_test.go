package stage

import (
	"math/rand/v2"
	"testing"
	"time"

	"warpbill/plots/look"
	"warpbill/sim"
)

// newScene is the scene of a pattern as the command line writes it.
func newScene(t testing.TB, pattern string, tap int, m Moment) Scene {
	t.Helper()
	c, err := sim.ParseChoice(pattern)
	if err != nil {
		t.Fatal(err)
	}
	x, err := c.Indices()
	if err != nil {
		t.Fatal(err)
	}
	if tap != 0 {
		x = x.AtTap(tap)
	}
	a, err := sim.Elements(x, 4)
	if err != nil {
		t.Fatal(err)
	}
	s := sceneOf(t, a, m)
	s.Choice, s.Tap = c, tap
	return s
}

// sceneOf is the scene of an access without a pattern.
func sceneOf(t testing.TB, a sim.Access, m Moment) Scene {
	t.Helper()
	constant, err := sim.Constant{}.Bill(a)
	if err != nil {
		t.Fatal(err)
	}
	global, err := sim.Global{}.Bill(a)
	if err != nil {
		t.Fatal(err)
	}
	return Scene{Constant: constant, Global: global, Moment: m, Cursor: -1}
}

// patterns are those that the tests draw, with the shapes of bill they have.
func patterns() []string {
	return []string{
		"broadcast", "broadcast:5", "broadcast:200", "distinct:2", "distinct:4", "distinct:5", "distinct:8", "distinct:16", "distinct:32",
		"per-lane", "stride:0", "stride:1", "stride:2", "stride:3", "stride:4", "stride:8", "stride:33", "stride:1000", "stride:1048576",
		"offset:0", "offset:4", "offset:8", "offset:32", "offset:100", "offset:1048575",
		"reverse", "pairs", "halves", "random:7", "random:3", "random:7,1024", "random:1,64",
	}
}

// size is an area that the stage is drawn in.
type size struct {
	name    string
	g       Geometry
	minimum float64 // of text
}

func sizes() []size {
	return []size{
		{"1280x800", MainGeometry(816, 672), 12},
		{"1280x720", MainGeometry(816, 592), 12},
		{"1920x1080", MainGeometry(1152, 952), 12},
		{"1024x700", MainGeometry(1024, 536), 12},
		{"1024x640", MainGeometry(1024, 476), 12},
		{"present 1920x1080", PresentGeometry(1920, 1080), 1080. / 45},
		{"present 1280x720", PresentGeometry(1280, 720), 720. / 45},
		{"present 1280x800", PresentGeometry(1280, 800), 800. / 45},
		{"present 1024x768", PresentGeometry(1024, 768), 768. / 45},
		{"present 2560x1080", PresentGeometry(2560, 1080), 1080. / 45},
	}
}

func themes() []*look.Theme { return []*look.Theme{look.DarkTheme(), look.LightTheme()} }

// stops are the moments of a run at which nothing is under way.
func stops(passes int) []Moment {
	m := []Moment{Stop(0)}
	for _, p := range []int{1, passes / 2, passes} {
		if p >= 1 && p <= passes {
			m = append(m, Stop(p))
		}
	}
	return append(m, End(passes))
}

// randomAccess is any load that a lane program could make.
func randomAccess(r *rand.Rand) sim.Access {
	a := sim.Access{Active: sim.AllLanes, Width: 1 << r.IntN(5)}
	if r.IntN(3) == 0 {
		a.Active = sim.Mask(r.Uint32())
	}
	span := uint64(1) << r.IntN(24)
	for lane := range a.Addr {
		a.Addr[lane] = r.Uint64N(span) * uint64(a.Width)
	}
	return a
}

func TestAt(t *testing.T) {
	const ms = time.Millisecond
	tests := []struct {
		elapsed time.Duration
		passes  int
		want    Moment
	}{
		{0, 0, Moment{}},
		{5 * time.Second, 0, Moment{}},
		{-1, 8, Moment{}},
		{0, 8, Moment{Pass: 1}},
		{160 * ms, 8, Moment{Pass: 1, Phase: .5}},
		{320 * ms, 8, Moment{Pass: 2}},
		{7*320*ms + 80*ms, 8, Moment{Pass: 8, Phase: .25}},
		{8 * 320 * ms, 8, Moment{Pass: 8, Phase: 1}},
		{8*320*ms + 300*ms, 8, Moment{Pass: 8, Phase: 1}},
		{8*320*ms + 360*ms, 8, Moment{Pass: 8, Phase: .5, Settled: true}},
		{8*320*ms + 420*ms, 8, End(8)},
		{time.Hour, 8, End(8)},
	}
	for _, test := range tests {
		if got := At(test.elapsed, test.passes); got != test.want {
			t.Errorf("At(%v, %d) = %+v, want %+v", test.elapsed, test.passes, got, test.want)
		}
	}
	if got, want := Duration(32), 32*320*ms+420*ms; got != want {
		t.Errorf("Duration(32) = %v, want %v", got, want)
	}
	if At(Duration(32), 32) != End(32) || At(Duration(32)-1, 32) == End(32) {
		t.Error("a run does not end when its duration is over")
	}
	if Duration(0) != 0 || Stop(0) != (Moment{}) || Stop(3) != (Moment{Pass: 3, Phase: 1}) {
		t.Error("the start of a run is not the zero moment")
	}
}

// The clock never goes back: each part of the choreography only grows within
// a pass.
func TestMotionGrows(t *testing.T) {
	for pass := 1; pass <= 3; pass++ {
		var before motion
		for step := 0; step <= 320; step++ {
			k := newMotion(Moment{Pass: pass, Phase: float64(step) / 320}, 3, false)
			for name, v := range map[string][2]float64{
				"previous": {before.previous, k.previous}, "tap": {before.tap, k.tap}, "connector": {before.connector, k.connector},
				"served": {before.served, k.served}, "printed": {before.printed, k.printed}, "tray": {before.tray, k.tray},
				"reach": {before.reach, k.reach}, "all": {before.all, k.all}, "stub": {before.stub, k.stub},
			} {
				if v[1] < v[0] {
					t.Fatalf("pass %d, %d ms: %s goes back from %v to %v", pass, step, name, v[0], v[1])
				}
			}
			before = k
		}
		if before.previous != 1 || before.tap != 1 || before.connector != 1 || before.served != 1 || before.printed != float64(pass) {
			t.Errorf("pass %d ends unfinished: %+v", pass, before)
		}
	}
}

func TestMotionTable(t *testing.T) {
	tests := []struct {
		ms                           float64
		tap, connector, served, tray bool // complete
		all, stub                    bool
		printed                      float64
	}{
		{0, false, false, false, false, false, false, 0},
		{80, true, false, false, true, false, false, .25},
		{120, true, true, false, true, false, false, .375},
		{160, true, true, false, true, true, true, .5},
		{200, true, true, true, true, true, true, .625},
		{320, true, true, true, true, true, true, 1},
	}
	for _, test := range tests {
		k := newMotion(Moment{Pass: 1, Phase: test.ms / 320}, 4, false)
		got := [...]bool{k.tap == 1, k.connector == 1, k.served == 1, k.tray == 1, k.all == 1, k.stub == 1}
		if want := [...]bool{test.tap, test.connector, test.served, test.tray, test.all, test.stub}; got != want || k.printed != test.printed {
			t.Errorf("at %v ms: %+v, want %+v", test.ms, k, test)
		}
	}
	early := newMotion(Moment{Pass: 1, Phase: 40. / 320}, 4, false)
	if early.connector != 0 || early.served != 0 || early.all != 0 || early.tap == 0 {
		t.Errorf("at 40 ms only tap and trays light: %+v", early)
	}
}

func TestReducedMotion(t *testing.T) {
	if k := newMotion(Moment{Pass: 4, Phase: .1}, 4, true); k.tap != 1 || k.served != 1 || k.printed != 3.1 {
		t.Errorf("with reduced motion only the tape moves: %+v", k)
	}
	if k := newMotion(Moment{Pass: 4, Phase: .1, Settled: true}, 4, true); k.last != 1 {
		t.Errorf("with reduced motion the last pass settles at once: %+v", k)
	}
}

func TestMotionBounds(t *testing.T) {
	if k, full := newMotion(Moment{Pass: 4, Settled: true}, 4, false), newMotion(End(4), 4, false); k != full {
		t.Errorf("settled at phase 0 is %+v, want the settled state %+v", k, full)
	}
	if k := newMotion(Moment{Pass: 99, Phase: 7}, 4, false); k.pass != 4 || k.printed != 4 {
		t.Errorf("a pass beyond the last is not the last: %+v", k)
	}
	if k := newMotion(Moment{Pass: -3, Phase: .5}, 4, false); k.pass != 0 || k.charged {
		t.Errorf("a pass before the start is not the start: %+v", k)
	}
}
