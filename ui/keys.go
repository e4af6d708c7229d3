package ui

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"

	"warpbill/sim"
)

// key is one entry of the keyboard: what is pressed and what it does. The
// help lists these entries, so that it cannot be wrong.
type key struct {
	Shown string // as the help writes it; empty: not listed by itself
	Doc   string
	Names []fyne.KeyName
	Ctrl  bool
	Do    func(*Window) Action // an Action that needs the window's state or clock
	Act   Action
}

// keyboard lists every key, in the order of the help.
func keyboard() []key {
	plain := func(shown, doc string, a Action, names ...fyne.KeyName) key {
		return key{Shown: shown, Doc: doc, Names: names, Act: a}
	}
	ctrl := func(shown, doc string, a Action, names ...fyne.KeyName) key {
		return key{Shown: shown, Doc: doc, Names: names, Act: a, Ctrl: true}
	}
	distinct := func(k int64) Action { return pick{ID: "distinct", Value: k, Given: true} }
	return []key{
		plain("Space", "play or pause", toggle{}, fyne.KeySpace),
		plain("Right, Page Down", "one pass forward", arrow{1}, fyne.KeyRight),
		plain("Left, Page Up", "one pass back", arrow{-1}, fyne.KeyLeft),
		plain("", "", stepBy{1}, fyne.KeyPageDown),
		plain("", "", stepBy{-1}, fyne.KeyPageUp),
		plain("Home, End", "to the start, to the end", jumpTo{}, fyne.KeyHome),
		plain("", "", jumpTo{End: true}, fyne.KeyEnd),
		plain("+ and -", "faster, slower", faster{1}, fyne.KeyPlus, fyne.KeyEqual),
		plain("", "", faster{-1}, fyne.KeyMinus),
		plain("Up, Down", "tap k, stride, offset, seed or paint tap", turn{1}, fyne.KeyUp),
		plain("", "", turn{-1}, fyne.KeyDown),
		plain("A", "play all 32 taps and sum the bill", playAllTaps{}, fyne.KeyA),
		plain("1, 2, 4, 8, 6", "broadcast, 2, 4, 8 or 16 distinct", pick{ID: "broadcast"}, fyne.Key1),
		plain("", "", distinct(2), fyne.Key2),
		plain("", "", distinct(4), fyne.Key4),
		plain("", "", distinct(8), fyne.Key8),
		plain("", "", distinct(16), fyne.Key6),
		plain("L, S, O", "per-lane, stride, offset", pick{ID: "per-lane"}, fyne.KeyL),
		plain("", "", pick{ID: "stride"}, fyne.KeyS),
		plain("", "", pick{ID: "offset"}, fyne.KeyO),
		plain("V", "reverse; again for pairs and halves", pickOrder{}, fyne.KeyV),
		plain("R, P", "random, paint", pick{ID: "random"}, fyne.KeyR),
		plain("", "", pick{ID: sim.PaintID}, fyne.KeyP),
		{Shown: "M, Shift+M", Doc: "next or previous memory path at the lower till", Names: []fyne.KeyName{fyne.KeyM}, Do: (*Window).otherPath},
		plain("Left, Right, Enter", "while painting: move the lane cursor, paint", paintCursor{}, fyne.KeyReturn, fyne.KeyEnter),
		plain("G", "Ratio or Time", setMode{}, fyne.KeyG),
		plain("C", "stage or chart in a small window", setTab{}, fyne.KeyC),
		{Shown: "T", Doc: "light or dark", Names: []fyne.KeyName{fyne.KeyT}, Do: (*Window).otherTheme},
		plain("F11", "full screen", fullScreen{}, fyne.KeyF11),
		{Shown: "Ctrl+R", Doc: "measure on this GPU", Names: []fyne.KeyName{fyne.KeyR}, Ctrl: true, Do: func(w *Window) Action { return startRun{Now: w.now()} }},
		ctrl("Ctrl+.", "cancel the run", cancelRun{}, fyne.KeyPeriod),
		ctrl("Ctrl+O", "open a result", showDialog{dialogOpen}, fyne.KeyO),
		ctrl("Ctrl+S", "save the result", showDialog{dialogSave}, fyne.KeyS),
		ctrl("Ctrl+E", "export what is shown", showDialog{dialogExport}, fyne.KeyE),
		ctrl("Ctrl and + - 0", "zoom", zoomBy{1}, fyne.KeyPlus, fyne.KeyEqual),
		ctrl("", "", zoomBy{-1}, fyne.KeyMinus),
		ctrl("", "", zoomBy{0}, fyne.Key0),
		ctrl("Ctrl+Q", "quit", quit{}, fyne.KeyQ),
		plain("F1", "this list", showDialog{dialogHelp}, fyne.KeyF1),
		plain("Esc", "leave full screen or close what is open", escape{}, fyne.KeyEscape),
	}
}

// helpKeys is the keyboard as the help shows it.
func helpKeys() []KeyLine {
	var list []KeyLine
	for _, k := range keyboard() {
		if k.Shown != "" {
			list = append(list, KeyLine{k.Shown, k.Doc})
		}
	}
	return list
}

// typed does what a key without a modifier does. While a dialog is open only
// leaving it counts.
func (w *Window) typed(e *fyne.KeyEvent) {
	k, ok := w.keys[e.Name]
	if !ok || w.state.Dialog != "" && e.Name != fyne.KeyEscape {
		return
	}
	w.press(k)
}

func (w *Window) press(k key) {
	a := k.Act
	if k.Do != nil {
		a = k.Do(w)
	}
	w.do(a)
}

// listen makes the keyboard reach the window: plain keys while nothing has
// the focus, and shortcuts always. Focused widgets hand plain keys on.
func (w *Window) listen() {
	w.keys, w.shortcuts = map[fyne.KeyName]key{}, map[fyne.KeyName]key{}
	canvas := w.window.Canvas()
	for _, k := range keyboard() {
		for _, name := range k.Names {
			if !k.Ctrl {
				w.keys[name] = k
				continue
			}
			w.shortcuts[name] = k
			canvas.AddShortcut(&desktop.CustomShortcut{KeyName: name, Modifier: fyne.KeyModifierShortcutDefault}, func(fyne.Shortcut) { w.press(k) })
			if name == fyne.KeyEqual { // "+" stands above "=" on many keyboards
				shift := fyne.KeyModifierShortcutDefault | fyne.KeyModifierShift
				canvas.AddShortcut(&desktop.CustomShortcut{KeyName: name, Modifier: shift}, func(fyne.Shortcut) { w.press(k) })
			}
		}
	}
	canvas.SetOnTypedKey(w.typed)
}

// keyHint is the doc of a control with its key behind it.
func keyHint(doc, keys string) string { return strings.TrimSpace(doc + " (" + keys + ")") }

func (w *Window) otherTheme() Action {
	return nextTheme{Dark: w.desk.theme.Dark(), SystemDark: w.app.Settings().ThemeVariant() == theme.VariantDark}
}
