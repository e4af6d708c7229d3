package ui

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"warpbill/cuda/measure"
	"warpbill/plots/stage"
	"warpbill/sim"
)

// texts lists what a part of the window says.
func texts(p painter) []string {
	var list []string
	for _, s := range p.shapes {
		if s.Kind == stage.Text && !s.Hidden && s.Text != "" {
			list = append(list, s.Text)
		}
	}
	return list
}

func TestThePickerFollowsTheState(t *testing.T) {
	w := openWindow(t, 1280, 800, Deps{})
	for _, c := range []struct {
		choice sim.Choice
		want   string // the selected segment, empty for none
	}{
		{sim.Choice{ID: "broadcast", Values: []int64{0}}, "Broadcast"},
		{sim.Choice{ID: "distinct", Values: []int64{2}}, "2 distinct"},
		{sim.Choice{ID: "distinct", Values: []int64{16}}, "16 distinct"},
		{sim.Choice{ID: "distinct", Values: []int64{5}}, ""},
		{sim.Choice{ID: "per-lane"}, "Per-lane"},
		{sim.Choice{ID: "stride", Values: []int64{3}}, "Stride"},
		{sim.Choice{ID: "reverse"}, "Reverse"},
		{sim.Choice{ID: "pairs"}, "Pairs"},
		{sim.Choice{ID: "halves"}, "Halves"},
		{sim.Choice{ID: sim.PaintID}, "Paint"},
	} {
		w.do(put{Choice: c.choice})
		var selected []string
		for _, s := range w.picker.segments {
			if s.selected {
				selected = append(selected, s.title)
			}
			if s.doc == "" {
				t.Errorf("%s does not say what it is", s.title)
			}
		}
		if got := strings.Join(selected, ", "); got != c.want {
			t.Errorf("%s: selected %q, want %q", c.choice, got, c.want)
		}
	}
	stride := w.picker.segments[6]
	before := stride.strip.Image
	w.do(pick{ID: "stride"})
	w.do(turn{5})
	if stride.strip.Image == before {
		t.Error("the strip does not follow the parameter")
	}
	before = stride.strip.Image
	if w.do(toggle{}); stride.strip.Image != before {
		t.Error("the strip is drawn anew without a reason")
	}
}

func TestNamesOfPatternsAreEquallyLarge(t *testing.T) {
	for width, want := range map[float32]float64{1024: 12, 1280: 13, 1920: 13} {
		w := openWindow(t, width, 700, Deps{})
		for _, s := range w.picker.segments {
			if s.size != want {
				t.Errorf("%g wide: %s in size %g, want %g", width, s.title, s.size, want)
			}
		}
	}
}

func TestTheTransportShowsTheState(t *testing.T) {
	w := openWindow(t, 1280, 800, Deps{})
	for _, c := range []struct {
		name string
		do   []Action
		bar  []string
	}{
		{"tap k", []Action{pick{ID: "broadcast"}, turn{5}}, []string{"tap k", "speed", "5"}},
		{"stride", []Action{pick{ID: "stride"}}, []string{"stride", "speed", "2"}},
		{"nothing to turn", []Action{pick{ID: "halves"}}, []string{"tap k", "speed", "–"}},
		{"painting", []Action{pick{ID: sim.PaintID}}, []string{"paint tap", "speed", "0"}},
		{"what the pointer is on", []Action{setStatus{"a lane"}}, []string{"paint tap", "speed", "0", "a lane"}},
	} {
		for _, a := range c.do {
			w.do(a)
		}
		if got := texts(w.transport.bar.painter); !slices.Equal(got, c.bar) {
			t.Errorf("%s: %q, want %q", c.name, got, c.bar)
		}
	}
	w.do(setSpeed{0})
	if got := texts(w.transport.speed.painter); !slices.Equal(got, []string{"1/8×"}) {
		t.Errorf("speed %q", got)
	}
	if !w.transport.all.disabled || w.transport.all.Cursor() != desktop.DefaultCursor {
		t.Error("painting has no taps to play")
	}
	w.transport.all.press()
	if w.state.AllTaps.On {
		t.Error("a disabled button does its work")
	}
	sign := func() (bars, triangle bool) {
		s := w.transport.play.painter.shapes
		return !s[1].Hidden, !s[3].Hidden
	}
	w.do(playNow{})
	if bars, triangle := sign(); !bars || triangle {
		t.Error("a playing window does not offer to pause")
	}
	w.do(toggle{})
	if bars, triangle := sign(); bars || !triangle {
		t.Error("a paused window does not offer to play")
	}
	w.do(pick{ID: "broadcast"})
	w.do(playAllTaps{})
	for w.state.AllTaps.Done < 2 {
		w.do(tick{maxTick})
	}
	w.do(setStatus{})
	if got := texts(w.transport.bar.painter); got[len(got)-1] != "taps 0 to 1: 2 passes in constant memory, 2 sectors in global memory" {
		t.Errorf("the sum is not shown: %q", got)
	}
}

func TestTheScrubBarHasATickAPass(t *testing.T) {
	w := openWindow(t, 1280, 800, Deps{})
	for _, c := range []struct {
		passes int
		at     float64
		ticks  int
	}{{1, 0, 2}, {8, .5, 9}, {32, 1, 33}, {0, 0, 2}, {64, math.NaN(), 65}, {100_000, 2, 98}} {
		w.transport.scrub.set(c.at, c.passes)
		ticks := 0
		for _, s := range w.transport.scrub.painter.shapes {
			if s.Kind == stage.Line && s.X == s.X2 && s.Y != s.Y2 {
				ticks++
			}
		}
		if ticks != c.ticks || w.transport.scrub.at < 0 || w.transport.scrub.at > 1 {
			t.Errorf("%d passes: %d ticks at %v, want %d", c.passes, ticks, w.transport.scrub.at, c.ticks)
		}
	}
}

func TestControlsAnswerThePointer(t *testing.T) {
	w := openWindow(t, 1280, 800, Deps{})
	c := w.transport.export
	plain := c.painter.shapes[0].Fill
	c.MouseIn(&desktop.MouseEvent{})
	if c.painter.shapes[0].Fill == plain || w.state.Status != "export what is shown (Ctrl+E)" {
		t.Errorf("the pointer changes nothing; status %q", w.state.Status)
	}
	c.MouseOut()
	if c.painter.shapes[0].Fill != plain || w.state.Status != "" {
		t.Error("the button stays lit")
	}
	c.TappedSecondary(&fyne.PointEvent{}) // there is no menu, and no harm
}

func TestPanelView(t *testing.T) {
	w := openWindow(t, 1280, 800, Deps{Runner: &slow{}})
	w.do(found{Err: measure.ErrNoGPU})
	if v := w.panelView(); v.Run.CanRun || !strings.Contains(v.Run.Text, "No GPU") || v.GPU == "" || v.Live {
		t.Errorf("without a GPU: %+v", v.Run)
	}
	w.do(found{Devices: []measure.Device{{Name: "NVIDIA H200"}}})
	if v := w.panelView(); !v.Run.CanRun || v.Run.Text != "" || v.Run.Device != "NVIDIA H200" {
		t.Errorf("with a GPU: %+v", v.Run)
	}
	w.state = after(w.state, startRun{Now: time.Unix(0, 0)}, progress{ID: 1, Now: time.Unix(4, 0), Result: rowsOf(2), Events: []measure.Event{
		measure.Sampled{Phase: "warm-up", Done: 2, Total: 10},
	}})
	v := w.panelView()
	if v.Run.Text != "warming up, 2 of 10 points" || v.Run.LeftSeconds != 16 || !v.Live || v.Run.Phase != "running" {
		t.Errorf("running: live %v, %+v", v.Live, v.Run)
	}
	if len(v.Sources) != 3 || v.Sources[0].ID != liveID || !v.Sources[0].On {
		t.Errorf("sources %+v", v.Sources)
	}
	w.state = after(w.state, cancelRun{}, ended{ID: 1, Result: rowsOf(2)})
	if v := w.panelView(); v.Live || v.Run.Phase != "idle" {
		t.Errorf("cancelled: live %v, %+v", v.Live, v.Run)
	}
}
