package ui

import (
	"testing"

	"fyne.io/fyne/v2"
)

// TestResizingAPausedWindow holds that every part takes over the zoom and the
// arrangement of a window whose size the user changes while nothing plays.
func TestResizingAPausedWindow(t *testing.T) {
	w := openWindow(t, 1280, 800, Deps{})
	w.do(jumpTo{End: true})
	for _, size := range []fyne.Size{{Width: 640, Height: 400}, {Width: 1280, Height: 800}, {Width: 900, Height: 700}, {Width: 1024, Height: 640}} {
		w.arrange(size) // as the toolkit does, which sends no action
		if v := w.panel.view; v.Zoom != float32(w.desk.zoom) || v.Compact != w.plan.Compact {
			t.Errorf("at %v the panel has zoom %v, compact %v; the window %v, %v", size, v.Zoom, v.Compact, w.desk.zoom, w.plan.Compact)
		}
	}
}

// TestDialogsOfASmallWindow holds that a dialog's text fields have the size of
// the dialog around them, whatever the window's was when the last one opened.
func TestDialogsOfASmallWindow(t *testing.T) {
	w := openWindow(t, 640, 400, Deps{})
	for _, size := range []fyne.Size{{Width: 640, Height: 400}, {Width: 1280, Height: 800}} {
		w.resize(size.Width, size.Height)
		for _, name := range []string{dialogExport, dialogOpen} {
			w.do(showDialog{name})
			if p := w.app.Settings().Theme().(*palette); p.zoom != float32(w.desk.zoom) {
				t.Errorf("at %v %s has zoom %v, the window %v", size, name, p.zoom, w.desk.zoom)
			}
			w.do(closed{name})
		}
	}
}
