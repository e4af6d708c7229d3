package ui

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/storage"

	"warpbill/cuda/measure"
)

// sentence makes an error a sentence: a capital letter and a full stop.
func sentence(err error) string {
	text := short(err.Error())
	first, size := utf8.DecodeRuneInString(text)
	text = string(unicode.ToUpper(first)) + text[size:]
	if !strings.HasSuffix(text, ".") {
		text += "."
	}
	return text
}

// findDevices looks for a GPU, off the UI goroutine.
func (w *Window) findDevices() {
	r := w.deps.Runner
	if r == nil {
		w.do(found{})
		return
	}
	w.work.do(func(ctx context.Context) func() {
		devices, err := r.Devices(ctx)
		return func() { w.do(found{Devices: devices, Err: err}) }
	})
}

// open reads a result file, off the UI goroutine.
func (w *Window) open(path string) {
	w.remembered.Folder = filepath.Dir(path)
	w.work.do(func(context.Context) func() {
		r, err := openFile(path)
		return func() {
			if err != nil {
				w.do(tell{Text: sentence(err), Error: true})
				return
			}
			w.do(opened{r})
		}
	})
}

// openFile is OpenResult for what a window can be given: a pipe would hold it
// up without a word, for as long as nobody writes to it.
func openFile(path string) (measure.Result, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return measure.Result{}, fmt.Errorf("cannot open %s: it is a device, not a file: choose another one", filepath.Base(path))
	}
	return measure.OpenResult(path)
}

func (w *Window) dropped(_ fyne.Position, list []fyne.URI) {
	for _, u := range list {
		if u.Scheme() == "file" {
			w.open(u.Path())
			return
		}
	}
}

// changeDialog takes away the dialog that is open and shows the given one,
// which may be the same.
func (w *Window) changeDialog(name string) {
	if dismiss := w.dismiss; dismiss != nil {
		w.dismiss = nil
		dismiss()
	}
	w.sizeWidgets()
	gone := func() {
		if w.dismiss != nil { // or the window itself takes it away
			w.do(closed{name})
		}
	}
	switch name {
	case dialogOpen:
		w.openDialog(gone)
	case dialogSave:
		w.exportDialog([]measure.Result{*w.state.own()}, gone).preset(exportData, "json")
	case dialogExport:
		w.exportDialog(w.state.selected(w.deps), gone)
	case dialogHelp:
		w.dismiss = showHelp(w.window.Canvas(), w.desk.theme, float32(w.desk.zoom), helpKeys(), gone).Hide
	}
}

// sizeWidgets gives the toolkit's own widgets the zoom of everything else,
// which in a small window is less than the user's: a text field would be
// higher than its place.
func (w *Window) sizeWidgets() { w.palette.zoom = float32(w.desk.zoom) }

// chooseColors takes over the theme that the user has chosen. What is open
// over the window keeps the colours it was made in: menus close, and a dialog
// opens anew.
func (w *Window) chooseColors() {
	w.palette.choose(w.state.Theme)
	w.restyle()
	if w.state.Dialog != "" {
		w.changeDialog(w.state.Dialog)
		return
	}
	overlays := w.window.Canvas().Overlays()
	for top := overlays.Top(); top != nil; top = overlays.Top() {
		overlays.Remove(top)
	}
}

// exportDialog offers what is shown as pictures and data.
func (w *Window) exportDialog(results []measure.Result, gone func()) *exportSheet {
	sheet := newExportSheet(exportDeps{
		Shown: Shown{
			Results: results, Figure: w.state.Mode, Emphasis: w.state.emphasis(), Note: w.state.chartNote(results),
			Scene: w.state.scene(results, false), Theme: w.desk.theme.Name,
		},
		Theme: w.desk.theme, Zoom: float32(w.desk.zoom), Last: w.remembered.Export, Post: w.deps.Post,
		Pick: func(folder string, picked func(string)) {
			pickFolder(w.window, folder, picked, func(err error) { w.do(tell{Text: sentence(err), Error: true}) })
		},
		Done:   func(folder string) { w.remembered.Export = folder },
		Closed: gone, Keys: w.typed,
	})
	w.dismiss = sheet.close
	sheet.open(w.window.Canvas())
	return sheet
}

// preset chooses what is exported and how, as if the user had.
func (s *exportSheet) preset(what, format string) {
	s.choice.What, s.choice.Format = what, format
	s.changed()
}

// openDialog asks for a result file.
func (w *Window) openDialog(gone func()) {
	d := dialog.NewFileOpen(func(r fyne.URIReadCloser, err error) {
		switch {
		case err != nil:
			w.do(tell{Text: sentence(err), Error: true})
		case r != nil:
			path := r.URI().Path()
			r.Close()
			w.open(path)
		}
	}, w.window)
	d.SetFilter(storage.NewExtensionFileFilter([]string{".json", ".csv", ".txt"}))
	if dir := w.remembered.Folder; dir != "" {
		if info, err := os.Stat(dir); err == nil && info.IsDir() {
			if u, err := storage.ListerForURI(storage.NewFileURI(dir)); err == nil {
				d.SetLocation(u)
			}
		}
	}
	d.SetOnClosed(gone)
	w.dismiss = d.Hide
	d.Show() // it has no size before it is shown
	size := w.window.Canvas().Size()
	d.Resize(fyne.NewSize(min(size.Width-40, 900), min(size.Height-40, 620)))
	if top := w.window.Canvas().Overlays().Top(); top != nil {
		top.Refresh() // stands in the middle for the size it had
	}
}

// remember writes what the window remembers.
func (w *Window) remember() {
	v := w.remembered
	if size := w.window.Canvas().Size(); !w.window.FullScreen() && size.Width >= 1 {
		v.Width, v.Height = size.Width, size.Height
	}
	if !w.forced || w.state.Theme != "" {
		v.Theme = w.state.Theme
	}
	v.Zoom = w.state.Zoom
	w.remembered = v
	if err := w.deps.Settings.Save(v); err != nil {
		w.do(tell{Text: sentence(err), Error: true})
	}
}
