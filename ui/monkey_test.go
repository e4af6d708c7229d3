package ui

import (
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"warpbill/plots/stage"
)

// TestAnythingInAnyOrder presses, clicks, drags and resizes at random, always
// the same way, and looks whether the window is still whole.
func TestAnythingInAnyOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	w := openWindow(t, 1280, 800, Deps{Runner: &slow{}})
	keys := keyboard()
	at := func() fyne.PointEvent {
		return fyne.PointEvent{Position: fyne.NewPos(r.Float32()*900, r.Float32()*700)}
	}
	sizes := []fyne.Size{{Width: 640, Height: 400}, {Width: 1024, Height: 640}, {Width: 1280, Height: 800}, {Width: 1920, Height: 1080}}
	moves := []func(){
		func() {
			if k := keys[r.IntN(len(keys))]; k.Act != (quit{}) && (w.state.Dialog == "" || k.Act == escape{}) {
				w.press(k)
			}
		},
		func() { w.key(fyne.KeyEscape) },
		func() { w.play(time.Duration(r.IntN(500)) * time.Millisecond) },
		func() { w.stage.MouseMoved(&desktop.MouseEvent{PointEvent: at()}) },
		func() {
			w.stage.MouseDown(&desktop.MouseEvent{PointEvent: at(), Button: desktop.MouseButtonPrimary})
			w.stage.Dragged(&fyne.DragEvent{PointEvent: at()})
			w.stage.DragEnd()
		},
		func() { w.transport.scrub.Dragged(&fyne.DragEvent{PointEvent: at()}) },
		func() { w.picker.segments[r.IntN(len(w.picker.segments))].Tapped(nil) },
		func() { w.do(turn{r.Int64() >> r.IntN(63)}) },
		func() { w.do(setSource{[]string{"t4", "h200", liveID, fileID, "?"}[r.IntN(5)], r.IntN(2) == 0}) },
		func() {
			s := sizes[r.IntN(len(sizes))]
			w.resize(s.Width, s.Height)
		},
		func() { w.loop.turn() },
	}
	step := func(n int) {
		for range n {
			moves[r.IntN(len(moves))]()
			checkMoment(t, w.state)
			if t.Failed() {
				t.FailNow()
			}
		}
		w.key(fyne.KeyEscape)
		w.do(cancelRun{})
		w.loop.until(t, "the run to end", func() bool { return !w.state.Run.Active() })
		for c := w.window.Canvas(); c.Overlays().Top() != nil; {
			c.Overlays().Remove(c.Overlays().Top())
		}
	}
	for _, name := range []string{dialogOpen, dialogExport, dialogHelp} {
		w.do(showDialog{name}) // the toolkit reads the fonts of each once
		w.key(fyne.KeyEscape)
	}
	step(600)
	checkParts(t, w)
	heap := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := heap()
	for range 3 {
		step(500)
		checkParts(t, w)
	}
	after := heap()
	t.Logf("heap %d KiB, then %d KiB", before>>10, after>>10)
	if after > before+20<<20 {
		t.Errorf("the heap grew from %d to %d KiB", before>>10, after>>10)
	}
}

// checkMoment says whether what is on stage makes sense.
func checkMoment(t *testing.T, s State) {
	t.Helper()
	m := s.Moment()
	if m.Pass < 0 || m.Pass > s.Passes() || s.Elapsed < 0 || s.Elapsed > stage.Duration(s.Passes()) {
		t.Errorf("the run stands at %v, %+v of %d passes", s.Elapsed, m, s.Passes())
	}
	if s.Passes() == 0 || s.Global.Units() == 0 || len(s.On) == 0 {
		t.Errorf("nothing is on stage or on the chart: %+v, %v", s.Choice, s.On)
	}
	if place := s.place(); !(place >= 0 && place <= 1) {
		t.Errorf("the scrub bar stands at %v", place)
	}
}
