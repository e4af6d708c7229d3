package plots

import (
	"math"
	"slices"

	"warpbill/plots/look"
)

// segment is a piece of a drawn line.
type segment struct {
	a, b  pt
	owner int // the number of the series, or one of these
}

const (
	gridLine = -1 // may be hidden by a block with its own background
	ruleLine = -2 // may not
)

// placer keeps what is drawn, so that labels find room beside it.
type placer struct {
	area     box
	segments []segment // lines that no label may touch
	soft     []segment // lines that a block with its own background may hide
	taken    []box
	shaded   []box // where a background would leave a hole
}

// free says whether a box lies in the area and meets nothing drawn.
func (p *placer) free(b box) bool {
	if !b.inside(p.area) {
		return false
	}
	for _, s := range p.soft {
		if crosses(b, s.a, s.b) {
			return false
		}
	}
	return p.open(b, false)
}

// open says whether a box meets no label, mark or line, or, with dataOnly, none
// but grid lines.
func (p *placer) open(b box, dataOnly bool) bool {
	for _, t := range p.taken {
		if b.overlaps(t) {
			return false
		}
	}
	for _, s := range p.segments {
		if (s.owner != gridLine || !dataOnly) && crosses(b, s.a, s.b) {
			return false
		}
	}
	return true
}

// crosses says whether the line from a to b meets the box (Liang-Barsky).
func crosses(r box, a, b pt) bool {
	t0, t1 := 0.0, 1.0
	for _, e := range [4][2]float64{
		{a.x - b.x, a.x - r.x0}, {b.x - a.x, r.x1 - a.x},
		{a.y - b.y, a.y - r.y0}, {b.y - a.y, r.y1 - a.y},
	} {
		switch d, q := e[0], e[1]; {
		case d == 0 && q < 0:
			return false
		case d < 0:
			t0 = max(t0, q/d)
		case d > 0:
			t1 = min(t1, q/d)
		}
	}
	return t0 <= t1
}

// nearest are the distances from the box to the lines of the series and to
// the lines of the others.
func (p *placer) nearest(b box, owner int) (own, other float64) {
	own, other = math.Inf(1), math.Inf(1)
	for _, s := range p.segments {
		d := math.Inf(1)
		for i := range 13 {
			t := float64(i) / 12
			d = min(d, b.distance(pt{s.a.x + t*(s.b.x-s.a.x), s.a.y + t*(s.b.y-s.a.y)}))
		}
		switch {
		case s.owner == owner:
			own = min(own, d)
		case s.owner >= 0: // grid lines and rules do not claim labels
			other = min(other, d)
		}
	}
	return own, other
}

// beside finds room for a label next to the line of a series: the middle of
// the line first, then outwards. The label must be clearly nearer to its own
// line than to any other.
func (p *placer) beside(line []pt, owner int, s string, size float64, bold bool) (at pt, ok bool) {
	w := look.TextWidth(s, size, bold)
	gap := .55 * size
	for _, q := range outwards(line) {
		for _, c := range []pt{
			{q.x - w/2, q.y + gap + descent*size},               // above
			{q.x - w - .9*size, q.y + .1*size},                  // left, for a rising line
			{q.x + .6*size, q.y - 1.45*size},                    // below right
			{q.x - w/2, q.y - gap - ascent*size},                // below
			{q.x - w + .3*size, q.y + gap + (descent+.35)*size}, // above left
			{q.x - .3*size, q.y - gap - (ascent+.35)*size},      // below, to the right
			{q.x - w + .3*size, q.y - gap - (ascent+.15)*size},  // below left
			{q.x - .3*size, q.y + gap + (descent+.15)*size},     // above right
		} {
			b := textBox(c, s, size, bold, start)
			if !p.free(b.grow(.12 * size)) {
				continue
			}
			if own, other := p.nearest(b, owner); other > max(2*own, 1.2*size) {
				p.taken = append(p.taken, b.grow(.2*size))
				return c, true
			}
		}
	}
	return pt{}, false
}

// outwards are the marks and the middles between them, from the middle of the
// line to its ends.
func outwards(line []pt) []pt {
	var all []pt
	for i, q := range line {
		if i > 0 {
			p := line[i-1]
			all = append(all, pt{(p.x + q.x) / 2, (p.y + q.y) / 2})
		}
		all = append(all, q)
	}
	var out []pt
	for d, mid := 0, len(all)/2; len(out) < len(all); d++ {
		if mid+d < len(all) {
			out = append(out, all[mid+d])
		}
		if d > 0 && mid-d >= 0 {
			out = append(out, all[mid-d])
		}
	}
	return out
}

// block finds room for a block of the given size, which hides the grid behind
// it: the corners first, then anywhere, from the lower right. ok is false when
// every place would hide data; then it is the one that hides the fewest marks.
func (p *placer) block(w, h float64) (b box, ok bool) {
	const steps = 12
	a := p.area
	at := func(i, j int) box { // i from the right, j from below
		x0 := a.x1 - w - (a.x1-a.x0-w)*float64(i)/steps
		y0 := a.y0 + (a.y1-a.y0-h)*float64(j)/steps
		return box{x0, y0, x0 + w, y0 + h}
	}
	if w > a.x1-a.x0 || h > a.y1-a.y0 {
		return at(0, 0), false
	}
	places := [][2]int{{0, 0}, {steps, steps}, {steps, 0}, {0, steps}}
	for i := range steps + 1 {
		for j := range steps + 1 {
			places = append(places, [2]int{i, j})
		}
	}
	for _, avoid := range [][]box{p.shaded, nil} {
		for _, c := range places {
			b := at(c[0], c[1])
			if p.open(b, true) && !slices.ContainsFunc(avoid, b.overlaps) {
				return p.take(b), true
			}
		}
	}
	best, least := at(0, 0), math.MaxInt
	for _, c := range places {
		hidden := 0
		for _, t := range p.taken {
			if t.overlaps(at(c[0], c[1])) {
				hidden++
			}
		}
		if hidden < least {
			best, least = at(c[0], c[1]), hidden
		}
	}
	return p.take(best), false
}

func (p *placer) take(b box) box {
	p.taken = append(p.taken, b)
	return b
}

// spread moves the middles of labels of the given heights apart, so that none
// overlap, and keeps them between low and high when they fit there. ys is in
// falling order and changes in place.
func spread(ys, heights []float64, low, high float64) {
	need := func(i int) float64 { return (heights[i] + heights[i+1]) / 2 }
	for range 200 {
		moved := false
		for i := range len(ys) - 1 {
			if lack := need(i) - (ys[i] - ys[i+1]); lack > .01 {
				ys[i] += lack / 2
				ys[i+1] -= lack / 2
				moved = true
			}
		}
		for i := range ys {
			if over := ys[i] + heights[i]/2 - high; over > 0 {
				ys[i] -= over
				moved = true
			}
			if under := low - (ys[i] - heights[i]/2); under > 0 {
				ys[i] += under
				moved = true
			}
		}
		if !moved {
			return
		}
	}
	// They do not fit: from the top down without overlap.
	for i := 1; i < len(ys); i++ {
		ys[i] = min(ys[i], ys[i-1]-need(i-1))
	}
}
