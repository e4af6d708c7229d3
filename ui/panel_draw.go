package ui

import (
	"image/color"
	"math"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"warpbill/cuda/measure"
	"warpbill/plots/look"
)

// Text sizes of the panel, in device-independent pixels.
const (
	sizeNumber  float32 = 13
	sizeCaption float32 = 14
	sizeTab     float32 = 17
)

// maxLabel bounds every text that comes from outside before it is measured
// or drawn: laying out a megabyte takes a text widget seconds.
const maxLabel = 500

// plain is text from outside, made fit to be drawn: on one line, bounded, and
// without characters that a text layout would obey.
func plain(s string) string { return measure.CleanText(s, maxLabel) }

// cutText is the text, shortened with an ellipsis so that it is no wider
// than width.
func cutText(s string, size, width float32, bold bool) string {
	s = plain(s)
	if textWidth(s, size, bold) <= width {
		return s
	}
	runes := []rune(s)
	low, high := 0, len(runes)
	for low < high {
		mid := (low + high + 1) / 2
		if textWidth(string(runes[:mid])+"…", size, bold) <= width {
			low = mid
		} else {
			high = mid - 1
		}
	}
	return strings.TrimRight(string(runes[:low]), " ") + "…"
}

// cutParts is as much of a list, parted by commas or dots, as fits: whole
// parts where one fits, else the first part cut.
func cutParts(s string, size, width float32) string {
	s = plain(s)
	for textWidth(s, size, false) > width {
		at := max(strings.LastIndex(s, ", "), strings.LastIndex(s, " · "))
		if at <= 0 {
			break
		}
		s = s[:at]
	}
	return cutText(s, size, width, false)
}

// wrapText breaks the text into at most max lines no wider than width; what
// is left over is cut with an ellipsis. A max of 0 or less sets no limit.
func wrapText(s string, size, width float32, bold bool, max int) []string {
	var lines []string
	line := ""
	words := strings.Fields(plain(s))
	for i, word := range words {
		next := word
		if line != "" {
			next = line + " " + word
		}
		if line == "" || textWidth(next, size, bold) <= width {
			line = next
			continue
		}
		if max > 0 && len(lines) == max-1 {
			return append(lines, cutText(line+" "+strings.Join(words[i:], " "), size, width, bold))
		}
		lines, line = append(lines, cutText(line, size, width, bold)), word
	}
	if line != "" {
		lines = append(lines, cutText(line, size, width, bold))
	}
	return lines
}

func textWidth(s string, size float32, bold bool) float32 {
	return float32(look.TextWidth(s, float64(size), bold))
}

func newText() *canvas.Text { return canvas.NewText("", color.Transparent) }

// setText changes a text and refreshes it only when it changed: every new
// text costs a texture.
func setText(t *canvas.Text, s string, c color.NRGBA, bold bool) {
	if old, ok := t.Color.(color.NRGBA); ok && old == c && t.Text == s && t.TextStyle.Bold == bold {
		return
	}
	t.Text, t.Color, t.TextStyle.Bold = s, c, bold
	t.Refresh()
}

// ruler turns the units in which the panel is laid out into the canvas's
// pixels: the zoom of the window. The zero ruler does not zoom.
type ruler struct{ z float32 }

func (r ruler) zoom() float32 {
	if r.z > 0 {
		return r.z
	}
	return 1
}

// units is a size of the canvas in units, pixels the other way round.
func (r ruler) units(s fyne.Size) fyne.Size {
	return fyne.NewSize(s.Width/r.zoom(), s.Height/r.zoom())
}

func (r ruler) pixels(w, h float32) fyne.Size { return fyne.NewSize(w*r.zoom(), h*r.zoom()) }

// place moves and resizes an object.
func (r ruler) place(o fyne.CanvasObject, x, y, w, h float32) {
	o.Move(fyne.NewPos(x*r.zoom(), y*r.zoom()))
	o.Resize(r.pixels(max(w, 0), max(h, 0)))
}

// text sets the size of a text and puts its baseline at y; x is its left end,
// its middle or its right end as the text is aligned.
func (r ruler) text(t *canvas.Text, size, x, y float32) {
	pixels := float32(math.Round(float64(size * r.zoom()))) // see applyText
	if t.TextSize != pixels {
		t.TextSize = pixels
		t.Refresh()
	}
	size = pixels / r.zoom()
	width := textWidth(t.Text, size, t.TextStyle.Bold)
	switch t.Alignment {
	case fyne.TextAlignTrailing:
		x -= width
	case fyne.TextAlignCenter:
		x -= width / 2
	}
	r.place(t, x, y-look.Baseline*size, width, look.LineHeight*size)
}

// rect changes the look of a rectangle and refreshes it only then. The
// toolkit leaves out a rectangle whose colours are color.Transparent itself;
// one in another colour without alpha costs as much as any other.
func (r ruler) rect(o *canvas.Rectangle, fill, stroke color.NRGBA, width, radius float32) {
	inside, outline := shapeColor(fill), shapeColor(stroke)
	width, radius = shapeStroke(stroke, width)*r.zoom(), radius*r.zoom()
	if o.FillColor == inside && o.StrokeColor == outline && o.StrokeWidth == width && o.CornerRadius == radius {
		return
	}
	o.FillColor, o.StrokeColor, o.StrokeWidth, o.CornerRadius = inside, outline, width, radius
	o.Refresh()
}

// show shows or hides an object without touching it when it already is so.
func show(o fyne.CanvasObject, yes bool) {
	if yes == o.Visible() {
		return
	}
	if yes {
		o.Show()
	} else {
		o.Hide()
	}
}

// freeLayout leaves the objects of a container where they were put and says
// how much room they take.
type freeLayout struct{ min func() fyne.Size }

func (l freeLayout) MinSize([]fyne.CanvasObject) fyne.Size           { return l.min() }
func (l freeLayout) Layout(objects []fyne.CanvasObject, _ fyne.Size) {}

// noColor is no colour at all.
var noColor = color.NRGBA{}

// drawing is the renderer of this panel's widgets: a list of objects and the
// functions that place and recolour them.
type drawing struct {
	objects []fyne.CanvasObject
	min     func() fyne.Size
	layout  func(fyne.Size)
	refresh func()
}

func (d *drawing) Objects() []fyne.CanvasObject { return d.objects }
func (d *drawing) MinSize() fyne.Size           { return d.min() }
func (d *drawing) Layout(s fyne.Size)           { d.layout(s) }
func (d *drawing) Refresh()                     { d.refresh() }
func (d *drawing) Destroy()                     {}

var _ fyne.WidgetRenderer = (*drawing)(nil)
