package plots

import (
	"image/color"
	"math"
	"slices"

	"warpbill/plots/look"
)

// ink is the colour of a series' line and marks.
func (ch *chart) ink(s series) color.NRGBA {
	t := ch.style.theme()
	switch {
	case !s.quiet:
		return s.color
	case s.color == t.Text:
		return t.Muted
	}
	return look.Mix(t.Bg, s.color, .7)
}

// drawSeries draws lines, intervals and marks, the quiet series first.
func (ch *chart) drawSeries(p pen, l layout) {
	order := make([]int, 0, len(ch.series))
	for i, s := range ch.series {
		if s.quiet {
			order = append(order, i)
		}
	}
	for i, s := range ch.series {
		if !s.quiet {
			order = append(order, i)
		}
	}
	for _, i := range order {
		ch.drawLine(p, l, ch.series[i])
	}
	for _, i := range order {
		ch.drawMarks(p, l, ch.series[i])
	}
}

func (ch *chart) drawLine(p pen, l layout, s series) {
	m := ch.sizes
	width, c := m.wide, ch.ink(s)
	var dash []float64
	if s.quiet {
		width = m.thin
	}
	if s.dashed {
		dash = []float64{.55 * m.number, .4 * m.number}
	}
	for _, run := range s.runs {
		var line []pt
		for j, k := range run {
			q := ch.at(l, k.x, k.y)
			if j > 0 && s.dashed && ch.style.Transparent {
				// Nothing hides the line within a hollow mark.
				a, b := shorten(line[len(line)-1], q, m.mark*1.2)
				p.lines([]pt{a, b}, c, width, dash)
			}
			line = append(line, q)
		}
		if !s.dashed || !ch.style.Transparent {
			p.lines(line, c, width, dash)
		}
	}
}

// shorten takes d off both ends of a line.
func shorten(a, b pt, d float64) (pt, pt) {
	length := math.Hypot(b.x-a.x, b.y-a.y)
	if length <= 2*d {
		return a, a
	}
	t := d / length
	return pt{a.x + t*(b.x-a.x), a.y + t*(b.y-a.y)}, pt{b.x - t*(b.x-a.x), b.y - t*(b.y-a.y)}
}

func (ch *chart) drawMarks(p pen, l layout, s series) {
	m, c := ch.sizes, ch.ink(s)
	stroke := m.number / 7
	for _, k := range s.marks() {
		q := ch.at(l, k.x, k.y)
		bg := ch.backdrop()
		if ch.band > 0 && k.x < ch.band && bg.A > 0 {
			bg = ch.bandColor()
		}
		if k.top > 0 {
			ch.drawInterval(p, ch.at(l, k.x, k.low), ch.at(l, k.x, k.top), c)
		}
		r := m.mark
		switch {
		case k.bound:
			r *= .7
		case s.quiet:
			r *= .83
		}
		if s.dashed {
			r *= 1.15 // so that it shows round a filled one at the same place
		}
		p.glyph(s.glyph, q, r, c, s.dashed, bg, stroke)
	}
}

// drawInterval draws an error bar; one that the mark would hide is left out.
func (ch *chart) drawInterval(p pen, low, top pt, c color.NRGBA) {
	m := ch.sizes
	if top.y-low.y < m.mark {
		return
	}
	cap := .8 * m.mark
	p.line(low, top, c, m.number/9)
	p.line(pt{low.x - cap, low.y}, pt{low.x + cap, low.y}, c, m.number/9)
	p.line(pt{top.x - cap, top.y}, pt{top.x + cap, top.y}, c, m.number/9)
}

// drawValues writes the numbers at the marks of a slide with few of them:
// above solid lines, below dashed ones.
func (ch *chart) drawValues(p pen, l layout, room *placer) {
	if ch.values == nil || ch.page == nil || len(ch.series) > 2 {
		return
	}
	m, t := ch.sizes, ch.style.theme()
	for _, s := range ch.series {
		shown := math.Inf(1)
		for _, k := range slices.Backward(s.marks()) {
			q := ch.at(l, k.x, k.y)
			if s.dashed {
				q.y = min(q.y, ch.at(l, k.x, max(k.low, ch.y.min)).y) - 1.6*m.number
				if k.low == 0 {
					q.y = ch.at(l, k.x, k.y).y - 1.6*m.number
				}
			} else {
				q.y = max(q.y, ch.at(l, k.x, max(k.top, k.y)).y) + .95*m.number
			}
			text := ch.values(k.y)
			b := textBox(q, text, m.number, false, middle)
			if b.x1 > shown-.3*m.number {
				continue
			}
			shown = b.x0
			bg := ch.backdrop()
			if ch.band > 0 && k.x < ch.band && bg.A > 0 {
				bg = ch.bandColor()
			}
			if bg.A > 0 {
				p.rect(box{b.x0 - .11*m.number, q.y - .1*m.number, b.x1 + .11*m.number, q.y + .8*m.number}, bg)
			}
			p.text(q, text, m.number, t.Text, false, middle)
			room.take(b)
		}
	}
}
