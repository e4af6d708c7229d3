package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"warpbill/plots/look"
)

// hoverArea lies over something drawn and explains it, when the pointer is
// over it and when it has the focus.
type hoverArea struct {
	widget.BaseWidget
	ruler
	words string
	tip   func(text string, at fyne.Position)
	keys  func(*fyne.KeyEvent)
	theme *look.Theme
	ring  *canvas.Rectangle
}

func newHoverArea(tip func(string, fyne.Position), keys func(*fyne.KeyEvent)) *hoverArea {
	a := &hoverArea{tip: tip, keys: keys, theme: look.DarkTheme(), ring: canvas.NewRectangle(noColor)}
	a.ring.StrokeWidth, a.ring.CornerRadius = 2, 8
	a.ring.Hide()
	a.ExtendBaseWidget(a)
	return a
}

func (a *hoverArea) set(th *look.Theme, text string) { a.theme, a.words = th, text }

func (a *hoverArea) say(text string, at fyne.Position) {
	if a.tip != nil {
		a.tip(text, at)
	}
}

func (a *hoverArea) MouseIn(e *desktop.MouseEvent)    { a.say(a.words, e.AbsolutePosition) }
func (a *hoverArea) MouseMoved(e *desktop.MouseEvent) { a.say(a.words, e.AbsolutePosition) }
func (a *hoverArea) MouseOut()                        { a.say("", fyne.Position{}) }

func (a *hoverArea) FocusGained() {
	a.ring.StrokeColor = a.theme.Hi
	a.ring.Show()
	a.say(a.words, absolute(a).AddXY(0, a.Size().Height))
}

func (a *hoverArea) FocusLost() {
	a.ring.Hide()
	a.say("", fyne.Position{})
}

func (a *hoverArea) TypedRune(rune) {}

func (a *hoverArea) TypedKey(e *fyne.KeyEvent) {
	if a.keys != nil {
		a.keys(e)
	}
}

func (a *hoverArea) CreateRenderer() fyne.WidgetRenderer {
	d := &drawing{objects: []fyne.CanvasObject{a.ring}}
	d.min = func() fyne.Size { return fyne.NewSize(8, 8) }
	d.layout = func(s fyne.Size) {
		s = a.units(s)
		a.place(a.ring, -4, -4, s.Width+8, s.Height+8)
	}
	d.refresh = func() {}
	return d
}

// absolute is where an object stands in its window.
func absolute(o fyne.CanvasObject) fyne.Position {
	if app := fyne.CurrentApp(); app != nil {
		return app.Driver().AbsolutePositionForObject(o)
	}
	return fyne.Position{}
}

var (
	_ fyne.Focusable    = (*hoverArea)(nil)
	_ desktop.Hoverable = (*hoverArea)(nil)
)
