package ui

import (
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"warpbill/cuda/measure"
	"warpbill/plots/look"
)

// sourceKind says where figures come from. Each kind has its own outline, so
// that nobody takes a recording for a measurement made now.
type sourceKind uint8

const (
	sourceRecorded sourceKind = iota // outlined pill with a square
	sourceLive                       // filled pill with a dot
	sourceModel                      // dashed box
)

// sourceOf is the kind and the words for what the chart shows.
func sourceOf(results []measure.Result, live bool) (sourceKind, string) {
	if len(results) == 0 {
		return sourceModel, "no measurement"
	}
	kind := sourceRecorded
	if live || results[0].Live {
		kind = sourceLive
	}
	label := results[0].SourceLabel()
	if n := len(results) - 1; n > 0 {
		label += " +" + strconv.Itoa(n)
	}
	return kind, label
}

const (
	badgeHeight float32 = 27
	badgeDash   float32 = 6
	badgeGap    float32 = 5
)

// badge names the source of what the chart shows.
type badge struct {
	widget.BaseWidget
	ruler
	theme *look.Theme
	kind  sourceKind
	label string
	most  float32 // the width it may take

	pill   *canvas.Rectangle
	square *canvas.Rectangle
	dot    *canvas.Circle
	dashes []*canvas.Line
	word   *canvas.Text
}

func newBadge() *badge {
	b := &badge{theme: look.DarkTheme(), most: 220}
	b.pill, b.square, b.dot, b.word = canvas.NewRectangle(noColor), canvas.NewRectangle(noColor), canvas.NewCircle(noColor), newText()
	b.ExtendBaseWidget(b)
	return b
}

func (b *badge) set(th *look.Theme, kind sourceKind, label string, most float32) {
	if b.theme == th && b.kind == kind && b.label == label && b.most == most {
		return
	}
	b.theme, b.kind, b.label, b.most = th, kind, label, most
	b.Refresh()
}

// shown is the label as it fits.
func (b *badge) shown() string { return cutText(b.label, sizeNumber, b.most-b.indent()-12, false) }

// indent is where the text starts, after the mark.
func (b *badge) indent() float32 {
	if b.kind == sourceModel {
		return 12
	}
	return 28
}

func (b *badge) width() float32 { return textWidth(b.shown(), sizeNumber, false) + b.indent() + 12 }

func (b *badge) CreateRenderer() fyne.WidgetRenderer {
	d := &drawing{}
	d.min = func() fyne.Size { return b.pixels(b.width(), badgeHeight) }
	d.layout = func(s fyne.Size) {
		b.layout(s)
		d.objects = b.objects()
	}
	d.refresh = func() {
		b.layout(b.Size())
		d.objects = b.objects()
		canvas.Refresh(b)
	}
	b.layout(d.min())
	d.objects = b.objects()
	return d
}

func (b *badge) objects() []fyne.CanvasObject {
	objects := []fyne.CanvasObject{b.pill, b.square, b.dot, b.word}
	for _, l := range b.dashes {
		objects = append(objects, l)
	}
	return objects
}

func (b *badge) layout(s fyne.Size) {
	s = b.units(s)
	th := b.theme
	ink, radius := th.Text, badgeHeight/2
	switch b.kind {
	case sourceLive:
		b.rect(b.pill, th.Text, noColor, 0, radius)
		ink = th.Bg
	case sourceRecorded:
		b.rect(b.pill, noColor, th.Line, 1.4, radius)
	default:
		b.rect(b.pill, noColor, noColor, 0, 0)
	}
	show(b.square, b.kind == sourceRecorded)
	show(b.dot, b.kind == sourceLive)
	b.rect(b.square, th.Text, noColor, 0, 1)
	if b.dot.FillColor = th.Bg; b.kind == sourceLive {
		b.dot.Refresh()
	}
	setText(b.word, b.shown(), ink, false)
	mid := s.Height / 2
	b.place(b.pill, 0, 0, s.Width, s.Height)
	b.place(b.square, 12, mid-4.5, 9, 9)
	b.place(b.dot, 11.5, mid-4.5, 9, 9)
	b.text(b.word, sizeNumber, b.indent(), mid+4.5)
	b.dashes = b.dashes[:0]
	if b.kind == sourceModel {
		b.dashBox(s)
	}
}

// dashBox draws the dashed outline; the toolkit draws no dashes itself.
func (b *badge) dashBox(s fyne.Size) {
	dash := func(x, y, dx, dy, length float32) {
		for at := float32(0); at < length; at += badgeDash + badgeGap {
			end := min(at+badgeDash, length)
			l := canvas.NewLine(b.theme.Line)
			l.StrokeWidth = 1.6 * b.zoom()
			z := b.zoom()
			l.Position1, l.Position2 = fyne.NewPos((x+dx*at)*z, (y+dy*at)*z), fyne.NewPos((x+dx*end)*z, (y+dy*end)*z)
			b.dashes = append(b.dashes, l)
		}
	}
	dash(0, 0, 1, 0, s.Width)
	dash(0, s.Height, 1, 0, s.Width)
	dash(0, 0, 0, 1, s.Height)
	dash(s.Width, 0, 0, 1, s.Height)
}

var _ fyne.Widget = (*badge)(nil)
