package stage

import (
	"image/color"
	"math/bits"
	"slices"
	"strconv"

	"warpbill/plots/look"
	"warpbill/plots/words"
	"warpbill/sim"
)

// address is one of the distinct addresses that the lanes ask for.
type address struct {
	element     uint64
	label       string
	fill, edge  color.NRGBA // edge has no alpha where none is drawn
	ink         color.NRGBA // of a number on the fill
	first, last int         // passes of the constant bill that read it
	lanes       sim.Mask
}

// maxRows is how many 128-byte lines a till shows.
const maxRows = 8

// layout is a scene brought onto a geometry: which lines are drawn, how high
// their cells are, and what each address looks like.
type layout struct {
	g  *Geometry
	s  *Scene
	th *look.Theme
	motion

	second    words.Second // the lower till's path, with its bill
	passes    int
	addresses []address              // by element
	of        [sim.WarpSize]int      // the address of each lane, -1 for an inactive one
	lines     []uint64               // 128-byte lines drawn
	hidden    int                    // lines touched but not drawn
	columns   bool                   // the constant till has a column for each address
	noun      string                 // what an element is called
	cellH     float64                // height of one row of taps
	rowGap    float64                // between two of them
	tapSize   float64                // numbers in taps
	numbered  bool                   // taps have numbers
	laneSize  float64                // numbers in lanes and on the tape
	split     bool                   // numbers from 1000 stand on two lines
	unlabeled bool                   // numbers are too long for any cell
	charges   [sim.WarpSize * 2]int8 // the address of each charge of the constant bill
}

func newLayout(s *Scene, g *Geometry, th *look.Theme) *layout {
	l := &layout{g: g, s: s, th: th, passes: s.Constant.StepCount()}
	l.motion = newMotion(s.Moment, l.passes, s.ReduceMotion)
	l.second = s.Second
	if s.Second.Path.ID == "" {
		l.second.Bill = s.Global
	}
	l.noun = words.Noun(s.Choice, &s.Constant.Access)
	l.findAddresses()
	l.findLines()
	l.sizes()
	return l
}

func (l *layout) findAddresses() {
	a := &l.s.Constant.Access
	elements := make([]uint64, 0, sim.WarpSize)
	for lane := range sim.WarpSize {
		if a.Active.Has(lane) {
			elements = append(elements, a.Index(lane))
		}
	}
	slices.Sort(elements)
	elements = slices.Compact(elements)
	l.addresses = make([]address, len(elements))
	for i, e := range elements {
		l.addresses[i] = l.newAddress(e, i)
	}
	for lane := range sim.WarpSize {
		l.of[lane] = -1
		if a.Active.Has(lane) {
			i, _ := slices.BinarySearch(elements, a.Index(lane))
			l.of[lane] = i
			l.addresses[i].lanes |= 1 << uint(lane)
		}
	}
	for i, c := range l.s.Constant.Charges {
		if i >= len(l.charges) || c.Lanes == 0 {
			break
		}
		at := l.of[bits.TrailingZeros32(uint32(c.Lanes))]
		l.charges[i] = int8(at)
		if to := &l.addresses[at]; to.first == 0 {
			to.first, to.last = c.Pass, c.Pass
		} else {
			to.last = c.Pass
		}
	}
}

func (l *layout) newAddress(element uint64, rank int) address {
	fill := l.th.Address(rank, len(l.addresses))
	if l.s.Paint {
		fill = l.th.Ramp[element%uint64(len(l.th.Ramp))]
	}
	a := address{element: element, label: strconv.FormatUint(element, 10), fill: fill, ink: look.On(fill)}
	if !l.th.Dark() {
		a.edge = look.Mix(fill, color.NRGBA{A: 255}, .30)
	}
	return a
}

func (l *layout) findLines() {
	for _, a := range l.addresses {
		line := l.lineOf(a.element)
		switch n := len(l.lines); {
		case n > 0 && l.lines[n-1] == line:
		case n < maxRows:
			l.lines = append(l.lines, line)
		default:
			l.hidden = l.s.Global.Lines - maxRows
		}
	}
	if len(l.lines) == 0 {
		l.lines = []uint64{0}
	}
	l.columns = len(l.lines) > 2 || l.width() != 4
}

// sizes settles the height of the cells and the size of their numbers.
func (l *layout) sizes() {
	g, rows := l.g, float64(len(l.lines))
	l.cellH, l.tapSize = g.tapHeight, g.cell
	if rows > 1 {
		l.rowGap = 2
		l.cellH = max((g.tapHeight*1.45-(rows-1)*l.rowGap)/rows, 2)
		l.tapSize = g.xs
	}
	l.numbered = rows <= 2 && l.width() >= 4
	highest := uint64(0)
	if n := len(l.addresses); n > 0 {
		highest = l.addresses[n-1].element
	}
	l.laneSize = l.fit(g.cell, highest, g.pitch*room)
	l.split = highest >= 1000 && !l.unlabeled
	inTill := (l.lines[len(l.lines)-1]+1)*uint64(sim.LineBytes/l.width()) - 1
	l.tapSize = l.fit(min(l.tapSize, l.cellH/1.15), inTill, g.pitch*max(float64(l.width())/4, 1)*room)
	if inTill >= 1000 {
		l.numbered = false
	}
}

// digit is the width of a digit, the same for all of them, in parts of the
// text size.
const digit = .572

// room is the part of a column that a number may take.
const room = .87

// fit is the size at which the number fits the width: as wished, smaller, or
// on two lines of at most three digits.
func (l *layout) fit(size float64, number uint64, width float64) float64 {
	digits := 1
	for n := number; n >= 10; n /= 10 {
		digits++
	}
	if digits > 6 {
		l.unlabeled = true
	}
	return min(size, width/(digit*float64(min(digits, 3))))
}

func (l *layout) width() int { return l.s.Constant.Access.Width }

func (l *layout) lineOf(element uint64) uint64 {
	return element * uint64(l.width()) / sim.LineBytes
}

// column is where an element stands in its 128-byte line, in columns of 4
// bytes, and how many of them it is wide.
func (l *layout) column(element uint64) (at, wide float64) {
	w := uint64(l.width())
	return float64(element*w%sim.LineBytes) / 4, float64(w) / 4
}

// rowsHeight is the height of all rows of taps.
func (l *layout) rowsHeight() float64 {
	n := float64(len(l.lines))
	return l.cellH*n + (n-1)*l.rowGap
}

func (l *layout) rowTop(i int) float64 { return float64(i) * (l.cellH + l.rowGap) }

// rowOf is the row of a 128-byte line, -1 when it is not drawn.
func (l *layout) rowOf(line uint64) int {
	i, found := slices.BinarySearch(l.lines, line)
	if !found {
		return -1
	}
	return i
}
