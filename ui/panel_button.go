package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"warpbill/plots/look"
)

// buttonKind is how a button of the panel looks.
type buttonKind uint8

const (
	buttonRaised buttonKind = iota // a filled box
	buttonLink                     // underlined text
	buttonTab                      // a large word with a bar under the selected one
)

// pushButton is a button of the panel: a box, a link or a tab. It is reached
// by Tab and pressed by Enter, and by Space where that does not play or pause;
// every other key goes to keys, so that the program's own keys work while it
// has the focus.
type pushButton struct {
	widget.BaseWidget
	ruler
	kind     buttonKind
	size     float32
	bold     bool
	tapped   func()
	keys     func(*fyne.KeyEvent)
	plays    bool // Space is the program's key: it plays or pauses
	hover    func(at fyne.Position, inside bool)
	theme    *look.Theme
	label    string
	selected bool
	disabled bool
	hovered  bool
	focused  bool

	ring, box *canvas.Rectangle
	word      *canvas.Text
}

func newPushButton(kind buttonKind, label string, size float32, tapped func()) *pushButton {
	b := &pushButton{kind: kind, label: label, size: size, tapped: tapped, theme: look.DarkTheme()}
	b.ring, b.box, b.word = canvas.NewRectangle(noColor), canvas.NewRectangle(noColor), newText()
	b.ExtendBaseWidget(b)
	return b
}

// set changes what the button says and whether it can be pressed.
func (b *pushButton) set(th *look.Theme, label string, selected, disabled bool) {
	if b.theme == th && b.label == label && b.selected == selected && b.disabled == disabled {
		return
	}
	b.theme, b.label, b.selected, b.disabled = th, label, selected, disabled
	b.Refresh()
}

// width is how wide the button wants to be.
func (b *pushButton) width() float32 {
	w := textWidth(b.label, b.size, b.bold || b.kind == buttonTab)
	if b.kind == buttonRaised {
		w += 24
	}
	return w
}

func (b *pushButton) Tapped(*fyne.PointEvent) {
	if !b.disabled && b.tapped != nil {
		b.tapped()
	}
}

func (b *pushButton) FocusGained()   { b.focused = true; b.Refresh() }
func (b *pushButton) FocusLost()     { b.focused = false; b.Refresh() }
func (b *pushButton) TypedRune(rune) {}

func (b *pushButton) TypedKey(e *fyne.KeyEvent) {
	press := e.Name == fyne.KeyReturn || e.Name == fyne.KeyEnter || e.Name == fyne.KeySpace && !b.plays
	switch {
	case press:
		b.Tapped(nil)
	case b.keys != nil:
		b.keys(e)
	}
}

func (b *pushButton) MouseIn(e *desktop.MouseEvent) {
	b.hovered = true
	b.Refresh()
	if b.hover != nil {
		b.hover(e.AbsolutePosition, true)
	}
}

func (b *pushButton) MouseMoved(*desktop.MouseEvent) {}

func (b *pushButton) MouseOut() {
	b.hovered = false
	b.Refresh()
	if b.hover != nil {
		b.hover(fyne.Position{}, false)
	}
}

func (b *pushButton) Cursor() desktop.Cursor {
	if b.disabled {
		return desktop.DefaultCursor
	}
	return desktop.PointerCursor
}

func (b *pushButton) CreateRenderer() fyne.WidgetRenderer {
	d := &drawing{objects: []fyne.CanvasObject{b.box, b.word, b.ring}}
	d.min = func() fyne.Size { return b.pixels(b.width(), b.size*look.LineHeight) }
	d.layout = b.layout
	d.refresh = func() { b.paint(); b.layout(b.Size()) }
	b.paint()
	return d
}

func (b *pushButton) paint() {
	th := b.theme
	ink, bold := th.Text, b.bold
	switch b.kind {
	case buttonTab:
		if bold = b.selected; !b.selected {
			ink = th.Muted
		}
		fill := noColor
		if b.selected {
			fill = th.Text
		} else if b.hovered {
			fill = th.Hair
		}
		b.rect(b.box, fill, noColor, 0, 1.5)
	case buttonLink:
		fill := th.Line
		if b.hovered {
			fill = th.Text
		}
		b.rect(b.box, fill, noColor, 0, 0)
	default:
		fill, stroke, width := th.Raise, noColor, float32(0)
		if b.hovered && !b.disabled {
			stroke, width = th.Line, 1
		}
		if b.selected {
			stroke, width, bold = th.Text, 2, true
		}
		if b.disabled {
			fill, stroke, width, ink, bold = noColor, th.Hair, 1, th.Muted, b.bold
		}
		b.rect(b.box, fill, stroke, width, 7)
	}
	setText(b.word, b.label, ink, bold)
	ring := noColor
	if b.focused {
		ring = th.Hi
	}
	b.rect(b.ring, noColor, ring, 2, 10)
}

func (b *pushButton) layout(s fyne.Size) {
	s = b.units(s)
	base := s.Height/2 + b.size*.36
	switch b.kind {
	case buttonTab:
		b.word.Alignment = fyne.TextAlignLeading
		b.text(b.word, b.size, 0, base)
		b.place(b.box, 0, base+9, textWidth(b.label, b.size, true), 3)
	case buttonLink:
		b.word.Alignment = fyne.TextAlignLeading
		b.text(b.word, b.size, 0, base)
		b.place(b.box, 0, base+3, textWidth(b.label, b.size, b.bold), 1)
	default:
		b.word.Alignment = fyne.TextAlignCenter
		b.text(b.word, b.size, s.Width/2, base)
		b.place(b.box, 0, 0, s.Width, s.Height)
	}
	b.place(b.ring, -4, -4, s.Width+8, s.Height+8)
}

var (
	_ fyne.Focusable     = (*pushButton)(nil)
	_ fyne.Tappable      = (*pushButton)(nil)
	_ desktop.Hoverable  = (*pushButton)(nil)
	_ desktop.Cursorable = (*pushButton)(nil)
)
