package plots

import (
	"cmp"
	"image/color"
	"slices"

	"warpbill/plots/look"
)

// endLabel names a line at its right end.
type endLabel struct {
	text, detail string
	x, y         float64 // where its line ends
	color        color.NRGBA
	bold         bool
}

func (e endLabel) height(m metrics) float64 {
	if e.detail != "" {
		return 2.3 * m.label
	}
	return 1.3 * m.label
}

// endLabels are the labels at the line ends, from top to bottom.
func (ch *chart) endLabels(l layout) []endLabel {
	t := ch.style.theme()
	var all []endLabel
	for _, s := range ch.series {
		if !ch.ends && !s.end {
			continue
		}
		at := ch.at(l, s.last().x, s.last().y)
		e := endLabel{s.label, s.detail, at.x, at.y, s.color, ch.boldEnd(s)}
		if ch.page == nil {
			e.detail = ""
		}
		if s.quiet && s.source == 0 {
			e.color = t.Muted
		}
		all = append(all, e)
	}
	if ch.rule > 0 && ch.page != nil {
		all = append(all, endLabel{text: ch.ruleLabel, x: l.data.x1, y: ch.at(l, ch.x.min, ch.rule).y, color: t.Text})
	}
	slices.SortStableFunc(all, func(a, b endLabel) int { return cmp.Compare(b.y, a.y) })
	if len(ch.keys) == 0 {
		return all
	}
	return merge(all, 1.3*ch.sizes.label, t.Text)
}

// boldEnd says whether the label of a series is bold at its line's end.
func (ch *chart) boldEnd(s series) bool { return s.bold || ch.page != nil && !s.quiet }

// merge makes neighbours that name the same card, nearer than step, one label
// in a colour of its own.
func merge(all []endLabel, step float64, c color.NRGBA) []endLabel {
	var merged []endLabel
	for _, e := range all {
		if n := len(merged); n > 0 && merged[n-1].text == e.text && merged[n-1].y-e.y < step {
			merged[n-1].y = (merged[n-1].y + e.y) / 2
			merged[n-1].color = c
			continue
		}
		merged = append(merged, e)
	}
	return merged
}

// endWidth is the width of the widest label at a line end.
func (ch *chart) endWidth() float64 {
	m, w := ch.sizes, 0.0
	for _, s := range ch.series {
		if !ch.ends && !s.end {
			continue
		}
		w = max(w, look.TextWidth(s.label, m.label, ch.boldEnd(s)))
		if ch.page != nil {
			w = max(w, look.TextWidth(s.detail, m.number, false))
		}
	}
	if ch.rule > 0 && ch.page != nil {
		w = max(w, look.TextWidth(ch.ruleLabel, m.number, false))
	}
	return w
}

func (ch *chart) drawLabels(p pen, l layout, room *placer) {
	ch.drawEnds(p, l)
	if !ch.ends {
		ch.drawDirect(p, l, room)
	}
	if len(ch.keys) > 0 {
		ch.drawKeys(p, room, ch.keys)
	}
}

// drawEnds writes the labels beside the line ends. One that had to move is
// tied to its line.
func (ch *chart) drawEnds(p pen, l layout) {
	t, m := ch.style.theme(), ch.sizes
	all := ch.endLabels(l)
	ys, heights := make([]float64, len(all)), make([]float64, len(all))
	total := 0.0
	for i, e := range all {
		heights[i] = e.height(m)
		total += heights[i]
	}
	low, high := l.data.y0-.4*m.number, l.data.y1+.8*m.number
	if total > high-low {
		for i := range all {
			all[i].detail = ""
			heights[i] = all[i].height(m)
		}
	}
	for i, e := range all {
		// The first line of a label with two stands at the line's end.
		ys[i] = e.y - (heights[i]-1.3*m.label)/2
	}
	spread(ys, heights, low, high)
	x := l.data.x1 + l.pad + .7*m.number
	limit := l.full.x1 - x - 4
	for i, e := range all {
		y := ys[i] + (heights[i]-1.3*m.label)/2 // middle of the first line
		if gap := y - e.y; gap > .45*m.label || gap < -.45*m.label {
			p.line(pt{l.data.x1 + 1.6*m.mark, e.y}, pt{x - .25*m.number, y}, t.Line, 1)
		}
		if e.x < l.data.x1-2*m.mark {
			// The line ends early: lead the eye on to the label.
			p.lines([]pt{{e.x + 1.6*m.mark, e.y}, {l.data.x1 + 1.6*m.mark, e.y}}, t.Line, 1, []float64{1, 3})
		}
		size := m.label
		if e.text == ch.ruleLabel {
			size = m.number
		}
		p.text(pt{x, y - .34*size}, fit(e.text, size, e.bold, limit), size, e.color, e.bold, start)
		if e.detail != "" {
			p.text(pt{x, y - .34*size - 1.12*m.label}, fit(e.detail, m.number, false, limit), m.number, t.Muted, false, start)
		}
	}
}

// drawDirect writes each label beside its line where it is unmistakable, and
// the others in one block with their marks.
func (ch *chart) drawDirect(p pen, l layout, room *placer) {
	t, m := ch.style.theme(), ch.sizes
	var rest []series
	for i, s := range ch.series {
		if s.end {
			continue
		}
		var line []pt
		for _, k := range s.marks() {
			line = append(line, ch.at(l, k.x, k.y))
		}
		at, ok := room.beside(line, i, s.label, m.label, s.bold)
		if !ok {
			rest = append(rest, s)
			continue
		}
		c := s.color
		if s.quiet {
			c = t.Muted
		}
		p.text(at, s.label, m.label, c, s.bold, start)
	}
	if len(rest) > 0 {
		slices.SortStableFunc(rest, func(a, b series) int { return cmp.Compare(b.last().y, a.last().y) })
		ch.drawKeys(p, room, rest)
	}
}

// drawKeys writes a block that says what the marks mean.
func (ch *chart) drawKeys(p pen, room *placer, keys []series) {
	t, m := ch.style.theme(), ch.sizes
	size, step, indent := m.number, 1.45*m.number, 1.3*m.number
	w := 0.0
	for _, s := range keys {
		w = max(w, indent+look.TextWidth(s.key, size, s.bold))
	}
	b, _ := room.block(w+.6*size, step*float64(len(keys)))
	room.take(box{b.x0, b.y0 - size, b.x1, b.y1}) // or the next label would read as one more key
	if !ch.style.Transparent {
		p.rect(b, t.Bg)
		for _, s := range room.shaded {
			if s.overlaps(b) {
				p.rect(box{max(b.x0, s.x0), max(b.y0, s.y0), min(b.x1, s.x1), min(b.y1, s.y1)}, ch.bandColor())
			}
		}
	}
	b.x0 += .3 * size
	for i, s := range keys {
		y := b.y1 - step*(float64(i)+.5)
		p.glyph(s.glyph, pt{b.x0 + m.mark + 1, y}, m.mark, ch.ink(s), s.dashed, ch.backdrop(), m.number/7)
		c := s.color
		if s.quiet {
			c = t.Muted
		}
		p.text(pt{b.x0 + indent, y - .34*size}, s.key, size, c, s.bold, start)
	}
}

// drawSideNotes writes what the verticals and the band mean, and the note.
func (ch *chart) drawSideNotes(p pen, l layout, room *placer) {
	t, m := ch.style.theme(), ch.sizes
	if ch.band > 0 {
		lines := []string{"launch-bound"}
		if x1, w := ch.bandEnd(l), l.data.x0-l.pad+.6*m.number; look.TextWidth(lines[0], m.number, false) > x1-w {
			lines = []string{"launch-", "bound"}
		}
		ch.along(p, l, room, l.data.x0-l.pad, lines)
	}
	for _, v := range ch.verticals {
		ch.along(p, l, room, l.atX(ch.x, v.x), []string{v.label})
	}
	if ch.note != "" && ch.page == nil {
		at := pt{l.full.x0, l.full.y1 - m.number}
		p.text(at, fit(ch.note, m.number, false, l.full.x1-l.full.x0), m.number, t.Muted, false, start)
	}
}

// along writes a label beside a vertical line: as high as there is room, to
// its right or its left, across a grid line if need be. Without room it is
// left out, because it would hide the data.
func (ch *chart) along(p pen, l layout, room *placer, x float64, lines []string) {
	m := ch.sizes
	step := 1.2 * m.number
	const places = 32
	for _, free := range []func(box) bool{
		room.free,
		func(b box) bool { return b.inside(room.area) && room.open(b, true) },
	} {
		for i := range 2 * (places + 1) {
			y := l.data.y1 - .9*m.number - float64(i/2)/places*(l.data.y1-l.data.y0-1.5*m.number)
			at, side := pt{x + .35*m.number, y}, start
			if i%2 == 1 {
				at, side = pt{x - .35*m.number, y}, end
			}
			b := textBox(at, lines[0], m.number, false, side)
			for j, line := range lines {
				o := textBox(pt{at.x, y - step*float64(j)}, line, m.number, false, side)
				b = box{min(b.x0, o.x0), o.y0, max(b.x1, o.x1), b.y1}
			}
			if !free(b) {
				continue
			}
			room.take(b)
			for j, line := range lines {
				p.text(pt{at.x, y - step*float64(j)}, line, m.number, ch.style.theme().Muted, false, side)
			}
			return
		}
	}
}
