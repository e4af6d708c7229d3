package ui

import (
	"slices"
	"testing"
	"time"

	"warpbill/cuda/measure"
	"warpbill/plots/stage"
	"warpbill/sim"
	"warpbill/ui/settings"
)

// recordings is a small stand-in for the built-in ones.
func recordings() []measure.Result {
	row := func(n uint64, mask int) measure.Row {
		return measure.Row{Point: measure.Point{N: n, RotMask: mask}, Constant: measure.Summary{Value: 1}, Global: measure.Summary{Value: 1}, Ratio: measure.Summary{Value: 1}}
	}
	rows := []measure.Row{row(4096, 0), row(8388608, 0), row(4096, 31), row(8388608, 31)}
	return []measure.Result{
		{ID: "t4", Device: measure.Device{Name: "Tesla T4"}, Rows: rows, Complete: true},
		{ID: "h200", Device: measure.Device{Name: "NVIDIA H200"}, Rows: append(rows, row(4096, 7)), Complete: true},
	}
}

func testDeps() Deps { return Deps{Recordings: recordings(), Runner: measure.Replay{}} }

func testStart() State { return Start(testDeps(), settings.Defaults()) }

// after reduces a list of actions.
func after(s State, actions ...Action) State {
	d := testDeps()
	for _, a := range actions {
		s = Reduce(d, s, a)
	}
	return s
}

// loaded is a state with the pattern on stage, at rest at its start.
func loaded(c sim.Choice) State { return after(testStart(), put{Choice: c}) }

func TestStart(t *testing.T) {
	s := testStart()
	if !s.Playing || s.Choice.ID != "per-lane" || s.Passes() != 32 || s.Global.Units() != 4 {
		t.Errorf("the window does not start with per-lane moving: %+v", s.Choice)
	}
	if !slices.Equal(s.On, []string{"t4"}) || s.Mode != "ratio" || s.Tab != "stage" || s.Run.Phase != "idle" {
		t.Errorf("chart at launch: %v %s %s %s", s.On, s.Mode, s.Tab, s.Run.Phase)
	}
	if s := Start(Deps{}, settings.Settings{}); len(s.On) != 0 || s.Zoom != 1 {
		t.Errorf("without recordings: %v, zoom %v", s.On, s.Zoom)
	}
}

func TestClock(t *testing.T) {
	rest := loaded(sim.Choice{ID: "distinct", Values: []int64{8}})
	end := stage.Duration(8)
	pass := passTime()
	for _, c := range []struct {
		name    string
		from    State
		do      []Action
		elapsed time.Duration
		playing bool
	}{
		{"a tick at rest does nothing", rest, []Action{tick{time.Second}}, 0, false},
		{"play", rest, []Action{toggle{}, tick{100 * time.Millisecond}}, 100 * time.Millisecond, true},
		{"pause", rest, []Action{toggle{}, toggle{}, tick{time.Second}}, 0, false},
		{"a long gap does not skip the run", rest, []Action{toggle{}, tick{time.Hour}}, maxTick, true},
		{"time never runs back", rest, []Action{toggle{}, tick{-time.Hour}}, 0, true},
		{"half speed", rest, []Action{faster{-1}, toggle{}, tick{100 * time.Millisecond}}, 50 * time.Millisecond, true},
		{"eightfold speed", rest, []Action{faster{99}, toggle{}, tick{100 * time.Millisecond}}, 800 * time.Millisecond, true},
		{"slowest", rest, []Action{faster{-99}, toggle{}, tick{160 * time.Millisecond}}, 20 * time.Millisecond, true},
		{"chosen speed", rest, []Action{setSpeed{4}, toggle{}, tick{100 * time.Millisecond}}, 200 * time.Millisecond, true},
		{"a speed that is none", rest, []Action{setSpeed{-3}, setSpeed{99}, toggle{}, tick{10 * time.Millisecond}}, 80 * time.Millisecond, true},
		{"the end holds", rest, []Action{jumpTo{End: true}}, end, false},
		{"playing stops at the end", rest, []Action{scrubTo{.999}, toggle{}, tick{maxTick}, tick{maxTick}, tick{maxTick}}, end, false},
		{"play at the end starts again", rest, []Action{jumpTo{End: true}, toggle{}}, 0, true},
		{"to the start", rest, []Action{scrubTo{.5}, jumpTo{}}, 0, false},
		{"first step", rest, []Action{stepBy{1}}, pass - 1, false},
		{"two steps", rest, []Action{stepBy{1}, stepBy{1}}, 2*pass - 1, false},
		{"step back to the start", rest, []Action{stepBy{1}, stepBy{-1}}, 0, false},
		{"no step before the start", rest, []Action{stepBy{-1}}, 0, false},
		{"step settles after the last pass", rest, []Action{scrubTo{.99}, stepBy{1}}, end, false},
		{"no step beyond the end", rest, []Action{jumpTo{End: true}, stepBy{1}}, end, false},
		{"step back from the end", rest, []Action{jumpTo{End: true}, stepBy{-1}}, 8*pass - 1, false},
		{"a step pauses", rest, []Action{toggle{}, stepBy{1}, tick{time.Second}}, pass - 1, false},
		{"scrub", rest, []Action{scrubTo{.5}}, 4 * pass, false},
		{"scrub to the end settles", rest, []Action{scrubTo{1}}, end, false},
		{"scrub out of range", rest, []Action{scrubTo{7}, scrubTo{-7}}, 0, false},
		{"play now starts again", rest, []Action{scrubTo{.5}, playNow{}}, 0, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := after(c.from, c.do...)
			if s.Elapsed != c.elapsed || s.Playing != c.playing {
				t.Errorf("elapsed %v, playing %v, want %v, %v", s.Elapsed, s.Playing, c.elapsed, c.playing)
			}
		})
	}
}

func TestStepsShowEachPass(t *testing.T) {
	s := loaded(sim.Choice{ID: "distinct", Values: []int64{4}})
	for pass := 1; pass <= 4; pass++ {
		s = after(s, stepBy{1})
		if m := s.Moment(); m.Pass != pass || m.Settled || m.Phase < .99 {
			t.Errorf("step %d shows %+v", pass, m)
		}
	}
	if s = after(s, stepBy{1}); !s.Moment().Settled || !s.AtEnd() {
		t.Errorf("the step after the last pass shows %+v", s.Moment())
	}
}

func TestPlayAllTaps(t *testing.T) {
	s := after(loaded(sim.Choice{ID: "distinct", Values: []int64{2}}), playAllTaps{}, setSpeed{6})
	if !s.Playing || s.Tap != 0 || !s.AllTaps.On {
		t.Fatalf("the loop did not start: %+v", s.AllTaps)
	}
	seen := map[int]bool{}
	for range 10_000 {
		if !s.Playing {
			break
		}
		seen[s.Tap] = true
		s = after(s, tick{maxTick})
	}
	if s.Playing || len(seen) != 32 || s.AllTaps.On {
		t.Fatalf("played %d taps, still playing: %v", len(seen), s.Playing)
	}
	// Tap 7, 15, 23 and 31 put the two neighbours into two sectors.
	if s.AllTaps.Done != 32 || s.AllTaps.Passes != 64 || s.AllTaps.Second != 36 {
		t.Errorf("sum %+v, want 64 passes and 36 sectors", s.AllTaps)
	}
	if got, want := s.sumText(), "taps 0 to 31: 64 passes in constant memory, 36 sectors in global memory"; got != want {
		t.Errorf("sum %q, want %q", got, want)
	}
	again := after(s, toggle{})
	if !again.Playing || again.Tap != 0 || !again.AllTaps.On || again.AllTaps.Done != 0 {
		t.Errorf("playing again: %+v", again.AllTaps)
	}
	if other := after(s, pick{ID: "stride"}); other.AllTaps != (allTaps{}) || other.sumText() != "" {
		t.Errorf("another pattern keeps the sum: %+v", other.AllTaps)
	}
	if none := after(s, pick{ID: "stride"}, playAllTaps{}); none.AllTaps.On {
		t.Error("stride has no taps to play")
	}
	if off := after(loaded(sim.Choice{ID: "per-lane"}), playAllTaps{}, playAllTaps{}); off.AllTaps.On {
		t.Error("the second press does not end the loop")
	}
}

func TestPick(t *testing.T) {
	for _, c := range []struct {
		name            string
		do              []Action
		title           string
		passes, sectors int
		tap             int
	}{
		{"broadcast", []Action{pick{ID: "broadcast"}}, "Broadcast", 1, 1, 0},
		{"8 distinct", []Action{pick{ID: "distinct", Value: 8, Given: true}}, "8 distinct", 8, 1, 0},
		{"16 distinct turned", []Action{turn{3}, pick{ID: "distinct", Value: 16, Given: true}}, "16 distinct", 16, 3, 3},
		{"beyond what the pattern takes", []Action{pick{ID: "distinct", Value: 99, Given: true}}, "32 distinct", 32, 4, 0},
		{"stride 2", []Action{pick{ID: "stride"}}, "Stride 2", 32, 8, 0},
		{"offset 4", []Action{pick{ID: "offset"}}, "Offset 4", 32, 5, 0},
		{"random", []Action{pick{ID: "random"}}, "Random 7", 20, 4, 0},
		{"reverse", []Action{pickOrder{}}, "Reverse", 32, 4, 0},
		{"pairs", []Action{pickOrder{}, pickOrder{}}, "Pairs", 16, 2, 0},
		{"halves", []Action{pickOrder{}, pickOrder{}, pickOrder{}}, "Halves", 2, 2, 0},
		{"reverse again", []Action{pickOrder{}, pickOrder{}, pickOrder{}, pickOrder{}}, "Reverse", 32, 4, 0},
		{"no such pattern", []Action{pick{ID: "zigzag"}}, "Per-lane", 32, 4, 0},
		{"the last stride comes back", []Action{pick{ID: "stride"}, turn{3}, pick{ID: "per-lane"}, pick{ID: "stride"}}, "Stride 5", 32, 20, 0},
		{"per-lane turned", []Action{turn{-1}}, "Per-lane", 32, 4, 31},
		{"a lesson's pattern", []Action{put{Choice: sim.Choice{ID: "broadcast", Values: []int64{0}}, Tap: 40}}, "Broadcast", 1, 1, 31},
		{"a lesson's mistake", []Action{put{Choice: sim.Choice{ID: "stride"}}}, "Per-lane", 32, 4, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := after(testStart(), c.do...)
			if s.title() != c.title || s.Passes() != c.passes || s.Global.Units() != c.sectors || s.Tap != c.tap {
				t.Errorf("%s: %d passes, %d sectors, tap %d; want %s: %d, %d, %d", s.title(), s.Passes(), s.Global.Units(), s.Tap, c.title, c.passes, c.sectors, c.tap)
			}
			if s.Elapsed != 0 || s.Notice.Text != "" {
				t.Errorf("at %v with notice %q", s.Elapsed, s.Notice.Text)
			}
		})
	}
}

func TestSlot(t *testing.T) {
	for _, c := range []struct {
		name  string
		do    []Action
		label string
		value int64
		on    bool
	}{
		{"broadcast", []Action{pick{ID: "broadcast"}, turn{5}}, "tap k", 5, true},
		{"tap k wraps", []Action{turn{33}}, "tap k", 1, true},
		{"tap k wraps down", []Action{turn{-33}}, "tap k", 31, true},
		{"stride", []Action{pick{ID: "stride"}, turn{-9}}, "stride", 0, true},
		{"stride stays in constant memory", []Action{pick{ID: "stride"}, turn{1 << 40}}, "stride", 528, true},
		{"offset stays in constant memory", []Action{pick{ID: "offset"}, turn{1 << 40}}, "offset", 16352, true},
		{"seed", []Action{pick{ID: "random"}, turn{1}}, "seed", 8, true},
		{"seed stays a number that files keep", []Action{pick{ID: "random"}, turn{1 << 62}}, "seed", sim.MaxSeed, true},
		{"halves has none", []Action{pick{ID: "halves"}, turn{1}}, "tap k", 0, false},
		{"paint", []Action{pick{ID: sim.PaintID}, turn{-1}}, "paint tap", 31, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := after(testStart(), c.do...).slot()
			if v.Name != c.label || v.Value != c.value || v.On != c.on {
				t.Errorf("%+v, want %s %d %v", v, c.label, c.value, c.on)
			}
		})
	}
}

func TestPaint(t *testing.T) {
	s := after(testStart(), pick{ID: sim.PaintID})
	if s.Passes() != 32 || !s.Painting() {
		t.Fatalf("painting starts with %d passes", s.Passes())
	}
	before := s
	s = after(s, turn{5})
	for lane := range 32 {
		s = after(s, paintLane{lane})
	}
	if s.Passes() != 1 || s.Global.Units() != 1 || !s.Moment().Settled || s.Playing {
		t.Errorf("all lanes on tap 5: %d passes, %d sectors, %+v", s.Passes(), s.Global.Units(), s.Moment())
	}
	if before.Painted[0] != 0 || before.Choice.Painted[31] != 31 {
		t.Error("painting changed an older state")
	}
	for _, lane := range []int{-1, 32, 1 << 40} {
		if got := after(s, paintLane{lane}); got.Painted != s.Painted {
			t.Errorf("lane %d was painted", lane)
		}
	}
	s = after(s, arrow{1}, turn{1}, paintCursor{})
	if s.Cursor != 0 || s.Painted[0] != 6 {
		t.Errorf("the cursor wraps to lane 0 and paints tap 6: lane %d has %d", s.Cursor, s.Painted[s.Cursor])
	}
	if s = after(s, arrow{-1}); s.Cursor != 31 {
		t.Errorf("the cursor is at %d, want 31", s.Cursor)
	}
	if back := after(s, pick{ID: "per-lane"}, pick{ID: sim.PaintID}); back.Passes() != 2 {
		t.Errorf("the painting is lost: %d passes", back.Passes())
	}
	if s := after(testStart(), arrow{1}); s.Moment().Pass != 1 {
		t.Error("elsewhere the arrow steps")
	}
	if s := after(testStart(), paintLane{3}); s.Choice.ID != "per-lane" || s.Painted[3] != 3 {
		t.Error("a lane was painted without Paint")
	}
}

func TestStatesShareNothing(t *testing.T) {
	first := after(testStart(), pick{ID: "stride"})
	values, on := slices.Clone(first.Choice.Values), slices.Clone(first.On)
	after(first, turn{7}, setSource{"h200", true}, setSource{"t4", false}, opened{recordings()[0]}, pick{ID: "offset"})
	if !slices.Equal(first.Choice.Values, values) || !slices.Equal(first.On, on) || len(first.Last) != 1 {
		t.Errorf("an old state changed: %v %v %v", first.Choice.Values, first.On, first.Last)
	}
}

func TestAccessThatNoLoadCanMake(t *testing.T) {
	s := testStart()
	s.Painted[0] = 1 << 60
	got := after(s, pick{ID: sim.PaintID})
	if !got.Notice.Error || got.Notice.Text == "" {
		t.Error("an impossible address is not reported")
	}
	if got.Passes() != 32 {
		t.Error("the stage is empty after an impossible address")
	}
}
