package stage

import (
	"image/color"
	"math"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
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
	// outlineBold draws bold text as shapes: gonum's PDF canvas embeds one
	// font a file and would set bold text in the regular letters.
	outlineBold bool
	encode      func(string) string // the text as the canvas expects it
	straight    bool                // colours are taken without their opacity multiplied in
}

// straight is a colour whose RGBA method leaves its opacity out of the other
// values, for a canvas that does not take it out again.
type straight color.NRGBA

func (c straight) RGBA() (r, g, b, a uint32) {
	return uint32(c.R) * 257, uint32(c.G) * 257, uint32(c.B) * 257, uint32(c.A) * 257
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

func (p *painter) color(c color.NRGBA) {
	if p.set.straight {
		p.SetColor(straight(c))
		return
	}
	p.SetColor(c)
}

func (p *painter) closed(path vg.Path, s *Shape) {
	if s.Fill.A > 0 {
		p.color(s.Fill)
		p.Fill(path)
	}
	if s.Stroke.A > 0 && s.StrokeWidth > 0 {
		p.color(s.Stroke)
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
	var path vg.Path
	for i, c := range corners(s) {
		if i == 0 {
			path.Move(p.at(c[0], c[1]))
		} else {
			path.Line(p.at(c[0], c[1]))
		}
	}
	path.Close()
	return path
}

// corners are those of a Triangle.
func corners(s *Shape) [3][2]float64 {
	x, y, x2, y2 := s.X, s.Y, s.X+s.W, s.Y+s.H
	mx, my := x+s.W/2, y+s.H/2
	switch s.Tip {
	case TipDown:
		return [3][2]float64{{x, y}, {x2, y}, {mx, y2}}
	case TipLeft:
		return [3][2]float64{{x2, y}, {x2, y2}, {x, my}}
	case TipRight:
		return [3][2]float64{{x, y}, {x, y2}, {x2, my}}
	}
	return [3][2]float64{{x, y2}, {x2, y2}, {mx, y}}
}

// stroke draws a line with round ends. Canvases cut the ends of a stroke off,
// so a thick line is filled as the shape that it is.
func (p *painter) stroke(s *Shape) {
	if s.Stroke.A == 0 || s.StrokeWidth <= 0 {
		return
	}
	p.color(s.Stroke)
	r := s.StrokeWidth / 2
	dx, dy := s.X2-s.X, s.Y2-s.Y
	length := math.Hypot(dx, dy)
	if s.StrokeWidth < 1.5 || length == 0 {
		p.SetLineWidth(vg.Length(s.StrokeWidth) * p.unit)
		var path vg.Path
		path.Move(p.at(s.X, s.Y))
		path.Line(p.at(s.X2, s.Y2))
		p.Stroke(path)
		return
	}
	dx, dy = dx/length, dy/length
	// along and across turn lengths along the line and to its side into a point.
	at := func(along, across float64) vg.Point {
		return p.at(s.X+dx*along-dy*across, s.Y+dy*along+dx*across)
	}
	k := r * bend
	var path vg.Path
	path.Move(at(0, r))
	path.Line(at(length, r))
	path.CubeTo(at(length+k, r), at(length+r, k), at(length+r, 0))
	path.CubeTo(at(length+r, -k), at(length+k, -r), at(length, -r))
	path.Line(at(0, -r))
	path.CubeTo(at(-k, -r), at(-r, -k), at(-r, 0))
	path.CubeTo(at(-r, k), at(-k, r), at(0, r))
	path.Close()
	p.Fill(path)
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
	p.color(s.Fill)
	if s.Bold && p.set.outlineBold {
		p.outlines(s, x)
		return
	}
	text := s.Text
	if p.set.encode != nil {
		text = p.set.encode(text)
	}
	p.FillString(face(s.Bold, vg.Length(s.Size)*p.unit), p.at(x, s.Y), text)
}

// outlines draws a text that begins at x as the shapes of its letters.
func (p *painter) outlines(s *Shape, x float64) {
	f := typefaces()[1]
	var buf sfnt.Buffer
	units := f.UnitsPerEm()
	scale := s.Size / float64(units) / 64
	for i, r := range s.Text {
		glyph, err := f.GlyphIndex(&buf, r)
		if err != nil {
			continue
		}
		segments, err := f.LoadGlyph(&buf, glyph, fixed.I(int(units)), nil)
		if err != nil {
			continue
		}
		left := x + look.TextWidth(s.Text[:i], s.Size, true)
		at := func(q fixed.Point26_6) vg.Point {
			return p.at(left+float64(q.X)*scale, s.Y+float64(q.Y)*scale)
		}
		var path vg.Path
		for k, g := range segments {
			switch g.Op {
			case sfnt.SegmentOpMoveTo:
				if k > 0 {
					path.Close()
				}
				path.Move(at(g.Args[0]))
			case sfnt.SegmentOpLineTo:
				path.Line(at(g.Args[0]))
			case sfnt.SegmentOpQuadTo:
				path.QuadTo(at(g.Args[0]), at(g.Args[1]))
			case sfnt.SegmentOpCubeTo:
				path.CubeTo(at(g.Args[0]), at(g.Args[1]), at(g.Args[2]))
			}
		}
		if len(path) > 0 {
			path.Close()
			p.Fill(path)
		}
	}
}

// typefaces reads both fonts once.
var typefaces = sync.OnceValue(func() (f [2]*opentype.Font) {
	for i, data := range [][]byte{fonts.Regular, fonts.Bold} {
		f[i], _ = opentype.Parse(data)
	}
	return f
})

func face(bold bool, size vg.Length) plotfont.Face {
	f := plotfont.Face{Font: plotfont.Font{Typeface: "Noto Sans", Size: size}, Face: typefaces()[0]}
	if bold {
		f.Face, f.Font.Weight = typefaces()[1], font.WeightBold
	}
	return f
}
