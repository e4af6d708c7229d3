package plots

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg/draw"

	"warpbill/plots/look"
)

// chart is a figure ready to be drawn: a plotter for gonum/plot that lays
// itself out on whatever canvas it is given. It is never changed after it was
// made, so that it can be drawn from several goroutines.
type chart struct {
	data           Data // the sources that are drawn
	style          Style
	sizes          metrics
	x, y           span
	xTicks, yTicks []plot.Tick
	xName, yName   string
	series         []series
	rule           float64 // a strong horizontal line, 0 for none
	ruleLabel      string  // at its end, on a slide
	verticals      []vertical
	band           float64                // sizes up to here are launch-bound, 0 for none
	values         func(v float64) string // writes values at the marks of a slide; nil for none
	ends           bool                   // label the lines at their ends
	keys           []series               // what the marks mean, when the ends name the cards
	note           string
	page           *page // what a slide has around the chart
}

// vertical is a dashed line at one size, with what it means.
type vertical struct {
	x     float64
	label string
}

// metrics are the sizes of a format, in points.
type metrics struct {
	number, label, mark, wide, thin float64
}

func (s Style) metrics() metrics {
	if s.Format == Slide {
		return metrics{number: 18, label: 20, mark: 6.5, wide: 3.6, thin: 2.25}
	}
	return metrics{number: 13, label: 13, mark: 4.6, wide: 2.6, thin: 1.5}
}

// layout is where the parts of a chart stand.
type layout struct {
	full, data box
	pad        float64 // grid lines go this far beyond the data
}

func (ch *chart) layout(full box) layout {
	m := ch.sizes
	l := layout{full: full, pad: 1.1 * m.number}
	w, h := full.x1-full.x0, full.y1-full.y0
	right := ch.endWidth()
	if right > 0 {
		right = min(right+l.pad+.7*m.number+1, .45*w)
	}
	if ch.style.Format == Slide {
		l.data = box{full.x0 + 125, full.y0 + 114 + ch.page.extra(), full.x1 - max(48, right+48), full.y1 - 146}
	} else {
		left := 106.0
		if w < 400 {
			left = ch.tickWidth() + 1.9*m.number + 4
		}
		top := .9 * m.number
		if ch.note != "" {
			top += 1.5 * m.number
		}
		l.data = box{full.x0 + left, full.y0 + 2.2*m.number, full.x1 - max(26, right+4), full.y1 - top}
	}
	// On a canvas far too small the parts overlap rather than turn inside out.
	l.data.x1 = max(l.data.x1, min(l.data.x0+.2*w, full.x1))
	l.data.x0 = min(l.data.x0, l.data.x1-1)
	l.data.y1 = max(l.data.y1, min(l.data.y0+.2*h, full.y1))
	l.data.y0 = min(l.data.y0, l.data.y1-1)
	return l
}

func (ch *chart) tickWidth() float64 {
	w := 0.0
	for _, t := range ch.yTicks {
		w = max(w, look.TextWidth(t.Label, ch.sizes.number, true))
	}
	return w
}

func (ch *chart) at(l layout, x, y float64) pt {
	return pt{l.atX(ch.x, x), l.data.y0 + ch.y.norm(min(max(y, ch.y.min), ch.y.max))*(l.data.y1-l.data.y0)}
}

func (l layout) atX(x span, v float64) float64 { return l.data.x0 + x.norm(v)*(l.data.x1-l.data.x0) }

// Plot draws the whole chart. It implements plot.Plotter.
func (ch *chart) Plot(c draw.Canvas, _ *plot.Plot) {
	p := pen{c}
	l := ch.layout(box{float64(c.Min.X), float64(c.Min.Y), float64(c.Max.X), float64(c.Max.Y)})
	room := &placer{area: box{l.data.x0 - l.pad + 2, l.data.y0 + 2, l.data.x1 + l.pad, l.data.y1 + .8*ch.sizes.number}}
	if ch.style.Format == Panel {
		if ch.endWidth() == 0 {
			room.area.x1 = l.full.x1 - 2
		}
		room.area.y1 = l.data.y1 + .5*ch.sizes.number
	}
	ch.drawBand(p, l, room)
	ch.drawGrid(p, l, room)
	ch.drawRules(p, l, room)
	ch.reserve(l, room)
	ch.drawSeries(p, l)
	ch.drawValues(p, l, room)
	ch.drawLabels(p, l, room)
	ch.drawSideNotes(p, l, room)
	if ch.page != nil {
		ch.page.draw(p, l, ch.style.theme())
	}
}

// backdrop is the colour behind the data; nothing when it is transparent.
func (ch *chart) backdrop() color.NRGBA {
	if ch.style.Transparent {
		return color.NRGBA{}
	}
	return ch.style.theme().Bg
}

func (ch *chart) bandColor() color.NRGBA {
	t := ch.style.theme()
	return look.Mix(t.Bg, t.Raise, .75)
}

// drawBand shades the sizes at which a launch takes longer than the memory.
func (ch *chart) drawBand(p pen, l layout, room *placer) {
	if ch.band == 0 {
		return
	}
	b := box{l.data.x0 - l.pad, l.data.y0, ch.bandEnd(l), l.data.y1}
	if !ch.style.Transparent {
		p.rect(b, ch.bandColor())
	}
	room.shaded = append(room.shaded, b)
	p.lines([]pt{{b.x1, b.y0}, {b.x1, b.y1}}, ch.style.theme().Hair, 1, nil)
}

// bandEnd is the right edge of the band.
func (ch *chart) bandEnd(l layout) float64 {
	if ch.band < ch.x.max {
		return l.atX(ch.x, ch.band)
	}
	return l.data.x1 + l.pad
}

// drawGrid draws the horizontal lines, the ticks and the numbers of both axes.
func (ch *chart) drawGrid(p pen, l layout, room *placer) {
	t, m := ch.style.theme(), ch.sizes
	left, right := l.data.x0-l.pad, l.data.x1+l.pad
	for _, k := range ch.yTicks {
		y := ch.at(l, ch.x.min, k.Value).y
		c, strong := t.Muted, k.Value == ch.rule
		if strong {
			c = t.Text
		} else {
			p.line(pt{left, y}, pt{right, y}, t.Hair, 1)
			room.segments = append(room.segments, segment{pt{left, y}, pt{right, y}, gridLine})
		}
		p.text(pt{left - .8*m.number, y - .36*m.number}, k.Label, m.number, c, strong, end)
	}
	p.line(pt{left, l.data.y0}, pt{right, l.data.y0}, t.Hair, 1)
	ch.drawSizes(p, l)
	left -= .8 * m.number
	if ch.page == nil {
		name := fit(ch.xName, m.number, false, left-l.full.x0)
		p.text(pt{left, l.data.y0 - 1.5*m.number}, name, m.number, t.Muted, false, end)
		return
	}
	p.text(pt{(l.data.x0 + l.data.x1) / 2, l.data.y0 - 52}, ch.xName+" (log scale)", m.number, t.Muted, false, middle)
	if ch.yName != "" {
		p.text(pt{left, l.data.y1 + .7*m.number}, ch.yName, m.number, t.Muted, false, end)
	}
}

// drawSizes draws the ticks below the chart, and the numbers at every tick or
// at as many of them, evenly, as there is room for.
func (ch *chart) drawSizes(p pen, l layout) {
	t, m := ch.style.theme(), ch.sizes
	last := len(ch.xTicks) - 1
	every := 1
	for ; every <= last; every++ {
		fits, edge := true, math.Inf(1)
		for i := last; i >= 0; i -= every {
			x, half := l.atX(ch.x, ch.xTicks[i].Value), look.TextWidth(ch.xTicks[i].Label, m.number, false)/2
			fits = fits && x+half < edge-.5*m.number
			edge = x - half
		}
		if fits {
			break
		}
	}
	for i, k := range ch.xTicks {
		x := l.atX(ch.x, k.Value)
		if ch.page == nil {
			p.line(pt{x, l.data.y0}, pt{x, l.data.y0 - 6}, t.Line, 1.2)
		}
		if (last-i)%every == 0 {
			p.text(pt{x, l.data.y0 - 1.5*m.number}, k.Label, m.number, t.Muted, false, middle)
		}
	}
}

// drawRules draws the line of equal time and the dashed verticals.
func (ch *chart) drawRules(p pen, l layout, room *placer) {
	t, m := ch.style.theme(), ch.sizes
	for _, v := range ch.verticals {
		x := l.atX(ch.x, v.x)
		a, b := pt{x, l.data.y0}, pt{x, l.data.y1}
		p.lines([]pt{a, b}, t.Wait, m.number/11, []float64{.35 * m.number, .3 * m.number})
		room.soft = append(room.soft, segment{a, b, gridLine})
	}
	if ch.rule > 0 {
		y := ch.at(l, ch.x.min, ch.rule).y
		a, b := pt{l.data.x0 - l.pad, y}, pt{l.data.x1 + l.pad, y}
		p.line(a, b, t.Text, m.number/6.5)
		room.segments = append(room.segments, segment{a, b, ruleLine})
	}
}

// reserve tells the placer where the series will be.
func (ch *chart) reserve(l layout, room *placer) {
	for i, s := range ch.series {
		for _, run := range s.runs {
			var last pt
			for j, k := range run {
				q := ch.at(l, k.x, k.y)
				r := ch.sizes.mark * 1.3
				room.taken = append(room.taken, box{q.x - r, q.y - r, q.x + r, q.y + r})
				if j > 0 {
					room.segments = append(room.segments, segment{last, q, i})
				}
				if k.top > 0 {
					room.segments = append(room.segments, segment{ch.at(l, k.x, k.low), ch.at(l, k.x, k.top), ruleLine})
				}
				last = q
			}
		}
	}
}

// plotOf puts a chart on a gonum plot whose own axes, title and legend stay
// empty.
func plotOf(ch *chart) (*plot.Plot, error) {
	if !drawable(ch.x.min) || !drawable(ch.y.min) || ch.x.min >= ch.x.max || ch.y.min >= ch.y.max {
		return nil, fmt.Errorf("this chart has no range to draw in: %w", errRange)
	}
	p := emptyPlot(ch.style)
	ch.x.apply(&p.X)
	ch.y.apply(&p.Y)
	p.Add(ch)
	return p, nil
}

// emptyPlot is a gonum plot without axes, title and legend. No style of it
// refers to gonum's own fonts.
func emptyPlot(s Style) *plot.Plot {
	p := plot.New()
	p.HideAxes()
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 1, 0, 1
	p.X.Padding, p.Y.Padding = 0, 0
	for _, style := range []*draw.TextStyle{
		&p.Title.TextStyle, &p.X.Label.TextStyle, &p.Y.Label.TextStyle, &p.X.Tick.Label, &p.Y.Tick.Label, &p.Legend.TextStyle,
	} {
		style.Font = face(s.metrics().number, false).Font
		style.Handler = plainText()
	}
	p.TextHandler = plainText()
	p.BackgroundColor = s.theme().Bg
	if s.Transparent {
		p.BackgroundColor = nil
	}
	return p
}
