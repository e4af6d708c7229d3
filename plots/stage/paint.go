package stage

import (
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	plotfont "gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"

	"warpbill/plots/fonts"
	"warpbill/plots/look"
)

// Paint draws the shapes onto a canvas whose height is that of the picture;
// unit is the length of one of their pixels.
func Paint(c vg.Canvas, shapes []Shape, height float64, unit vg.Length) {
	paint(c, shapes, height, unit, set{})
}

// set is how a kind of canvas sets text.
type set struct {
	boldByName bool                // a bold font is another typeface, not a weight
	encode     func(string) string // the text as the canvas expects it
}

type painter struct {
	vg.Canvas
	height float64
	unit   vg.Length
	set    set
}

func paint(c vg.Canvas, shapes []Shape, height float64, unit vg.Length, how set) {
	p := painter{Canvas: c, height: height, unit: unit, set: how}
	for i := range shapes {
		if !shapes[i].Hidden {
			p.shape(&shapes[i])
		}
	}
}

func (p *painter) shape(s *Shape) {
	switch s.Kind {
	case Rect:
		p.closed(p.roundRect(s), s)
	case Circle:
		p.closed(p.circle(s), s)
	case Triangle:
		p.closed(p.triangle(s), s)
	case Line:
		p.stroke(s)
	case Text:
		p.text(s)
	}
}

// at is a point of the picture on the canvas, which counts from below.
func (p *painter) at(x, y float64) vg.Point {
	return vg.Point{X: vg.Length(x) * p.unit, Y: vg.Length(p.height-y) * p.unit}
}

func (p *painter) closed(path vg.Path, s *Shape) {
	if s.Fill.A > 0 {
		p.SetColor(s.Fill)
		p.Fill(path)
	}
	if s.Stroke.A > 0 && s.StrokeWidth > 0 {
		p.SetColor(s.Stroke)
		p.SetLineWidth(vg.Length(s.StrokeWidth) * p.unit)
		p.Stroke(path)
	}
}

// bend is how far the control points of a quarter circle lie out.
const bend = .5522847498

// roundRect is the path of a rounded rectangle, made of curves because every
// canvas draws those alike.
func (p *painter) roundRect(s *Shape) vg.Path {
	x, y, x2, y2, r := s.X, s.Y, s.X+s.W, s.Y+s.H, s.Radius
	k := r * (1 - bend)
	var path vg.Path
	path.Move(p.at(x+r, y))
	path.Line(p.at(x2-r, y))
	if r > 0 {
		path.CubeTo(p.at(x2-k, y), p.at(x2, y+k), p.at(x2, y+r))
	}
	path.Line(p.at(x2, y2-r))
	if r > 0 {
		path.CubeTo(p.at(x2, y2-k), p.at(x2-k, y2), p.at(x2-r, y2))
	}
	path.Line(p.at(x+r, y2))
	if r > 0 {
		path.CubeTo(p.at(x+k, y2), p.at(x, y2-k), p.at(x, y2-r))
	}
	path.Line(p.at(x, y+r))
	if r > 0 {
		path.CubeTo(p.at(x, y+k), p.at(x+k, y), p.at(x+r, y))
	}
	path.Close()
	return path
}

func (p *painter) circle(s *Shape) vg.Path {
	box := Shape{X: s.X - s.Radius, Y: s.Y - s.Radius, W: 2 * s.Radius, H: 2 * s.Radius, Radius: s.Radius}
	return p.roundRect(&box)
}

func (p *painter) triangle(s *Shape) vg.Path {
	x, y, x2, y2 := s.X, s.Y, s.X+s.W, s.Y+s.H
	mx, my := x+s.W/2, y+s.H/2
	points := [3]vg.Point{p.at(x, y2), p.at(x2, y2), p.at(mx, y)}
	switch s.Tip {
	case TipDown:
		points = [3]vg.Point{p.at(x, y), p.at(x2, y), p.at(mx, y2)}
	case TipLeft:
		points = [3]vg.Point{p.at(x2, y), p.at(x2, y2), p.at(x, my)}
	case TipRight:
		points = [3]vg.Point{p.at(x, y), p.at(x, y2), p.at(x2, my)}
	}
	var path vg.Path
	path.Move(points[0])
	path.Line(points[1])
	path.Line(points[2])
	path.Close()
	return path
}

func (p *painter) stroke(s *Shape) {
	if s.Stroke.A == 0 || s.StrokeWidth <= 0 {
		return
	}
	p.SetColor(s.Stroke)
	p.SetLineWidth(vg.Length(s.StrokeWidth) * p.unit)
	var path vg.Path
	path.Move(p.at(s.X, s.Y))
	path.Line(p.at(s.X2, s.Y2))
	p.Stroke(path)
}

func (p *painter) text(s *Shape) {
	if s.Text == "" || s.Size <= 0 {
		return
	}
	x := s.X
	switch w := look.TextWidth(s.Text, s.Size, s.Bold); s.Align {
	case Center:
		x -= w / 2
	case Trailing:
		x -= w
	}
	text := s.Text
	if p.set.encode != nil {
		text = p.set.encode(text)
	}
	p.SetColor(s.Fill)
	p.FillString(p.face(s.Bold, vg.Length(s.Size)*p.unit), p.at(x, s.Y), text)
}

// typefaces reads both fonts once.
var typefaces = sync.OnceValue(func() (f [2]*opentype.Font) {
	for i, data := range [][]byte{fonts.Regular, fonts.Bold} {
		f[i], _ = opentype.Parse(data)
	}
	return f
})

func (p *painter) face(bold bool, size vg.Length) plotfont.Face {
	f := plotfont.Face{Font: plotfont.Font{Typeface: "Noto Sans", Size: size}, Face: typefaces()[0]}
	if bold {
		f.Face = typefaces()[1]
		if p.set.boldByName {
			f.Font.Typeface = "Noto Sans Bold"
		} else {
			f.Font.Weight = font.WeightBold
		}
	}
	return f
}
