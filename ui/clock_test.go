package ui

import (
	"runtime"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

func TestAPausedWindowPaintsNothing(t *testing.T) {
	w := openWindow(t, 1280, 800, Deps{})
	painted := 0
	w.desk.painted = func() { painted++ }
	w.play(time.Second)
	if painted == 0 {
		t.Fatal("a playing window paints nothing")
	}
	w.key(fyne.KeySpace)
	if w.clock.animation != nil {
		t.Fatal("the clock runs on")
	}
	painted = 0
	for range 300 { // five seconds of frames
		w.time = w.time.Add(frameTime)
		w.clock.frame()
		w.loop.turn()
	}
	if painted != 0 {
		t.Errorf("a paused window painted %d times", painted)
	}
	w.display(nil)
	if painted != 0 {
		t.Errorf("showing the same state painted %d times", painted)
	}
}

func TestTenThousandFramesKeepTheHeapFlat(t *testing.T) {
	w := openWindow(t, 1280, 800, Deps{})
	heap := func() uint64 {
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	w.play(2 * time.Second)
	objects, before := len(w.stage.painter.objects), heap()
	goroutines := runtime.NumGoroutine()
	for range 10_000 {
		w.do(tick{frameTime})
		if !w.state.Playing {
			w.do(toggle{})
		}
	}
	if after := heap(); after > before+5<<20 {
		t.Errorf("the heap grew from %d to %d KiB", before>>10, after>>10)
	}
	if n := len(w.stage.painter.objects); n != objects {
		t.Errorf("the stage grew from %d to %d objects", objects, n)
	}
	if n := runtime.NumGoroutine(); n > goroutines {
		t.Errorf("goroutines grew from %d to %d", goroutines, n)
	}
}

func TestASlowMachineGetsHalfTheFrames(t *testing.T) {
	painted := 0
	now := time.Unix(0, 0)
	var painting func()
	c := &clock{now: func() time.Time { return now }, tick: func(time.Duration) { painted++ }, later: func(f func()) { painting = f }}
	test.NewTempApp(t)
	c.run(true)
	frames := func(n int, cost time.Duration) {
		painted = 0
		for range n {
			c.frame()
			now = now.Add(cost)
			if painting != nil {
				painting()
				painting = nil
			}
			now = now.Add(max(frameTime-cost, 0))
		}
	}
	if frames(120, 5*time.Millisecond); painted != 120 {
		t.Errorf("%d of 120 frames painted on a fast machine", painted)
	}
	frames(60, 16*time.Millisecond)
	if frames(120, 16*time.Millisecond); painted != 60 {
		t.Errorf("%d of 120 frames painted on a slow machine, want half", painted)
	}
	frames(60, 100*time.Millisecond)
	if frames(120, 100*time.Millisecond); painted > 90 || painted < 60 {
		t.Errorf("%d of 120 frames painted on a very slow machine, want time left between them", painted)
	}
	frames(120, 5*time.Millisecond)
	frames(120, 5*time.Millisecond)
	if frames(120, 5*time.Millisecond); painted != 120 {
		t.Errorf("%d of 120 frames painted once the machine is fast again", painted)
	}
	c.run(false)
	painted = 0
	if frames(10, time.Millisecond); painted != 0 {
		t.Error("a stopped clock ticks")
	}
}
