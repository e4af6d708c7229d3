package ui

import (
	"image"
	"image/draw"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// countedFont is a font that counts how often it is read.
type countedFont struct {
	fyne.Resource
	reads *int
}

func (f countedFont) Content() []byte {
	*f.reads++
	return f.Resource.Content()
}

// TestNoChangeOfLookReadsAFont: the toolkit never lets go of what it has read.
func TestNoChangeOfLookReadsAFont(t *testing.T) {
	w := openWindow(t, 1280, 800, Deps{})
	reads := 0
	w.palette.plain, w.palette.bold = countedFont{w.palette.plain, &reads}, countedFont{w.palette.bold, &reads}
	dialogs := func() {
		for _, name := range []string{dialogOpen, dialogExport, dialogHelp, dialogSave} {
			w.do(showDialog{name})
			w.window.Canvas().Capture()
			w.key(fyne.KeyEscape)
		}
	}
	w.app.Settings().SetTheme(w.palette) // as when the window opens
	dialogs()
	first := reads
	if first == 0 {
		t.Fatal("no font is read at all")
	}
	for range 3 {
		w.key(fyne.KeyT)
		w.window.Canvas().Capture()
		w.ctrl(fyne.KeyPlus)
		w.window.Canvas().Capture()
		dialogs()
		w.resize(640, 400)
		dialogs()
		w.ctrl(fyne.Key0)
		w.resize(1280, 800)
	}
	if reads != first {
		t.Errorf("the fonts were read %d times, and %d times more for changes of theme and zoom", first, reads-first)
	}
}

// TestNothingKeepsAnOldColor: what is on the window after T is what the
// toolkit shows when it is given the theme as a new one, whether it was open
// in the old one or not. Menus and lists close with the old theme.
func TestNothingKeepsAnOldColor(t *testing.T) {
	w := openWindow(t, 1280, 800, Deps{})
	w.key(fyne.KeySpace) // stands still
	picture := func() *image.RGBA {
		img := w.window.Canvas().Capture()
		out := image.NewRGBA(img.Bounds())
		draw.Draw(out, out.Rect, img, img.Bounds().Min, draw.Src)
		return out
	}
	nothing := func() {}
	dialog := func(name string) func() { return func() { w.do(showDialog{name}) } }
	for _, c := range []struct {
		name   string
		before func()
		opens  func() // what of it is open after T
	}{
		{"nothing", nothing, nothing},
		{"open", dialog(dialogOpen), dialog(dialogOpen)},
		{"export", dialog(dialogExport), dialog(dialogExport)},
		{"help", dialog(dialogHelp), dialog(dialogHelp)},
		{"a menu", func() { w.orderMenu(fyne.NewPos(300, 60)) }, nothing},
		{"sources", func() { w.panel.showSources() }, nothing},
		{"notes", func() { w.panel.showNotes() }, nothing},
	} {
		for range 2 { // to dark and back
			for _, late := range []bool{false, true} {
				c.before() // its icons are drawn in the old colours
				picture()
				if !late {
					w.shut()
				}
				w.do(w.otherTheme())
				opened := c.opens
				if !late {
					opened = c.before
					c.before()
				}
				got := picture()
				w.shut()
				w.app.Settings().SetTheme(w.palette)
				opened()
				if n := differing(got, picture()); n > 0 {
					t.Errorf("%s, open before %v, dark %v: %d pixels keep another colour", c.name, late, w.desk.theme.Dark(), n)
				}
				w.shut()
			}
		}
	}
}

// shut closes whatever is open over the window.
func (w *testWindow) shut() {
	w.key(fyne.KeyEscape)
	for c := w.window.Canvas(); c.Overlays().Top() != nil; {
		c.Overlays().Remove(c.Overlays().Top())
	}
}

func differing(a, b *image.RGBA) (n int) {
	for i := 0; i < len(a.Pix); i += 4 {
		if [4]byte(a.Pix[i:]) != [4]byte(b.Pix[i:]) {
			n++
		}
	}
	return n
}

// TestTheToolkitFollowsTheZoom: in a window too small to be laid out the zoom
// is less than the user's; a dialog that is open keeps its own.
func TestTheToolkitFollowsTheZoom(t *testing.T) {
	w := openWindow(t, 1280, 800, Deps{})
	whole := w.palette.Size(theme.SizeNameText)
	look := func(want float32, when string) {
		t.Helper()
		if got := w.palette.Size(theme.SizeNameText) / whole; got < want-.01 || got > want+.01 {
			t.Errorf("%s: the toolkit's zoom is %.2f, want %.2f", when, got, want)
		}
	}
	w.resize(512, 320)
	small := float32(w.desk.zoom)
	if small >= 1 {
		t.Fatalf("the zoom of a small window is %g", small)
	}
	look(small, "a small window")
	w.do(showDialog{dialogExport})
	w.resize(1280, 800)
	look(small, "the dialog is open")
	w.key(fyne.KeyEscape)
	look(1, "the dialog is closed")
	w.ctrl(fyne.KeyPlus)
	look(w.state.Zoom, "zoomed")
	if w.state.Zoom <= 1 {
		t.Errorf("the zoom is %g", w.state.Zoom)
	}
}
