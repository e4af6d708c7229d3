package ui

import (
	"image"
	"image/color"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/software"
)

// line draws as the toolkit's shader for lines does.
func (b *brush) line(to *image.RGBA, l *canvas.Line, parent fyne.Position) {
	c := ink(l.StrokeColor)
	if c.A == 0 || l.StrokeWidth == 0 {
		return
	}
	s := float64(b.scale)
	x1, y1 := b.pixel(parent.X+l.Position1.X), b.pixel(parent.Y+l.Position1.Y)
	x2, y2 := b.pixel(parent.X+l.Position2.X), b.pixel(parent.Y+l.Position2.Y)
	if l.StrokeWidth <= 1 { // onto the middle of a pixel
		shift := .5 * s
		if l.StrokeWidth <= .5 && s > 1 {
			shift = .25 * s
		}
		if x1 == x2 {
			x1, x2 = x1-shift, x2-shift
		}
		if y1 == y2 {
			y1, y2 = y1-shift, y2-shift
		}
	}
	dx, dy := x2-x1, y2-y1
	length := math.Hypot(dx, dy)
	if length == 0 {
		return
	}
	dx, dy = dx/length, dy/length
	feather := .5 * s
	half := b.pixel(l.StrokeWidth+.5) / 2
	reach := half + 1
	low, high := int(math.Floor(min(y1, y2)-reach)), int(math.Ceil(max(y1, y2)+reach))
	for y := max(low, to.Rect.Min.Y); y < min(high, to.Rect.Max.Y); y++ {
		left, right := min(x1, x2)-reach, max(x1, x2)+reach
		if math.Abs(dy) > 1e-6 { // only where the line crosses this row
			middle := x1 + (float64(y)+.5-y1)*dx/dy
			wide := reach/math.Abs(dy) + math.Abs(dx/dy)
			left, right = max(left, middle-wide), min(right, middle+wide)
		}
		row := image.Rect(int(math.Floor(left)), y, int(math.Ceil(right)), y+1)
		each(to, row, func(x, y int) {
			px, py := float64(x)+.5-x1, float64(y)+.5-y1
			along, away := px*dx+py*dy, math.Abs(px*dy-py*dx)
			if along < 0 || along > length || away > half {
				return
			}
			lay(to, x, y, c, portion((half-away)/feather))
		})
	}
}

// polygon fills a convex polygon whose corners run clockwise.
func (b *brush) polygon(to *image.RGBA, o *canvas.ArbitraryPolygon, at fyne.Position) {
	c := ink(o.FillColor)
	if c.A == 0 {
		return
	}
	x, y := b.pixel(at.X), b.pixel(at.Y)
	corners := make([][2]float64, len(o.Points))
	for i, p := range o.Points {
		corners[i] = [2]float64{x + b.pixel(p.X), y + b.pixel(p.Y)}
	}
	soft := b.softness()
	area := image.Rect(int(x), int(y), int(x+b.pixel(o.Size().Width)), int(y+b.pixel(o.Size().Height)))
	each(to, area.Inset(-int(soft)), func(x, y int) {
		outside := math.Inf(-1)
		for i, p := range corners {
			q := corners[(i+1)%len(corners)]
			ex, ey := q[0]-p[0], q[1]-p[1]
			if n := math.Hypot(ex, ey); n > 0 {
				outside = max(outside, ((float64(x)+.5-p[0])*ey-(float64(y)+.5-p[1])*ex)/n)
			}
		}
		lay(to, x, y, c, portion(1-smooth(-soft, soft, outside)))
	})
}

// text lays a text's letters down in its colour.
func (b *brush) text(to *image.RGBA, t *canvas.Text, at fyne.Position) {
	if t.Text == "" || t.Text == " " {
		return
	}
	w := b.letters.word(t, b.scale)
	if room := t.Size().Height - w.height; room > 0 {
		at.Y += room / 2
	}
	x, y := int(b.pixel(at.X)), int(b.pixel(at.Y))
	c := ink(t.Color)
	each(to, w.mask.Rect.Add(image.Pt(x, y)), func(px, py int) {
		if a := w.mask.Pix[w.mask.PixOffset(px-x, py-y)]; a > 0 {
			lay(to, px, py, c, a)
		}
	})
}

// letters keeps the words that were drawn, whatever their colours.
type letters map[wordKey]word

type wordKey struct {
	text        string
	size, scale float32
	bold        bool
}

// word is how a text looks: how much of every pixel its letters cover.
type word struct {
	mask   *image.Alpha
	height float32 // of the line, in units of the canvas
}

// mostWords bounds what is kept. The stage has some 80 different texts.
const mostWords = 400

func (l *letters) word(t *canvas.Text, scale float32) word {
	key := wordKey{t.Text, t.TextSize, scale, t.TextStyle.Bold}
	if w, ok := (*l)[key]; ok {
		return w
	}
	if *l == nil || len(*l) >= mostWords {
		*l = letters{}
	}
	white := canvas.NewText(t.Text, color.White)
	white.TextSize, white.TextStyle = t.TextSize, t.TextStyle
	size := white.MinSize()
	white.Resize(size)
	c := software.NewTransparentCanvas()
	c.SetPadded(false)
	c.SetScale(scale)
	c.SetContent(container.NewWithoutLayout(white))
	c.Resize(size.AddWidthHeight(2, 2)) // letters reach a little beyond
	drawn := c.Capture()
	w := word{image.NewAlpha(drawn.Bounds()), size.Height}
	if img, ok := drawn.(*image.NRGBA); ok {
		for i := range w.mask.Pix {
			w.mask.Pix[i] = img.Pix[4*i+3]
		}
	}
	(*l)[key] = w
	return w
}
