// Package pdf is a canvas for gonum/plot that draws a page of PDF with text
// in Noto Sans. gonum's own canvas writes text in the code page Windows-1252,
// embeds one font only and multiplies the opacity into the colour; this one
// writes Unicode, embeds the letters that occur, and keeps colours as they
// are.
package pdf

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"

	"codeberg.org/go-pdf/fpdf"
	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"

	"warpbill/plots/fonts"
)

const family = "notosans"

// Canvas is one page. It implements vg.CanvasSizer and io.WriterTo.
type Canvas struct {
	doc    *fpdf.Fpdf
	w, h   vg.Length
	states []state
	images int
	err    error
}

// state is what Push saves beside what PDF itself saves.
type state struct {
	color color.NRGBA
	width vg.Length
	dash  []float64
	phase float64
}

// New is an empty page of the given size with a title for the document.
func New(w, h vg.Length, title string) *Canvas {
	c := &Canvas{
		doc:    fpdf.NewCustom(&fpdf.InitType{UnitStr: "pt", Size: fpdf.SizeType{Wd: w.Points(), Ht: h.Points()}}),
		w:      w,
		h:      h,
		states: make([]state, 1),
	}
	c.doc.SetAutoPageBreak(false, 0)
	c.doc.AddUTF8FontFromBytes(family, "", fonts.Regular)
	c.doc.AddUTF8FontFromBytes(family, "B", fonts.Bold)
	c.doc.SetTitle(title, true)
	c.doc.SetCreator("Warpbill", true)
	c.doc.AddPage()
	vg.Initialize(c)
	return c
}

func (c *Canvas) now() *state { return &c.states[len(c.states)-1] }

// Size is the size of the page.
func (c *Canvas) Size() (w, h vg.Length) { return c.w, c.h }

// SetLineWidth sets the width of lines; lines of no width are not drawn.
func (c *Canvas) SetLineWidth(w vg.Length) {
	c.now().width = w
	c.doc.SetLineWidth(max(0, w.Points()))
}

// SetLineDash sets the dash pattern of lines.
func (c *Canvas) SetLineDash(pattern []vg.Length, offset vg.Length) {
	s := c.now()
	s.dash, s.phase = make([]float64, len(pattern)), offset.Points()
	for i, d := range pattern {
		s.dash[i] = d.Points()
	}
	c.doc.SetDashPattern(s.dash, s.phase)
}

// SetColor sets the colour of lines, areas and text, black for nil.
func (c *Canvas) SetColor(clr color.Color) {
	if clr == nil {
		clr = color.Black
	}
	n, ok := color.NRGBAModel.Convert(clr).(color.NRGBA)
	if !ok {
		n = color.NRGBA{A: 255}
	}
	c.now().color = n
	r, g, b := int(n.R), int(n.G), int(n.B)
	c.doc.SetFillColor(r, g, b)
	c.doc.SetDrawColor(r, g, b)
	c.doc.SetTextColor(r, g, b)
	if alpha := float64(n.A) / 255; alpha != c.alpha() {
		c.doc.SetAlpha(alpha, "Normal")
	}
}

func (c *Canvas) alpha() float64 {
	a, _ := c.doc.GetAlpha()
	return a
}

// Rotate turns what follows by an angle in radians.
func (c *Canvas) Rotate(a float64) {
	sin, cos := math.Sincos(a)
	c.doc.Transform(fpdf.TransformMatrix{A: cos, B: sin, C: -sin, D: cos})
}

// Translate moves what follows.
func (c *Canvas) Translate(p vg.Point) {
	c.doc.Transform(fpdf.TransformMatrix{A: 1, D: 1, E: p.X.Points(), F: p.Y.Points()})
}

// Scale stretches what follows.
func (c *Canvas) Scale(x, y float64) { c.doc.Transform(fpdf.TransformMatrix{A: x, D: y}) }

// Push saves the colour, the line and the transforms.
func (c *Canvas) Push() {
	c.states = append(c.states, *c.now())
	c.doc.TransformBegin()
}

// Pop goes back to what the matching Push saved.
func (c *Canvas) Pop() {
	if len(c.states) < 2 {
		return
	}
	c.doc.TransformEnd()
	c.states = c.states[:len(c.states)-1]
	s := c.now()
	// The library remembers what it has set, and PDF has just gone back.
	c.doc.SetLineWidth(max(0, s.width.Points()))
	c.doc.SetDashPattern(s.dash, s.phase)
	c.doc.SetAlpha(float64(s.color.A)/255, "Normal")
	c.SetColor(s.color)
}

// Stroke draws the outline of a path.
func (c *Canvas) Stroke(p vg.Path) {
	if c.now().width > 0 {
		c.path(p, "D")
	}
}

// Fill fills a path.
func (c *Canvas) Fill(p vg.Path) { c.path(p, "F") }

// at turns a place into the library's coordinates, which run downwards.
func (c *Canvas) at(p vg.Point) (x, y float64) { return p.X.Points(), (c.h - p.Y).Points() }

func (c *Canvas) path(p vg.Path, how string) {
	var last vg.Point
	for _, part := range p {
		switch part.Type {
		case vg.MoveComp:
			c.doc.MoveTo(c.at(part.Pos))
		case vg.LineComp:
			c.doc.LineTo(c.at(part.Pos))
		case vg.ArcComp:
			last = c.arc(part, last)
			continue
		case vg.CurveComp:
			c.curve(last, part)
		case vg.CloseComp:
			c.doc.ClosePath()
			continue
		}
		last = part.Pos
	}
	c.doc.DrawPath(how)
}

func (c *Canvas) curve(from vg.Point, part vg.PathComp) {
	x, y := c.at(part.Pos)
	switch len(part.Control) {
	case 1: // PDF knows cubic curves only
		x1, y1 := c.at(between(from, part.Control[0]))
		x2, y2 := c.at(between(part.Pos, part.Control[0]))
		c.doc.CurveBezierCubicTo(x1, y1, x2, y2, x, y)
	case 2:
		x1, y1 := c.at(part.Control[0])
		x2, y2 := c.at(part.Control[1])
		c.doc.CurveBezierCubicTo(x1, y1, x2, y2, x, y)
	}
}

// between is two thirds of the way from a to b.
func between(a, b vg.Point) vg.Point {
	return vg.Point{X: a.X + 2*(b.X-a.X)/3, Y: a.Y + 2*(b.Y-a.Y)/3}
}

// arc draws an arc as cubic curves of at most a quarter turn and returns its
// end. Like gonum's other canvases it first draws a line to its start.
func (c *Canvas) arc(part vg.PathComp, last vg.Point) vg.Point {
	pieces := max(1, math.Ceil(math.Abs(part.Angle)/(math.Pi/2)))
	step := part.Angle / pieces
	bend := part.Radius * vg.Length(4.0/3*math.Tan(step/4))
	on := func(a float64) (p, tangent vg.Point) {
		sin, cos := math.Sincos(a)
		p = vg.Point{X: part.Pos.X + part.Radius*vg.Length(cos), Y: part.Pos.Y + part.Radius*vg.Length(sin)}
		return p, vg.Point{X: -bend * vg.Length(sin), Y: bend * vg.Length(cos)}
	}
	p, t := on(part.Start)
	if p != last {
		c.doc.LineTo(c.at(p))
	}
	for i := range int(pieces) {
		q, u := on(part.Start + step*float64(i+1))
		c.curve(p, vg.PathComp{Pos: q, Control: []vg.Point{{X: p.X + t.X, Y: p.Y + t.Y}, {X: q.X - u.X, Y: q.Y - u.Y}}})
		p, t = q, u
	}
	return p
}

// FillString writes one line of text in Noto Sans, regular or bold. Other
// fonts are not embedded, so that the face decides only weight and size.
func (c *Canvas) FillString(f font.Face, at vg.Point, text string) {
	if f.Font.Size <= 0 || text == "" {
		return
	}
	style := ""
	if f.Font.Weight >= xfont.WeightSemiBold {
		style = "B"
	}
	c.doc.SetFont(family, style, f.Font.Size.Points())
	x, y := c.at(at)
	c.doc.Text(x, y, text)
}

// DrawImage draws a picture into a rectangle.
func (c *Canvas) DrawImage(r vg.Rectangle, img image.Image) {
	var data bytes.Buffer
	if err := png.Encode(&data, img); err != nil {
		c.err = fmt.Errorf("a picture cannot be put into the PDF: %w", err)
		return
	}
	c.images++
	name, options := fmt.Sprintf("picture %d", c.images), fpdf.ImageOptions{ImageType: "png"}
	c.doc.RegisterImageOptionsReader(name, options, &data)
	x, y := c.at(vg.Point{X: r.Min.X, Y: r.Max.Y})
	c.doc.ImageOptions(name, x, y, r.Size().X.Points(), r.Size().Y.Points(), false, options, 0, "")
}

// WriteTo ends the document and writes it. Nothing can be drawn after that.
func (c *Canvas) WriteTo(w io.Writer) (int64, error) {
	if c.err != nil {
		return 0, c.err
	}
	for len(c.states) > 1 {
		c.Pop()
	}
	var out bytes.Buffer
	if err := c.doc.Output(&out); err != nil {
		return 0, fmt.Errorf("the PDF could not be made: %w", err)
	}
	return out.WriteTo(w)
}
