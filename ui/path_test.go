package ui

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"warpbill/plots/stage"
	"warpbill/plots/words"
	"warpbill/sim"
	"warpbill/ui/settings"
)

func TestChoosingAPath(t *testing.T) {
	s := Start(Deps{}, settings.Settings{})
	if s.Path != "" || s.Second.Path.ID != "" || s.scene(nil, false).Second.Path.ID != "" {
		t.Fatalf("the window opens with the path %q", s.Path)
	}
	s.Elapsed = 3 * time.Second
	for _, test := range []struct {
		a     Action
		path  string
		units int
	}{
		{setPath{"shared-column"}, "shared-column", 32},
		{nextPath{1}, "shared-padded", 1},
		{nextPath{-1}, "shared-column", 32},
		{setPath{"drum"}, "shared-column", 32},
		{setPath{"constant"}, "shared-column", 32}, // stands at the upper till
		{setPath{"literal"}, "literal", 0},
		{setPath{"global"}, "", 4},
		{nextPath{-1}, "copy", 4},
		{nextPath{1}, "", 4},
		{nextPath{1}, "constant-fixed", 0},
	} {
		s = Reduce(Deps{}, s, test.a)
		if s.Path != test.path || s.secondUnits() != test.units || s.Second.Path.ID != test.path {
			t.Errorf("%+v: the path %q with %d charges, want %q with %d", test.a, s.Path, s.secondUnits(), test.path, test.units)
		}
		if s.Elapsed != 3*time.Second {
			t.Errorf("%+v moves the run to %v", test.a, s.Elapsed)
		}
	}
}

// What a path charges for is told when it is chosen, until the user goes on.
func TestAPathIsExplained(t *testing.T) {
	s := Reduce(Deps{}, Start(Deps{}, settings.Settings{}), setPath{"shared-column"})
	if !strings.HasPrefix(s.Notice.Text, "Shared, a column. ") || !strings.Contains(s.Notice.Text, words.NamesOf("shared-column").Note) || s.Notice.Error {
		t.Errorf("the notice is %+v", s.Notice)
	}
	if lines := wrapped(s.Notice.Text, bannerSize, bannerWidth-62, 99); len(lines) > 8 {
		t.Errorf("%d lines do not fit the banner", len(lines))
	}
	if s = Reduce(Deps{}, s, stepBy{1}); s.Notice.Text != "" {
		t.Errorf("the notice stays: %q", s.Notice.Text)
	}
	for _, p := range secondPaths() {
		if lines := wrapped(pathNote(p.ID), bannerSize, bannerWidth-62, 99); len(lines) > 8 {
			t.Errorf("%s: %d lines do not fit the banner", p.ID, len(lines))
		}
	}
}

// The second bill follows the pattern and tap k.
func TestThePathFollowsThePattern(t *testing.T) {
	s := Reduce(Deps{}, Start(Deps{}, settings.Settings{}), setPath{"shared"})
	for _, test := range []struct {
		a     Action
		units int
	}{{pick{ID: "stride", Value: 2, Given: true}, 2}, {turn{2}, 4}, {pick{ID: "per-lane"}, 1}, {turn{3}, 1}, {pick{ID: sim.PaintID}, 1}} {
		if s = Reduce(Deps{}, s, test.a); s.secondUnits() != test.units {
			t.Errorf("%+v: %d wavefronts, want %d", test.a, s.secondUnits(), test.units)
		}
	}
	s = Reduce(Deps{}, s, pick{ID: "stride", Value: 500, Given: true})
	if s = Reduce(Deps{}, s, setPath{"shared-column"}); s.Second.Problem == "" || s.secondUnits() != 0 {
		t.Errorf("a column beyond a block's memory: %+v", s.Second)
	}
	if s = Reduce(Deps{}, s, put{Choice: sim.Choice{ID: "per-lane"}}); s.Path != "" || s.secondUnits() != 4 {
		t.Errorf("a lesson begins with the path %q", s.Path)
	}
}

// The sum over the taps counts what the path charges.
func TestAllTapsOnAPath(t *testing.T) {
	s := Reduce(Deps{}, Start(Deps{}, settings.Settings{}), setPath{"shared-column"})
	s = Reduce(Deps{}, s, playAllTaps{})
	for range 400 {
		s = Reduce(Deps{}, s, tick{250 * time.Millisecond})
	}
	if s.AllTaps.Done == 0 || s.AllTaps.Second != 32*s.AllTaps.Done {
		t.Errorf("after %d taps the path has %d charges", s.AllTaps.Done, s.AllTaps.Second)
	}
	if !strings.Contains(s.sumText(), "wavefronts in shared memory") {
		t.Errorf("the sum is %q", s.sumText())
	}
	if s = Reduce(Deps{}, s, nextPath{1}); s.AllTaps.On {
		t.Error("the loop goes on with another path's sum")
	}
}

// A click on the lower till's name opens the menu, a key goes on in it.
func TestThePathInTheWindow(t *testing.T) {
	w := openWindow(t, 1280, 800, Deps{Runner: &slow{}})
	w.key(fyne.KeyM)
	if w.state.Path != "constant-fixed" {
		t.Errorf("after M the path is %q", w.state.Path)
	}
	box := stage.PathBox(w.stage.geometry, w.stage.scene)
	z := float32(w.desk.zoom)
	at := fyne.NewPos(float32(box.X+box.W/2)*z, float32(box.Y+box.H/2)*z)
	e := &desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: at, AbsolutePosition: at.Add(w.stage.Position())}, Button: desktop.MouseButtonPrimary}
	w.stage.MouseMoved(e)
	if w.stage.Cursor() != desktop.PointerCursor || !strings.Contains(w.state.Status, "Constant operand") {
		t.Errorf("over the name the status is %q", w.state.Status)
	}
	w.stage.MouseDown(e)
	w.stage.MouseUp(e)
	if w.window.Canvas().Overlays().Top() == nil {
		t.Fatal("no menu opens")
	}
	if top := w.window.Canvas().Overlays().Top(); top != nil {
		w.window.Canvas().Overlays().Remove(top)
	}
	shown := fyne.Position{}
	w.stage.choose = func(at fyne.Position) { shown = at }
	w.stage.MouseUp(e)
	if below := e.AbsolutePosition.Y; shown.Y <= below || shown.Y > below+30 {
		t.Errorf("the menu opens at %v, not below the name at %v", shown, e.AbsolutePosition)
	}
	far := &desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(5, 5)}, Button: desktop.MouseButtonPrimary}
	w.stage.MouseMoved(far)
	w.stage.MouseUp(far)
	if w.stage.Cursor() != desktop.DefaultCursor || w.window.Canvas().Overlays().Top() != nil {
		t.Error("the menu opens beside the name")
	}
}
