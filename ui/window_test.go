package ui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/storage"
	"fyne.io/fyne/v2/test"

	"warpbill/cuda/measure"
	"warpbill/plots/stage"
	"warpbill/sim"
	"warpbill/ui/settings"
)

// testWindow is a window in the toolkit's test driver, with its UI goroutine in
// the test's hand.
type testWindow struct {
	*Window
	loop *loop
	time time.Time
	size fyne.Size
}

func openWindow(t testing.TB, width, height float32, d Deps) *testWindow {
	t.Helper()
	a := test.NewTempApp(t)
	t.Setenv("FYNE_THEME", "")
	w := &testWindow{loop: &loop{}, time: time.Unix(1000, 0)}
	if d.Recordings == nil {
		d.Recordings = recordings()
	}
	d.Post, d.Now = w.loop.post, func() time.Time { return w.time }
	w.Window = NewWindow(a, d)
	w.resize(width, height)
	t.Cleanup(func() {
		w.Close()
		for watchdog := time.Now().Add(20 * time.Second); w.work.ctx.Err() == nil || w.loop.turn() > 0; {
			if time.Now().After(watchdog) {
				t.Fatal("the window does not close")
			}
		}
		w.work.group.Wait()
	})
	return w
}

func (w *testWindow) resize(width, height float32) {
	w.size = fyne.NewSize(width, height)
	w.window.Resize(w.size)
	w.arrange(w.size)
	w.display(nil)
}

// play lets so much time pass, in frames of 1/60 s.
func (w *testWindow) play(d time.Duration) {
	for end := w.time.Add(d); w.time.Before(end) && w.clock.animation != nil; {
		w.time = w.time.Add(frameTime)
		w.clock.frame()
	}
}

func (w *testWindow) key(name fyne.KeyName) {
	w.window.Canvas().OnTypedKey()(&fyne.KeyEvent{Name: name})
}

func (w *testWindow) ctrl(name fyne.KeyName) {
	w.press(w.shortcuts[name]) // the test driver knows no shortcuts
}

func TestTheWindowOpensPlaying(t *testing.T) {
	w := openWindow(t, 1280, 800, Deps{})
	if !w.state.Playing || w.clock.animation == nil {
		t.Fatal("nothing moves at launch")
	}
	w.play(time.Second)
	if m := w.state.Moment(); m.Pass != 4 {
		t.Errorf("after a second the run is at %+v, want pass 4", m)
	}
	w.play(time.Minute)
	if w.state.Playing || w.clock.animation != nil || !w.state.Moment().Settled {
		t.Errorf("the run does not hold at its end: %+v", w.state.Moment())
	}
}

func TestClosingMidRun(t *testing.T) {
	r := &slow{}
	w := openWindow(t, 1280, 800, Deps{Runner: r})
	w.loop.until(t, "the GPU to be found", func() bool { return len(w.state.Devices) > 0 })
	w.ctrl(fyne.KeyR)
	w.loop.until(t, "the run to start", func() bool { return r.running.Load() == 1 && w.state.Run.Phase == "running" })
	w.Close()
	w.Close() // twice does no harm
	w.loop.until(t, "the run to end", func() bool { return r.running.Load() == 0 })
}

func TestAProgramThatIsEndedTakesItsRunAlong(t *testing.T) {
	r := &slow{}
	w := openWindow(t, 1280, 800, Deps{Runner: r})
	w.loop.until(t, "the GPU to be found", func() bool { return len(w.state.Devices) > 0 })
	w.ctrl(fyne.KeyR)
	w.loop.until(t, "the run to start", func() bool { return r.running.Load() == 1 })
	w.Stop()
	if r.running.Load() != 0 {
		t.Error("the run outlives the program")
	}
	w.Stop() // twice does no harm
}

func TestARunDoesNotHoldUpTheWindow(t *testing.T) {
	r := &slow{}
	w := openWindow(t, 1280, 800, Deps{Runner: r})
	w.loop.until(t, "the GPU to be found", func() bool { return len(w.state.Devices) > 0 })
	w.ctrl(fyne.KeyR)
	var last time.Time
	longest := time.Duration(0)
	beats := 0
	for beats < 20 {
		w.loop.post(func() {
			if now := time.Now(); !last.IsZero() {
				longest = max(longest, now.Sub(last))
			}
			last = time.Now()
			beats++
		})
		w.loop.until(t, "a heartbeat", func() bool { return time.Since(last) < 20*time.Millisecond })
	}
	if longest > 5*time.Second {
		t.Errorf("the window stood still for %v while a run went on", longest)
	}
	w.ctrl(fyne.KeyPeriod)
	w.loop.until(t, "the run to end", func() bool { return !w.state.Run.Active() })
}

func TestOpening(t *testing.T) {
	dir := t.TempDir()
	good := filepath.Join(dir, "a b # ü.json")
	r := measure.Recordings()[0]
	f, err := os.Create(good)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.WriteJSON(f); err != nil {
		t.Fatal(err)
	}
	f.Close()
	bad := filepath.Join(dir, "bad.json")
	if err := os.WriteFile(bad, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	w := openWindow(t, 1280, 800, Deps{Open: good})
	w.loop.until(t, "the file to open", func() bool { return w.state.File != nil })
	if w.state.On[0] != fileID || !strings.HasPrefix(w.state.Notice.Text, "Opened") {
		t.Errorf("chart %v, notice %q", w.state.On, w.state.Notice.Text)
	}
	for _, path := range []string{bad, filepath.Join(dir, "none.json"), dir} {
		w.do(tell{})
		w.dropped(fyne.Position{}, []fyne.URI{storage.NewFileURI(path)})
		w.loop.until(t, "the answer", func() bool { return w.state.Notice.Text != "" })
		text := w.state.Notice.Text
		if !w.state.Notice.Error || !strings.HasSuffix(text, ".") || strings.ToUpper(text[:1]) != text[:1] && text[0] < 'A' {
			t.Errorf("%s: %q", path, text)
		}
		if w.state.On[0] != fileID || w.state.File == nil {
			t.Errorf("%s: the opened result is lost", path)
		}
	}
	if w.remembered.Folder == "" {
		t.Error("the folder is not remembered")
	}
}

func TestSavingOffersTheOwnResultAsJSON(t *testing.T) {
	w := openWindow(t, 1280, 800, Deps{})
	own := recordings()[1]
	own.ID = ""
	w.do(opened{own})
	w.do(onlySource{"t4"})
	w.ctrl(fyne.KeyS)
	if w.state.Dialog != dialogSave || w.window.Canvas().Overlays().Top() == nil {
		t.Fatal("no sheet to save with")
	}
	w.dismiss()
	if w.state.Dialog != "" || w.window.Canvas().Overlays().Top() != nil {
		t.Error("the sheet does not go")
	}
	sheet := w.exportDialog([]measure.Result{*w.state.own()}, func() {})
	sheet.preset(exportData, "json")
	if sheet.choice.What != exportData || sheet.choice.Format != "json" || sheet.deps.Shown.Results[0].Device.Name != "NVIDIA H200" {
		t.Errorf("the sheet offers %+v of %s", sheet.choice, sheet.deps.Shown.Results[0].Device.Name)
	}
	sheet.close()
}

func TestADialogHoldsTheReplay(t *testing.T) {
	w := openWindow(t, 1280, 800, Deps{})
	w.play(time.Second)
	w.key(fyne.KeyF1)
	at := w.state.Elapsed
	w.play(time.Second)
	if w.state.Elapsed != at || !w.state.Playing {
		t.Error("the run goes on behind the dialog")
	}
	w.key(fyne.KeyEscape)
	if w.play(time.Second); w.state.Elapsed <= at {
		t.Error("the run does not go on after the dialog")
	}
}

func TestRemembering(t *testing.T) {
	store := settings.Store{Path: filepath.Join(t.TempDir(), "settings.json")}
	w := openWindow(t, 1400, 900, Deps{Settings: store})
	w.key(fyne.KeyT)
	w.ctrl(fyne.KeyEqual)
	w.Close()
	got, err := store.Load()
	if err != nil || got.Width != 1400 || got.Height != 900 || got.Theme == "" || got.Zoom != 1.125 {
		t.Errorf("remembered %+v, %v", got, err)
	}
}

func TestTheEnvironmentOverridesTheStoredTheme(t *testing.T) {
	store := settings.Store{Path: filepath.Join(t.TempDir(), "settings.json")}
	if err := store.Save(settings.Settings{Theme: "dark"}); err != nil {
		t.Fatal(err)
	}
	if w := openWindow(t, 1280, 800, Deps{Settings: store}); !w.desk.theme.Dark() {
		t.Error("the stored theme is not used")
	}
	a := test.NewTempApp(t)
	t.Setenv("FYNE_THEME", "light")
	l := &loop{}
	w := NewWindow(a, Deps{Settings: store, Post: l.post})
	defer w.Close()
	if w.state.Theme != "" {
		t.Errorf("FYNE_THEME does not override the stored theme %q", w.state.Theme)
	}
	w.remember()
	if got, _ := store.Load(); got.Theme != "dark" {
		t.Errorf("the stored theme was replaced by %q", got.Theme)
	}
}

func TestADamagedSettingsFileIsSaidCalmly(t *testing.T) {
	store := settings.Store{Path: filepath.Join(t.TempDir(), "settings.json")}
	if err := os.WriteFile(store.Path, []byte("{{{"), 0o600); err != nil {
		t.Fatal(err)
	}
	w := openWindow(t, 1280, 800, Deps{Settings: store})
	if !strings.Contains(w.state.Notice.Text, "defaults are used") || !w.banner.Visible() {
		t.Errorf("notice %q", w.state.Notice.Text)
	}
	test.Tap(w.banner.close)
	if w.banner.Visible() {
		t.Error("the message cannot be closed")
	}
}

func TestThePointerOnTheStage(t *testing.T) {
	w := openWindow(t, 1280, 800, Deps{})
	w.do(pick{ID: sim.PaintID})
	w.do(turn{9})
	press := func(x, y float32) {
		w.stage.MouseDown(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(x, y)}, Button: desktop.MouseButtonPrimary})
	}
	var x, y float32
	for py := float32(0); py < 400 && y == 0; py += 4 {
		if lane, ok := stage.LaneAt(w.stage.geometry, w.stage.scene, 99, float64(py)); ok && lane == 0 {
			x, y = 99, py+8
		}
	}
	press(x, y)
	for i := range 5 {
		w.stage.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(x+float32(i)*22, y)}})
	}
	w.stage.DragEnd()
	for lane := range 5 {
		if w.state.Painted[lane] != 9 {
			t.Errorf("lane %d has tap %d after dragging over it", lane, w.state.Painted[lane])
		}
	}
	if w.state.Painted[6] != 6 {
		t.Error("a lane that was not touched is painted")
	}
	w.do(turn{15})
	for _, stroke := range [][2]int{{20, 26}, {18, 12}} { // quick, so that one report skips lanes
		at := func(lane int) float32 { return x + float32(lane)*22 }
		press(at(stroke[0]), y)
		w.stage.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(at(stroke[1]), y)}})
		w.stage.DragEnd()
	}
	for lane, tap := range w.state.Painted {
		if quick := lane >= 12 && lane <= 18 || lane >= 20 && lane <= 26; quick != (tap == 24) {
			t.Errorf("lane %d has tap %d after two quick strokes", lane, tap)
		}
	}
	w.do(pick{ID: "per-lane"})
	for py := float32(430); py < 592; py += 2 {
		if pass, ok := stage.TapePass(w.stage.geometry, w.stage.scene, 400, float64(py)); ok && pass > 0 {
			press(400, py)
			if got := w.state.Moment().Pass; w.state.Playing || got < pass-1 || got > pass+1 {
				t.Errorf("the tape at pass %d leads to %+v", pass, w.state.Moment())
			}
			return
		}
	}
	t.Error("no tape was found")
}

func TestHoverExplains(t *testing.T) {
	w := openWindow(t, 1280, 800, Deps{})
	w.stage.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(60, 177)}})
	if !strings.HasPrefix(w.state.Status, "A lane is") {
		t.Errorf("status %q", w.state.Status)
	}
	w.stage.MouseOut()
	if w.state.Status != "" {
		t.Errorf("status %q stays", w.state.Status)
	}
	w.transport.play.FocusGained()
	if w.state.Status != "play or pause (Space)" {
		t.Errorf("the focus is not explained: %q", w.state.Status)
	}
}
