package ui

import (
	"os"
	"path/filepath"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
	"github.com/mitchellh/go-homedir"

	"warpbill/cuda/measure"
	"warpbill/plots/look"
)

// exportDeps is what the export sheet is given.
type exportDeps struct {
	Shown  Shown
	Theme  *look.Theme // of the window
	Zoom   float32
	Last   string                                    // the folder of the last export, or empty
	Home   func() (string, error)                    // nil: go-homedir
	Write  func(path string, data []byte) error      // nil: measure.WriteFile
	Post   func(func())                              // runs a function on the UI goroutine
	Pick   func(folder string, picked func(string))  // chooses a folder; nil: typed only
	Render func(Shown, exportChoice) ([]byte, error) // nil: Shown.render
	Done   func(folder string)                       // a file was written there
	Closed func()
	Keys   func(*fyne.KeyEvent)
}

// exportSheet asks what to export and writes it. It stays open until it is
// closed, so that a failed export loses nothing.
type exportSheet struct {
	widget.BaseWidget
	ruler
	deps   exportDeps
	choice exportChoice
	named  bool   // the user typed a name
	asked  string // the path that may be replaced
	busy   bool
	closed bool
	status string
	bad    bool // the status is an error

	title        *canvas.Text
	labels       [6]*canvas.Text
	what, format *chipRow
	theme, size  *chipRow
	folder, name *sheetEntry
	ext          *canvas.Text
	pick         *pushButton
	lines        [3]*canvas.Text
	export, quit *pushButton
	pop          *widget.PopUp
}

// Sizes of the sheet.
const (
	sheetWidth  float32 = 540
	sheetHeight float32 = 440
	sheetLabel  float32 = 92
	sheetRow    float32 = 46
	sheetField  float32 = 36
)

func newExportSheet(d exportDeps) *exportSheet {
	if d.Home == nil {
		d.Home = homedir.Dir
	}
	if d.Write == nil {
		d.Write = measure.WriteFile
	}
	if d.Render == nil {
		d.Render = Shown.render
	}
	if d.Theme == nil {
		d.Theme = look.DarkTheme()
	}
	s := &exportSheet{deps: d, ruler: ruler{d.Zoom}, title: newText(), ext: newText()}
	s.choice = exportChoice{Theme: "light"}.sane(d.Shown)
	for i := range s.labels {
		s.labels[i] = newText()
	}
	for i := range s.lines {
		s.lines[i] = newText()
	}
	set := func(field *string) func(string) {
		return func(v string) { *field = v; s.changed() }
	}
	s.what, s.format = newChipRow(set(&s.choice.What)), newChipRow(set(&s.choice.Format))
	s.theme, s.size = newChipRow(set(&s.choice.Theme)), newChipRow(set(&s.choice.Size))
	s.folder, s.name = newSheetEntry(s.key), newSheetEntry(s.key)
	s.folder.OnChanged = func(string) { s.changed() }
	s.name.OnChanged = func(text string) {
		s.named = text != "" && text != s.deps.Shown.suggest(s.choice)
		s.changed()
	}
	s.folder.OnSubmitted, s.name.OnSubmitted = func(string) { s.press() }, func(string) { s.press() }
	s.pick = newPushButton(buttonRaised, "Choose", sizeCaption, s.choose)
	s.export = newPushButton(buttonRaised, "Export", 15, s.press)
	s.export.bold = true
	s.quit = newPushButton(buttonRaised, "Close", 15, s.close)
	for _, b := range []*pushButton{s.pick, s.export, s.quit} {
		b.ruler, b.keys = s.ruler, s.key
	}
	for _, row := range []*chipRow{s.what, s.format, s.theme, s.size} {
		row.keys = s.key
	}
	s.ExtendBaseWidget(s)
	folder, note := exportFolder(d.Last, d.Home)
	s.folder.SetText(folder)
	s.changed()
	s.status, s.bad = note, note != ""
	return s
}

// open shows the sheet over the window.
func (s *exportSheet) open(c fyne.Canvas) {
	s.pop = widget.NewModalPopUp(s, c)
	s.pop.Show()
	c.Focus(s.name)
}

// key is a key that the focused part of the sheet has no use for.
func (s *exportSheet) key(e *fyne.KeyEvent) {
	switch {
	case e.Name == fyne.KeyEscape:
		s.close()
	case s.deps.Keys != nil:
		s.deps.Keys(e)
	}
}

func (s *exportSheet) close() {
	if s.closed {
		return
	}
	s.closed = true
	if s.pop != nil {
		s.pop.Hide()
	}
	if s.deps.Closed != nil {
		s.deps.Closed()
	}
}

// changed follows a change of the choice or of a field.
func (s *exportSheet) changed() {
	s.choice = s.choice.sane(s.deps.Shown)
	s.asked, s.status, s.bad = "", "", false
	if suggested := s.deps.Shown.suggest(s.choice); !s.named && s.name.Text != suggested {
		s.name.SetText(suggested) // comes back here once
		return
	}
	s.Refresh()
}

func (s *exportSheet) choose() {
	if s.deps.Pick != nil {
		s.deps.Pick(s.folder.Text, func(folder string) { s.folder.SetText(folder) })
	}
}

// say shows one sentence at the foot of the sheet.
func (s *exportSheet) say(text string, bad bool) {
	s.status, s.bad = text, bad
	s.Refresh()
}

// press starts the export, after asking whether a file may be replaced.
func (s *exportSheet) press() {
	if s.busy || s.closed {
		return
	}
	folder, err := checkFolder(s.folder.Text)
	if err != nil {
		s.say(sentence(err), true)
		return
	}
	name := safeFileName(or(s.name.Text, s.deps.Shown.suggest(s.choice)), s.choice.Format)
	if stem := name[:len(name)-len(s.choice.Format)-1]; stem != s.name.Text && name != s.name.Text {
		s.name.SetText(stem)
		s.say("That name does not work on every computer; it is "+name+" now. Press Export again.", false)
		return
	}
	path := filepath.Join(folder, name)
	if _, err := os.Lstat(path); err == nil && s.asked != path {
		s.asked = path
		s.say(name+" is already in that folder. Press Replace to write over it.", false)
		return
	}
	s.write(folder, path)
}

// write renders and writes on a goroutine, which ends with the file.
func (s *exportSheet) write(folder, path string) {
	s.busy = true
	s.say("Drawing "+filepath.Base(path), false)
	d, choice := s.deps, s.choice
	go func() {
		data, err := d.Render(d.Shown, choice)
		if err == nil {
			err = d.Write(path, data)
		}
		d.Post(func() { s.written(folder, path, err) })
	}()
}

func (s *exportSheet) written(folder, path string, err error) {
	s.busy, s.asked = false, ""
	if err == nil && s.deps.Done != nil {
		s.deps.Done(folder)
	}
	if s.closed {
		return
	}
	if err != nil {
		s.say("Nothing was written. "+sentence(err), true)
		return
	}
	s.say("Written: "+path, false)
}

var _ fyne.Widget = (*exportSheet)(nil)
