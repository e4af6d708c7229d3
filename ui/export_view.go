package ui

import (
	"errors"
	"fmt"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/storage"
	"fyne.io/fyne/v2/widget"

	"warpbill/plots/look"
)

func (s *exportSheet) CreateRenderer() fyne.WidgetRenderer {
	d := &drawing{objects: []fyne.CanvasObject{s.title, s.what, s.format, s.theme, s.size, s.folder, s.pick, s.name, s.ext, s.export, s.quit}}
	for _, t := range s.labels {
		d.objects = append(d.objects, t)
	}
	for _, t := range s.lines {
		d.objects = append(d.objects, t)
	}
	d.min = func() fyne.Size { return s.pixels(sheetWidth, sheetHeight) }
	d.layout = s.layout
	d.refresh = func() { s.layout(s.Size()) }
	return d
}

func (s *exportSheet) layout(size fyne.Size) {
	size = s.units(size)
	if size.Width <= 0 {
		return
	}
	th := s.deps.Theme
	setText(s.title, "Export", th.Text, true)
	s.text(s.title, sizeTab, 16, 32)
	picture := s.choice.What != exportData
	rows := []*chipRow{s.what, s.format, s.theme, s.size}
	s.what.set(s.ruler, th, s.kinds(), s.choice.What, true)
	s.format.set(s.ruler, th, chipsOf(formatsOf(s.choice.What), strings.ToUpper), s.choice.Format, true)
	s.theme.set(s.ruler, th, []chip{{"light", "Light"}, {"dark", "Dark"}}, s.choice.Theme, picture)
	s.size.set(s.ruler, th, chipsOf([]string{sizeSlide, sizeFine, sizePaper}, capital), s.choice.Size, picture)
	y := float32(48)
	for i, label := range [6]string{"What", "Format", "Theme", "Size", "Folder", "Name"} {
		setText(s.labels[i], label, th.Muted, false)
		s.text(s.labels[i], sizeCaption, 16, y+23)
		if i < len(rows) {
			s.place(rows[i], 16+sheetLabel, y, size.Width-32-sheetLabel, sheetField)
		}
		y += sheetRow
	}
	s.layoutFields(48+4*sheetRow, size.Width)
	s.layoutFoot(y, size)
}

func (s *exportSheet) layoutFields(y, width float32) {
	th := s.deps.Theme
	x, right := 16+sheetLabel, width-16
	fields := right - 84 - headGap
	show(s.pick, s.deps.Pick != nil)
	s.pick.set(th, "Choose", false, s.busy)
	s.place(s.pick, right-84, y, 84, sheetField)
	s.place(s.folder, x, y, fields-x, sheetField)
	y += sheetRow
	setText(s.ext, "."+s.choice.Format, th.Text, false)
	s.place(s.name, x, y, fields-x, sheetField)
	s.text(s.ext, 15, fields+headGap, y+23)
}

func (s *exportSheet) layoutFoot(y float32, size fyne.Size) {
	th := s.deps.Theme
	lines := wrapText(s.status, sizeNumber, size.Width-32, s.bad, len(s.lines))
	for i, t := range s.lines {
		show(t, i < len(lines))
		if i < len(lines) {
			setText(t, lines[i], th.Text, s.bad)
			s.text(t, sizeNumber, 16, y+14+18*float32(i))
		}
	}
	label := "Export"
	if s.asked != "" {
		label = "Replace"
	}
	s.export.set(th, label, false, s.busy)
	s.quit.set(th, "Close", false, false)
	top := size.Height - 50
	s.place(s.export, 16+sheetLabel, top, 96, 38)
	s.place(s.quit, 16+sheetLabel+104, top, 84, 38)
}

// kinds are the chips of what there is to export.
func (s *exportSheet) kinds() []chip {
	var chips []chip
	for _, what := range s.deps.Shown.kinds() {
		label := map[string]string{exportChart: "Chart", exportStage: "Stage", exportData: "Data"}[what]
		chips = append(chips, chip{what, label})
	}
	return chips
}

// chip is one of several choices, side by side.
type chip struct{ value, label string }

func chipsOf(values []string, label func(string) string) []chip {
	var chips []chip
	for _, v := range values {
		chips = append(chips, chip{v, label(v)})
	}
	return chips
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// chipRow offers a few choices, one of which is taken.
type chipRow struct {
	widget.BaseWidget
	ruler
	pressed func(string)
	keys    func(*fyne.KeyEvent)
	chips   []chip
	buttons []*pushButton
	shown   *drawing
}

func newChipRow(pressed func(string)) *chipRow {
	r := &chipRow{pressed: pressed}
	r.shown = &drawing{
		min:     func() fyne.Size { return r.pixels(100, sheetField) },
		layout:  func(fyne.Size) { r.arrange() },
		refresh: r.arrange,
	}
	r.ExtendBaseWidget(r)
	return r
}

func (r *chipRow) CreateRenderer() fyne.WidgetRenderer { return r.shown }

// set shows other choices; the buttons are kept.
func (r *chipRow) set(z ruler, th *look.Theme, chips []chip, taken string, enabled bool) {
	r.ruler, r.chips = z, chips
	for len(r.buttons) < len(chips) {
		i := len(r.buttons)
		b := newPushButton(buttonRaised, "", sizeCaption, func() { r.pressed(r.chips[i].value) })
		b.keys, b.ruler = r.keys, z
		r.buttons = append(r.buttons, b)
		r.shown.objects = append(r.shown.objects, b)
	}
	for i, b := range r.buttons {
		show(b, i < len(chips))
		if i < len(chips) {
			b.set(th, chips[i].label, chips[i].value == taken, !enabled)
		}
	}
	r.arrange()
}

func (r *chipRow) arrange() {
	x := float32(0)
	for i := range r.chips {
		w := max(textWidth(r.chips[i].label, sizeCaption, true)+24, 64)
		r.place(r.buttons[i], x, 0, w, sheetField)
		x += w + headGap
	}
}

// sheetEntry is a text field that hands on the keys it has no use for.
type sheetEntry struct {
	widget.Entry
	keys func(*fyne.KeyEvent)
}

func newSheetEntry(keys func(*fyne.KeyEvent)) *sheetEntry {
	e := &sheetEntry{keys: keys}
	e.Scroll = fyne.ScrollHorizontalOnly
	e.Wrapping = fyne.TextWrapOff
	e.ExtendBaseWidget(e)
	return e
}

func (e *sheetEntry) TypedKey(k *fyne.KeyEvent) {
	switch k.Name {
	case fyne.KeyEscape, fyne.KeyF1, fyne.KeyF11:
		e.keys(k)
	default:
		e.Entry.TypedKey(k)
	}
}

// pickFolder lets the user choose a folder in the window. A file dialog that
// cannot open (there is no home folder, say) is an error: the folder can
// still be typed.
func pickFolder(w fyne.Window, start string, picked func(string), failed func(error)) {
	defer func() {
		if r := recover(); r != nil {
			failed(fmt.Errorf("the list of folders cannot be shown: %v; type the folder instead", r))
		}
	}()
	d := dialog.NewFolderOpen(func(folder fyne.ListableURI, err error) {
		switch {
		case err != nil:
			failed(fmt.Errorf("that folder cannot be used: %w", err))
		case folder != nil:
			picked(folder.Path())
		}
	}, w)
	if dir, err := checkFolder(start); err == nil {
		if list, err := storage.ListerForURI(storage.NewFileURI(dir)); err == nil {
			d.SetLocation(list)
		}
	}
	size := w.Canvas().Size()
	if size.Width < 200 || size.Height < 200 {
		failed(errors.New("the window is too small for the list of folders: type the folder instead"))
		return
	}
	d.Show() // it has no size before it is shown
	d.Resize(fyne.NewSize(min(820, size.Width-40), min(560, size.Height-40)))
}
