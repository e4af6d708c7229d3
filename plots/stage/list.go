package stage

import (
	"image/color"
	"strconv"

	"warpbill/plots/look"
)

// list collects shapes in the order in which they are drawn.
type list struct {
	*layout
	shapes []Shape
}

// Draw is the whole stage: both tills, the bill, and the sentence of the
// moment. It is a pure function of its arguments.
func Draw(s Scene, g Geometry, th *look.Theme) []Shape {
	d := list{layout: newLayout(&s, &g, th), shapes: make([]Shape, 0, 1024)}
	d.constantTill()
	d.secondTill()
	d.bill()
	d.sentence()
	return d.shapes
}

func (d *list) add(s Shape) *Shape {
	d.shapes = append(d.shapes, s)
	return &d.shapes[len(d.shapes)-1]
}

func (d *list) rect(x, y, w, h, radius float64, fill, stroke color.NRGBA, strokeWidth float64) *Shape {
	w, h = max(w, 0), max(h, 0)
	return d.add(Shape{Kind: Rect, X: x, Y: y, W: w, H: h, Radius: max(min(radius, w/2, h/2), 0), Fill: fill, Stroke: stroke, StrokeWidth: strokeWidth})
}

func (d *list) line(x, y, x2, y2 float64, c color.NRGBA, width float64) *Shape {
	return d.add(Shape{Kind: Line, X: x, Y: y, X2: x2, Y2: y2, Stroke: c, StrokeWidth: width})
}

func (d *list) circle(x, y, radius float64, fill color.NRGBA) *Shape {
	return d.add(Shape{Kind: Circle, X: x, Y: y, Radius: radius, Fill: fill})
}

func (d *list) text(x, y float64, text string, size float64, c color.NRGBA, bold bool, align Align) *Shape {
	return d.add(Shape{Kind: Text, X: x, Y: y, Text: text, Size: size, Fill: c, Bold: bold, Align: align, Hidden: text == ""})
}

// label is a row label in the gutter, centred on y.
func (d *list) label(y float64, text string, size float64) {
	d.text(d.g.labels(), y+size*.36, text, size, d.th.Muted, false, Trailing)
}

// number writes an element's number centred on a point. Numbers from 1000 on
// stand on two lines, so that scenes with such numbers have two texts a cell.
func (d *list) number(x, y float64, label string, size float64, c color.NRGBA, bold, hidden bool) {
	hidden = hidden || d.unlabeled
	low, high := label, ""
	if d.split && len(label) > 3 {
		high, low = label[:len(label)-3], label[len(label)-3:]
		y += size * .48
	}
	d.text(x, y+size*.36, low, size, c, bold, Center).Hidden = hidden
	if d.split {
		d.text(x, y-size*.6, high, size, c, bold, Center).Hidden = hidden || high == ""
	}
}

// head is the line above a part of the stage: a mark drawn by the caller, the
// name, and the rule beside it.
func (d *list) head(y float64, name, rule string) {
	g := d.g
	x := g.left + g.lg*1.08
	d.text(x, y, name, g.lg, d.th.Text, true, Leading)
	d.text(x+look.TextWidth(name, g.lg, true)+g.md*.8, y, rule, g.md, d.th.Muted, false, Leading)
}

// counter writes pairs of a large number and its words, ending at the right
// edge. Every text keeps its right edge, so that a number does not jitter.
func (d *list) counter(y float64, parts ...string) {
	x := d.g.right()
	for i := len(parts) - 1; i >= 0; i-- {
		size, bold := d.g.md, false
		if i%2 == 0 {
			size, bold = d.g.xl, true
		} else {
			parts[i] = trimSpaceRight(parts[i])
		}
		d.text(x, y, parts[i], size, d.th.Text, bold, Trailing)
		x -= look.TextWidth(parts[i], size, bold)
		if i > 0 && i%2 == 0 {
			x -= look.TextWidth(" ", d.g.md, false)
		}
	}
}

func trimSpaceRight(s string) string {
	for s != "" && s[len(s)-1] == ' ' {
		s = s[:len(s)-1]
	}
	return s
}

// sentence writes the sentence of the moment, wrapped to the area. The lines
// it may have are always in the list.
func (d *list) sentence() {
	g, s := d.g, d.s
	text := d.second.Sentence(s.Choice, s.Tap, s.Constant, s.Global, d.pass, d.settled)
	rest := text
	width := g.right() - g.left
	for i := range g.sayLines {
		line := rest
		if i < g.sayLines-1 {
			line, rest = wrap(rest, g.say, width)
		}
		d.text(g.left, g.sentence+float64(i)*g.say*1.42, line, g.say, d.th.Text, false, Leading)
	}
}

// wrap cuts the text at the last space at which it fits the width.
func wrap(text string, size, width float64) (line, rest string) {
	if look.TextWidth(text, size, false) <= width {
		return text, ""
	}
	cut := 0
	for i := range len(text) {
		if text[i] != ' ' {
			continue
		}
		if look.TextWidth(text[:i], size, false) > width {
			break
		}
		cut = i
	}
	if cut == 0 {
		return text, ""
	}
	return text[:cut], text[cut+1:]
}

func itoa(n uint64) string { return strconv.FormatUint(n, 10) }
