package plots

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"warpbill/plots/look"
)

// pt is a place on a chart, in points from its lower left corner.
type pt struct{ x, y float64 }

// pen draws the few shapes that charts are made of. It uses opaque colours
// only, because the formats disagree about others.
type pen struct{ c draw.Canvas }

func (p pen) line(a, b pt, c color.NRGBA, width float64) { p.lines([]pt{a, b}, c, width, nil) }

func (p pen) lines(points []pt, c color.NRGBA, width float64, dash []float64) {
	if len(points) < 2 {
		return
	}
	style := draw.LineStyle{Color: c, Width: vg.Length(width)}
	for _, d := range dash {
		style.Dashes = append(style.Dashes, vg.Length(d))
	}
	p.c.SetLineStyle(style)
	p.c.Stroke(polygon(points, false))
}

func (p pen) rect(b box, c color.NRGBA) {
	p.fill([]pt{{b.x0, b.y0}, {b.x1, b.y0}, {b.x1, b.y1}, {b.x0, b.y1}}, c)
}

func (p pen) fill(points []pt, c color.NRGBA) {
	p.c.SetColor(c)
	p.c.Fill(polygon(points, true))
}

func polygon(points []pt, closed bool) vg.Path {
	var path vg.Path
	for i, q := range points {
		at := vg.Point{X: vg.Length(q.x), Y: vg.Length(q.y)}
		if i == 0 {
			path.Move(at)
		} else {
			path.Line(at)
		}
	}
	if closed {
		path.Close()
	}
	return path
}

// bend is how far the control points of a quarter circle stand from its ends.
const bend = 0.5522847498

// pill is a rectangle with corners of radius r; a circle is a pill whose
// radius is half its side. It is made of cubic curves, which every format
// draws alike.
func pill(b box, r float64) vg.Path {
	at := func(x, y float64) vg.Point { return vg.Point{X: vg.Length(x), Y: vg.Length(y)} }
	k := r * (1 - bend)
	var p vg.Path
	// A side of no length would leave a nick in the outline of a circle.
	line := func(x, y float64) {
		if last := p[len(p)-1].Pos; math.Abs(float64(last.X)-x)+math.Abs(float64(last.Y)-y) > 1e-6 {
			p.Line(at(x, y))
		}
	}
	p.Move(at(b.x0+r, b.y0))
	line(b.x1-r, b.y0)
	p.CubeTo(at(b.x1-k, b.y0), at(b.x1, b.y0+k), at(b.x1, b.y0+r))
	line(b.x1, b.y1-r)
	p.CubeTo(at(b.x1, b.y1-k), at(b.x1-k, b.y1), at(b.x1-r, b.y1))
	line(b.x0+r, b.y1)
	p.CubeTo(at(b.x0+k, b.y1), at(b.x0, b.y1-k), at(b.x0, b.y1-r))
	line(b.x0, b.y0+r)
	p.CubeTo(at(b.x0, b.y0+k), at(b.x0+k, b.y0), at(b.x0+r, b.y0))
	p.Close()
	return p
}

// glyph draws the mark of a series. The hole of a hollow one is filled with
// bg, or left open when bg is transparent.
func (p pen) glyph(g glyph, at pt, r float64, c color.NRGBA, hollow bool, bg color.NRGBA, stroke float64) {
	path := outline(g, at, r)
	switch {
	case !hollow:
		p.c.SetColor(c)
		p.c.Fill(path)
	case bg.A > 0:
		p.c.SetColor(bg)
		p.c.Fill(path)
	}
	p.c.SetLineStyle(draw.LineStyle{Color: c, Width: vg.Length(stroke)})
	p.c.Stroke(path)
}

func outline(g glyph, at pt, r float64) vg.Path {
	switch g {
	case square:
		r *= .9
		return polygon([]pt{{at.x - r, at.y - r}, {at.x + r, at.y - r}, {at.x + r, at.y + r}, {at.x - r, at.y + r}}, true)
	case diamond:
		r *= 1.25
		return polygon([]pt{{at.x - r, at.y}, {at.x, at.y - r}, {at.x + r, at.y}, {at.x, at.y + r}}, true)
	}
	return pill(box{at.x - r, at.y - r, at.x + r, at.y + r}, r)
}

// anchor says which end of a text stands at the given place.
type anchor float64

const (
	start  anchor = 0
	middle anchor = .5
	end    anchor = 1
)

// text writes one line; at is on its baseline.
func (p pen) text(at pt, s string, size float64, c color.NRGBA, bold bool, a anchor) {
	if s == "" {
		return
	}
	x := at.x - float64(a)*look.TextWidth(s, size, bold)
	p.c.SetColor(c)
	p.c.FillString(face(size, bold), vg.Point{X: vg.Length(x), Y: vg.Length(at.y)}, s)
}

// Above and below its baseline a line of text takes these parts of its size.
const (
	ascent  = .76
	descent = .24
)

// textBox is the room that a text takes.
func textBox(at pt, s string, size float64, bold bool, a anchor) box {
	w := look.TextWidth(s, size, bold)
	x := at.x - float64(a)*w
	return box{x, at.y - descent*size, x + w, at.y + ascent*size}
}

// box is a rectangle with x0 <= x1 and y0 <= y1.
type box struct{ x0, y0, x1, y1 float64 }

func (b box) grow(d float64) box { return box{b.x0 - d, b.y0 - d, b.x1 + d, b.y1 + d} }

func (b box) overlaps(o box) bool { return b.x0 < o.x1 && o.x0 < b.x1 && b.y0 < o.y1 && o.y0 < b.y1 }

func (b box) inside(o box) bool { return b.x0 >= o.x0 && b.x1 <= o.x1 && b.y0 >= o.y0 && b.y1 <= o.y1 }

// distance from a place to the box, 0 inside it.
func (b box) distance(q pt) float64 {
	dx := max(b.x0-q.x, 0, q.x-b.x1)
	dy := max(b.y0-q.y, 0, q.y-b.y1)
	return math.Hypot(dx, dy)
}
