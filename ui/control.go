package ui

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"warpbill/plots/look"
	"warpbill/plots/stage"
)

// desk is what every part of the window shares: how things look now, and the
// keys that work whatever has the focus.
type desk struct {
	theme   *look.Theme
	zoom    float64
	key     func(*fyne.KeyEvent)
	status  func(string)
	unfocus func()
	canvas  func() fyne.Canvas
	painted func() // counts refreshes in tests; may be nil
}

// refresh asks the canvas to paint what has changed in o.
func (d *desk) refresh(o fyne.CanvasObject) {
	if d.painted != nil {
		d.painted()
	}
	canvas.Refresh(o)
}

// pixels is how many device pixels make a unit of the canvas.
func (d *desk) pixels() float32 {
	const far = 1e5
	if d.canvas == nil {
		return 1
	}
	x, _ := d.canvas().PixelCoordinateForPosition(fyne.NewPos(far, 0))
	if x <= 0 {
		return 1
	}
	return float32(x) / far
}

// face is what a control is drawn from: its size without zoom, and its state.
type face struct {
	*look.Theme
	W, H           float64
	Hover, Pressed bool
}

// control is something to click that is drawn as shapes. It can have the
// focus, and hands on every key but Enter, so that the window's keys work
// while it has.
type control struct {
	widget.BaseWidget
	desk     *desk
	draw     func(face) []stage.Shape
	tap      func()
	second   func(at fyne.Position) // the other mouse button; may be nil
	doc      string                 // what it does, for the status line
	disabled bool
	radius   float64 // of the focus ring
	strip    *canvas.Image
	stripAt  func(face) (x, y, w, h float64)

	face    face
	focused bool
	painter painter
}

func newControl(d *desk, doc string, tap func(), draw func(face) []stage.Shape) *control {
	c := &control{desk: d, doc: doc, tap: tap, draw: draw, radius: 8}
	c.ExtendBaseWidget(c)
	return c
}

// update draws the control as it is now.
func (c *control) update() {
	z := c.desk.zoom
	c.face.Theme = c.desk.theme
	c.face.W, c.face.H = float64(c.Size().Width)/z, float64(c.Size().Height)/z
	shapes := c.draw(c.face)
	ring := stage.Shape{Kind: stage.Rect, X: -4, Y: -4, W: c.face.W + 8, H: c.face.H + 8, Radius: c.radius + 4, Stroke: c.desk.theme.Hi, StrokeWidth: 2, Hidden: !c.focused}
	changed := c.painter.show(append(shapes, ring), z)
	if c.strip != nil {
		x, y, w, h := c.stripAt(c.face)
		c.strip.Move(fyne.NewPos(float32(x*z), float32(y*z)))
		c.strip.Resize(fyne.NewSize(float32(w*z), float32(h*z)))
	}
	if changed > 0 {
		c.desk.refresh(c.painter.objects[len(c.painter.objects)-1])
	}
}

// place moves the control, in coordinates without zoom, and draws it.
func (c *control) place(x, y, w, h float64) {
	z := float32(c.desk.zoom)
	c.Move(fyne.NewPos(float32(x)*z, float32(y)*z))
	c.Resize(fyne.NewSize(float32(w)*z, float32(h)*z))
	c.update()
}

func (c *control) CreateRenderer() fyne.WidgetRenderer { return &controlRenderer{c} }

func (c *control) Tapped(*fyne.PointEvent) {
	c.desk.unfocus() // a click is no wish to go on with the keyboard from here
	c.press()        // after that, for a menu takes the focus and with it Esc
}

func (c *control) press() {
	if !c.disabled && c.tap != nil {
		c.tap()
	}
}

func (c *control) TappedSecondary(e *fyne.PointEvent) {
	if !c.disabled && c.second != nil {
		c.second(e.AbsolutePosition)
	}
}

func (c *control) MouseIn(*desktop.MouseEvent) {
	c.face.Hover = true
	c.desk.status(c.doc)
	c.update()
}

func (c *control) MouseMoved(*desktop.MouseEvent) {}

func (c *control) MouseOut() {
	c.face.Hover = false
	c.desk.status("")
	c.update()
}

// Cursor is a hand where there is something to press.
func (c *control) Cursor() desktop.Cursor {
	if c.disabled {
		return desktop.DefaultCursor
	}
	return desktop.PointerCursor
}

func (c *control) FocusGained() {
	c.focused = true
	c.desk.status(c.doc)
	c.update()
}

func (c *control) FocusLost() {
	c.focused = false
	c.desk.status("")
	c.update()
}

// TypedRune has nothing to do: the same press comes as a key.
func (c *control) TypedRune(rune) {}

func (c *control) TypedKey(e *fyne.KeyEvent) {
	if e.Name == fyne.KeyReturn || e.Name == fyne.KeyEnter {
		c.press()
		return
	}
	c.desk.key(e)
}

type controlRenderer struct{ c *control }

func (r *controlRenderer) Layout(fyne.Size)   { r.c.update() }
func (r *controlRenderer) MinSize() fyne.Size { return fyne.Size{} }
func (r *controlRenderer) Refresh()           { r.c.update() }
func (r *controlRenderer) Destroy()           {}
func (r *controlRenderer) Objects() []fyne.CanvasObject {
	if r.c.strip == nil {
		return r.c.painter.objects
	}
	return append(slices.Clip(r.c.painter.objects), r.c.strip)
}

var (
	_ fyne.Widget            = (*control)(nil)
	_ fyne.Focusable         = (*control)(nil)
	_ fyne.Tappable          = (*control)(nil)
	_ fyne.SecondaryTappable = (*control)(nil)
	_ desktop.Hoverable      = (*control)(nil)
	_ desktop.Cursorable     = (*control)(nil)
)

// backdrop is a part of the window that is only looked at, drawn as shapes.
type backdrop struct {
	widget.BaseWidget
	desk    *desk
	draw    func(face) []stage.Shape
	painter painter
}

func newBackdrop(d *desk, draw func(face) []stage.Shape) *backdrop {
	b := &backdrop{desk: d, draw: draw}
	b.ExtendBaseWidget(b)
	return b
}

func (b *backdrop) update() {
	z := b.desk.zoom
	f := face{Theme: b.desk.theme, W: float64(b.Size().Width) / z, H: float64(b.Size().Height) / z}
	if b.painter.show(b.draw(f), z) > 0 && len(b.painter.objects) > 0 {
		b.desk.refresh(b.painter.objects[0])
	}
}

func (b *backdrop) place(x, y, w, h float64) {
	z := float32(b.desk.zoom)
	b.Move(fyne.NewPos(float32(x)*z, float32(y)*z))
	b.Resize(fyne.NewSize(float32(w)*z, float32(h)*z))
	b.update()
}

func (b *backdrop) CreateRenderer() fyne.WidgetRenderer { return &backdropRenderer{b} }

type backdropRenderer struct{ b *backdrop }

func (r *backdropRenderer) Layout(fyne.Size)             { r.b.update() }
func (r *backdropRenderer) MinSize() fyne.Size           { return fyne.Size{} }
func (r *backdropRenderer) Refresh()                     { r.b.update() }
func (r *backdropRenderer) Destroy()                     {}
func (r *backdropRenderer) Objects() []fyne.CanvasObject { return r.b.painter.objects }

var _ fyne.Widget = (*backdrop)(nil)
