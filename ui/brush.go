package ui

import (
	"image"
	"image/color"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
)

// brush draws canvas objects into pictures of device pixels. It puts every
// object on the same pixels and gives it the same edges as the toolkit's
// OpenGL painter, so that a picture among objects is not to be told from them.
type brush struct {
	scale   float32 // device pixels in a unit of the canvas
	letters letters
	stamps  stamps
}

// softness is half the width of an edge, in device pixels.
func (b *brush) softness() float64 { return math.Round(.5 * float64(b.scale)) }

func (b *brush) pixel(v float32) float64 { return math.Round(float64(v * b.scale)) }

// draw draws the object, whose parent is at the given place of the window,
// into the picture, whose bounds are device pixels of the window.
func (b *brush) draw(to *image.RGBA, o fyne.CanvasObject, parent fyne.Position) {
	at := parent.Add(o.Position())
	switch o := o.(type) {
	case *canvas.Rectangle:
		x, y := b.pixel(at.X), b.pixel(at.Y)
		b.oblong(to, oblong{
			x, y, x + b.pixel(o.Size().Width), y + b.pixel(o.Size().Height),
			b.pixel(min(o.CornerRadius, min(o.Size().Width, o.Size().Height)/2)), b.pixel(o.StrokeWidth), ink(o.FillColor), ink(o.StrokeColor),
		})
	case *canvas.Circle:
		d := min(o.Size().Width, o.Size().Height)
		x, y := b.pixel(at.X+(o.Size().Width-d)/2), b.pixel(at.Y+(o.Size().Height-d)/2)
		b.oblong(to, oblong{x, y, x + b.pixel(d), y + b.pixel(d), b.pixel(d / 2), b.pixel(o.StrokeWidth), ink(o.FillColor), ink(o.StrokeColor)})
	case *canvas.Line:
		b.line(to, o, parent)
	case *canvas.Text:
		b.text(to, o, at)
	case *canvas.ArbitraryPolygon:
		b.polygon(to, o, at)
	}
}

// box is where the object leaves a trace, in device pixels of the window.
func (b *brush) box(o fyne.CanvasObject, parent fyne.Position) image.Rectangle {
	if !o.Visible() {
		return image.Rectangle{}
	}
	margin := 3.
	switch o := o.(type) {
	case *canvas.Line:
		margin += b.pixel(o.StrokeWidth)
	case *canvas.Text:
		margin += b.pixel(o.TextSize / 2) // letters reach beyond their line
	}
	at, size := parent.Add(o.Position()), o.Size()
	return image.Rect(
		int(b.pixel(at.X)-margin), int(b.pixel(at.Y)-margin),
		int(b.pixel(at.X+size.Width)+margin), int(b.pixel(at.Y+size.Height)+margin),
	)
}

// ink is a colour to lay down; none at all is one without alpha.
func ink(c color.Color) color.NRGBA {
	n, ok := c.(color.NRGBA)
	if !ok && c != nil {
		n = color.NRGBAModel.Convert(c).(color.NRGBA)
	}
	if n.A == 0 {
		return color.NRGBA{}
	}
	return n
}

// lay lays a colour over a pixel; coverage goes to 255.
func lay(to *image.RGBA, x, y int, c color.NRGBA, coverage uint8) {
	a := (uint32(c.A)*uint32(coverage) + 127) / 255
	if a == 0 {
		return
	}
	at := to.PixOffset(x, y)
	p := to.Pix[at : at+4 : at+4]
	if a == 255 {
		p[0], p[1], p[2], p[3] = c.R, c.G, c.B, 255
		return
	}
	rest := 255 - a
	p[0] = uint8((uint32(c.R)*a + uint32(p[0])*rest + 127) / 255)
	p[1] = uint8((uint32(c.G)*a + uint32(p[1])*rest + 127) / 255)
	p[2] = uint8((uint32(c.B)*a + uint32(p[2])*rest + 127) / 255)
	p[3] = uint8((255*a + uint32(p[3])*rest + 127) / 255)
}

// portion is a number from 0 to 1 as one to 255.
func portion(v float64) uint8 { return uint8(min(max(v, 0), 1)*255 + .5) }

// mix is so much of b in a.
func mix(a, b color.NRGBA, t uint8) color.NRGBA {
	switch t {
	case 0:
		return a
	case 255:
		return b
	}
	of := func(a, b uint8) uint8 { return uint8((uint32(a)*uint32(255-t) + uint32(b)*uint32(t) + 127) / 255) }
	return color.NRGBA{R: of(a.R, b.R), G: of(a.G, b.G), B: of(a.B, b.B), A: of(a.A, b.A)}
}

// each calls a function for every pixel of an area that the picture has.
func each(to *image.RGBA, area image.Rectangle, f func(x, y int)) {
	area = area.Intersect(to.Rect)
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			f(x, y)
		}
	}
}
