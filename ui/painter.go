package ui

import (
	"image/color"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"warpbill/plots/look"
	"warpbill/plots/stage"
)

// painter keeps canvas objects for a list of shapes. Showing the next list
// changes only the objects whose shapes differ, so that a frame costs what
// moves in it.
type painter struct {
	objects []fyne.CanvasObject
	shapes  []stage.Shape
	zoom    float64
	changed []int // places in objects that the last list has changed
}

// farthest is the largest coordinate that reaches the toolkit. Lines and
// circles far outside a window cost memory by their size.
const farthest = 1 << 14

// show makes the objects show the list, zoomed, and returns how many of them
// changed.
func (p *painter) show(list []stage.Shape, zoom float64) int {
	p.changed = p.changed[:0]
	for i, s := range list {
		if i < len(p.shapes) && p.shapes[i] == s && p.zoom == zoom {
			continue
		}
		p.changed = append(p.changed, i)
		if i == len(p.objects) {
			p.objects = append(p.objects, newObject(s.Kind))
		} else if p.shapes[i].Kind != s.Kind {
			p.objects[i] = newObject(s.Kind)
		}
		applyShape(p.objects[i], s, zoom)
	}
	gone := len(p.objects) - len(list)
	p.objects = p.objects[:len(list)]
	p.shapes = append(p.shapes[:0], list...)
	p.zoom = zoom
	return len(p.changed) + gone
}

func newObject(k stage.Kind) fyne.CanvasObject {
	switch k {
	case stage.Line:
		return &canvas.Line{}
	case stage.Circle:
		return &canvas.Circle{}
	case stage.Text:
		return &canvas.Text{}
	case stage.Triangle:
		return &canvas.ArbitraryPolygon{}
	}
	return &canvas.Rectangle{}
}

// applyShape gives one object its shape. Only moving and resizing tell the canvas
// by themselves; the owner of the painter asks for the one refresh.
func applyShape(o fyne.CanvasObject, s stage.Shape, zoom float64) {
	if s.Hidden || !drawable(s) {
		if o.Visible() {
			o.Hide()
		}
		return
	}
	at := func(x, y float64) fyne.Position { return fyne.NewPos(float32(x*zoom), float32(y*zoom)) }
	size := func(w, h float64) fyne.Size {
		return fyne.NewSize(float32(max(w, 0)*zoom), float32(max(h, 0)*zoom))
	}
	width := float32(s.StrokeWidth * zoom)
	switch o := o.(type) {
	case *canvas.Rectangle:
		o.FillColor, o.StrokeColor, o.StrokeWidth = shapeColor(s.Fill), shapeColor(s.Stroke), shapeStroke(s.Stroke, width)
		o.CornerRadius = float32(s.Radius * zoom)
		o.Move(at(s.X, s.Y))
		o.Resize(size(s.W, s.H))
	case *canvas.Line:
		o.StrokeColor, o.StrokeWidth = shapeColor(s.Stroke), width
		o.Position1, o.Position2 = at(s.X, s.Y), at(s.X2, s.Y2)
	case *canvas.Circle:
		o.FillColor, o.StrokeColor, o.StrokeWidth = shapeColor(s.Fill), shapeColor(s.Stroke), shapeStroke(s.Stroke, width)
		o.Position1, o.Position2 = at(s.X-s.Radius, s.Y-s.Radius), at(s.X+s.Radius, s.Y+s.Radius)
	case *canvas.Text:
		applyText(o, s, zoom)
	case *canvas.ArbitraryPolygon:
		o.FillColor = shapeColor(s.Fill)
		o.Points = tipCorners(s.Tip, size(s.W, s.H))
		o.Move(at(s.X, s.Y))
		o.Resize(size(s.W, s.H))
	}
	if !o.Visible() {
		o.Show()
	}
}

// applyText shows a text in whole pixels of height: the toolkit spaces the
// letters of a size in between as those of the next larger one.
func applyText(o *canvas.Text, s stage.Shape, zoom float64) {
	s.Size = max(math.Round(s.Size*zoom), 1) / zoom
	w := look.TextWidth(s.Text, s.Size, s.Bold)
	x := s.X
	switch s.Align {
	case stage.Center:
		x -= w / 2
	case stage.Trailing:
		x -= w
	}
	o.Text, o.Color, o.TextSize = s.Text, s.Fill, float32(s.Size*zoom)
	o.TextStyle = fyne.TextStyle{Bold: s.Bold}
	o.Move(fyne.NewPos(float32(x*zoom), float32((s.Y-s.Size*look.Baseline)*zoom)))
	o.Resize(fyne.NewSize(float32(w*zoom), float32(s.Size*look.LineHeight*zoom)))
}

// tipCorners lists the corners of a triangle in its box.
func tipCorners(t stage.Tip, size fyne.Size) []fyne.Position {
	w, h := size.Width, size.Height
	switch t {
	case stage.TipDown:
		return []fyne.Position{{X: 0, Y: 0}, {X: w, Y: 0}, {X: w / 2, Y: h}}
	case stage.TipLeft:
		return []fyne.Position{{X: w, Y: 0}, {X: w, Y: h}, {X: 0, Y: h / 2}}
	case stage.TipRight:
		return []fyne.Position{{X: 0, Y: 0}, {X: w, Y: h / 2}, {X: 0, Y: h}}
	}
	return []fyne.Position{{X: w / 2, Y: 0}, {X: w, Y: h}, {X: 0, Y: h}}
}

func shapeColor(c color.NRGBA) color.Color {
	if c.A == 0 {
		return color.Transparent
	}
	return c
}

func shapeStroke(c color.NRGBA, width float32) float32 {
	if c.A == 0 {
		return 0
	}
	return width
}

// drawable says that every number of the shape is finite and near enough.
func drawable(s stage.Shape) bool {
	for _, v := range [...]float64{s.X, s.Y, s.W, s.H, s.X2, s.Y2, s.Radius, s.StrokeWidth, s.Size} {
		if !(math.Abs(v) <= farthest) {
			return false
		}
	}
	return true
}
