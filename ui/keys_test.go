package ui

import (
	"reflect"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"warpbill/sim"
)

func TestKeys(t *testing.T) {
	w := openWindow(t, 1280, 800, Deps{Runner: &slow{}})
	w.loop.until(t, "the GPU to be found", func() bool { return len(w.state.Devices) > 0 })
	w.key(fyne.KeySpace)
	pattern := func(id string) func(State) bool { return func(s State) bool { return s.Choice.ID == id } }
	distinct := func(k int64) func(State) bool {
		return func(s State) bool { return s.Choice.ID == "distinct" && s.Choice.Values[0] == k }
	}
	pass := func(n int) func(State) bool { return func(s State) bool { return s.Moment().Pass == n && !s.Playing } }
	for _, c := range []struct {
		name fyne.KeyName
		ctrl bool
		then func(State) bool
	}{
		{fyne.KeyHome, false, pass(0)},
		{fyne.KeyRight, false, pass(1)},
		{fyne.KeyPageDown, false, pass(2)},
		{fyne.KeyLeft, false, pass(1)},
		{fyne.KeyPageUp, false, pass(0)},
		{fyne.KeyEnd, false, func(s State) bool { return s.AtEnd() }},
		{fyne.KeySpace, false, func(s State) bool { return s.Playing && s.Elapsed == 0 }},
		{fyne.KeySpace, false, func(s State) bool { return !s.Playing }},
		{fyne.KeyPlus, false, func(s State) bool { return s.Speed == unitSpeed+1 }},
		{fyne.KeyEqual, false, func(s State) bool { return s.Speed == unitSpeed+2 }},
		{fyne.KeyMinus, false, func(s State) bool { return s.Speed == unitSpeed+1 }},
		{fyne.KeyUp, false, func(s State) bool { return s.Tap == 1 }},
		{fyne.KeyDown, false, func(s State) bool { return s.Tap == 0 }},
		{fyne.Key1, false, pattern("broadcast")},
		{fyne.Key2, false, distinct(2)},
		{fyne.Key4, false, distinct(4)},
		{fyne.Key8, false, distinct(8)},
		{fyne.Key6, false, distinct(16)},
		{fyne.KeyS, false, pattern("stride")},
		{fyne.KeyO, false, pattern("offset")},
		{fyne.KeyV, false, pattern("reverse")},
		{fyne.KeyV, false, pattern("pairs")},
		{fyne.KeyR, false, pattern("random")},
		{fyne.KeyL, false, pattern("per-lane")},
		{fyne.KeyA, false, func(s State) bool { return s.AllTaps.On }},
		{fyne.KeyP, false, pattern(sim.PaintID)},
		{fyne.KeyRight, false, func(s State) bool { return s.Cursor == 1 }},
		{fyne.KeyUp, false, func(s State) bool { return s.PaintTap == 1 }},
		{fyne.KeyUp, false, func(s State) bool { return s.PaintTap == 2 }},
		{fyne.KeyReturn, false, func(s State) bool { return s.Painted[1] == 2 }},
		{fyne.KeyG, false, func(s State) bool { return s.Mode == "time" }},
		{fyne.KeyC, false, func(s State) bool { return s.Tab == "chart" }},
		{fyne.KeyT, false, func(s State) bool { return s.Theme != "" }},
		{fyne.KeyF11, false, func(s State) bool { return s.Full }},
		{fyne.KeyEscape, false, func(s State) bool { return !s.Full }},
		{fyne.KeyPlus, true, func(s State) bool { return s.Zoom == 1.125 }},
		{fyne.KeyMinus, true, func(s State) bool { return s.Zoom == 1 }},
		{fyne.KeyMinus, true, func(s State) bool { return s.Zoom == .875 }},
		{fyne.Key0, true, func(s State) bool { return s.Zoom == 1 }},
		{fyne.KeyF1, false, func(s State) bool { return s.Dialog == dialogHelp }},
		{fyne.KeySpace, false, func(s State) bool { return !s.Playing }},
		{fyne.KeyEscape, false, func(s State) bool { return s.Dialog == "" }},
		{fyne.KeyE, true, func(s State) bool { return s.Dialog == dialogExport }},
		{fyne.KeyEscape, false, func(s State) bool { return s.Dialog == "" }},
		{fyne.KeyO, true, func(s State) bool { return s.Dialog == dialogOpen }},
		{fyne.KeyEscape, false, func(s State) bool { return s.Dialog == "" }},
		{fyne.KeyS, true, func(s State) bool { return s.Dialog == "" && s.Notice.Text != "" }},
		{fyne.KeyR, true, func(s State) bool { return s.Run.Phase == "starting" }},
		{fyne.KeyPeriod, true, func(s State) bool { return s.Run.Phase == "cancelling" }},
	} {
		before := w.state
		if c.ctrl {
			w.ctrl(c.name)
		} else {
			w.key(c.name)
		}
		if !c.then(w.state) {
			t.Errorf("key %q (Ctrl %v) does not do its work: %+v", c.name, c.ctrl, diff(before, w.state))
		}
	}
	w.loop.until(t, "the run to end", func() bool { return !w.state.Run.Active() })
	w.ctrl(fyne.KeyQ)
	if !w.closing {
		t.Error("Ctrl+Q does not quit")
	}
}

// diff names the fields that differ.
func diff(a, b State) []string {
	var names []string
	x, y := reflect.ValueOf(a), reflect.ValueOf(b)
	for i := range x.NumField() {
		if !reflect.DeepEqual(x.Field(i).Interface(), y.Field(i).Interface()) {
			names = append(names, x.Type().Field(i).Name)
		}
	}
	return names
}

func TestKeysWorkWhateverHasTheFocus(t *testing.T) {
	w := openWindow(t, 1280, 800, Deps{})
	c := w.window.Canvas()
	seen := map[fyne.Focusable]bool{}
	for range 100 {
		c.FocusNext()
		f := c.Focused()
		if f == nil || seen[f] {
			break
		}
		seen[f] = true
		before := w.state.Playing
		f.TypedRune(' ')
		f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyF11})
		if !w.state.Full {
			t.Errorf("F11 is lost on %T", f)
		}
		f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyF11})
		if control, ok := f.(*control); ok && !control.focused {
			t.Error("the focus cannot be seen")
		}
		f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyT})
		if w.state.Playing != before {
			t.Errorf("a letter presses %T", f)
		}
	}
	if len(seen) < 11+12 {
		t.Errorf("Tab reaches %d parts of the window", len(seen))
	}
}

func TestEnterPressesTheFocusedControl(t *testing.T) {
	w := openWindow(t, 1280, 800, Deps{})
	w.transport.end.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if !w.state.AtEnd() {
		t.Error("Enter does not press the button")
	}
	w.transport.end.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
	if !w.state.Playing {
		t.Error("Space on a button does not play")
	}
	test.Tap(w.transport.play)
	if w.state.Playing {
		t.Error("a click does not pause")
	}
	if w.window.Canvas().Focused() != nil {
		t.Error("a click leaves the focus behind")
	}
	test.Tap(w.picker.segments[0].control)
	if w.state.Choice.ID != "broadcast" {
		t.Error("a click does not choose a pattern")
	}
	w.transport.scrub.Tapped(&fyne.PointEvent{Position: fyne.NewPos(w.transport.scrub.Size().Width/2, 10)})
	if got := w.state.place(); got < .45 || got > .55 {
		t.Errorf("a click in the middle of the scrub bar leads to %v", got)
	}
	w.transport.scrub.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(1e9, 0)}})
	if !w.state.AtEnd() {
		t.Error("dragging beyond the end does not lead there")
	}
}

func TestMenus(t *testing.T) {
	w := openWindow(t, 1280, 800, Deps{})
	c := w.window.Canvas()
	for name, open := range map[string]func(){
		"speed":   func() { test.Tap(w.transport.speed) },
		"reverse": func() { w.do(pick{ID: "reverse"}); test.Tap(w.picker.segments[8].control) },
	} {
		open()
		if c.Overlays().Top() == nil {
			t.Fatalf("no menu of %s", name)
		}
		if c.Focused() == nil {
			t.Fatalf("the menu of %s does not have the keyboard", name)
		}
		c.Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
		if c.Overlays().Top() != nil {
			t.Fatalf("Esc does not close the menu of %s", name)
		}
	}
	if w.state.Choice.ID != "reverse" {
		t.Error("the second click does more than open the menu")
	}
}

func TestTheHelpListsTheKeyboard(t *testing.T) {
	var text strings.Builder
	for _, k := range helpKeys() {
		if k.Keys == "" || k.Does == "" {
			t.Errorf("an empty entry: %+v", k)
		}
		text.WriteString(k.Keys + "\n")
	}
	for _, want := range []string{"Space", "Page Down", "Home", "F11", "Ctrl+O", "Ctrl+S", "Ctrl+E", "Ctrl+Q", "F1", "Esc", "Ctrl+R", "Ctrl+."} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the help does not list %s", want)
		}
	}
	type press struct {
		name fyne.KeyName
		ctrl bool
	}
	seen := map[press]bool{}
	for _, k := range keyboard() {
		if k.Act == nil && k.Do == nil {
			t.Errorf("%v does nothing", k.Names)
		}
		for _, name := range k.Names {
			if p := (press{name, k.Ctrl}); seen[p] {
				t.Errorf("%v is there twice", p)
			} else {
				seen[p] = true
			}
		}
	}
}
