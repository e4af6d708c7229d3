package sim

import (
	"errors"
	"fmt"
)

// point is the time of one load of so many units.
type point struct{ units, cycles float64 }

// pointsOf are the points of a path from which its price is made: the loads
// that nothing but their units can slow down.
func pointsOf(t Tariff, list []Measured) ([]point, error) {
	var points []point
	for _, m := range list {
		if m.Path != t.Name() {
			continue
		}
		if !(m.Cycles > 0) {
			return nil, fmt.Errorf("a load on the %s path was measured as %v cycles: measure it again", m.Path, m.Cycles)
		}
		b, err := t.Bill(m.Access)
		if err != nil {
			return nil, err
		}
		if units, fair := rated(&b); fair {
			points = append(points, point{float64(units), m.Cycles})
		}
	}
	return points, nil
}

// rated is the number of units by which a load's time can be read as a rate.
// A constant load must fit any first-level constant cache: two neighbouring
// lines. A global load must have no more lines than data wavefronts, so that
// the tag banks of no card can hold it up.
func rated(b *Bill) (units int, fair bool) {
	switch b.Path {
	case "constant":
		low, high := none, uint64(0)
		for m := b.Access.Active; m != 0; m &= m - 1 {
			a := b.Access.Addr[m.lowest()]
			low, high = min(low, a), max(high, a)
		}
		return b.Units(), b.Instructions == 1 && high-low < 2*smallestLine
	case "global", "texture":
		return b.DataWavefronts, b.Instructions == 1 && b.Lines <= b.DataWavefronts
	}
	return b.Units(), b.Instructions == 1 && !b.Unverified
}

// smallestLine is the shortest line of a constant cache that is looked for.
const smallestLine = 64

// fitPrice finds a floor, a slope and an offset. The floor is the mean of the
// loads of one unit; the line is laid by least squares through those that cost
// clearly more than the floor, where the floor does not show.
func fitPrice(points []point) (Price, error) {
	var floor, n float64
	for _, p := range points {
		if p.units == 1 {
			floor, n = floor+p.cycles, n+1
		}
	}
	if n == 0 {
		return Price{}, errors.New("no load of a single unit was measured: add the pattern broadcast")
	}
	floor /= n
	var above []point
	for _, p := range points {
		if p.units > 1 && p.cycles > aboveFloor*floor {
			above = append(above, p)
		}
	}
	slope, offset, ok := line(above)
	if !ok {
		return Price{}, errors.New("fewer than two loads of different size cost more than the least that any load costs: add patterns of 8, 16 and 32 units")
	}
	if !(slope > 0) {
		return Price{}, fmt.Errorf("a load of more units took no more time (%.3g cycles a unit): measure again while nothing else uses the card", slope)
	}
	return Price{Floor: floor, Slope: slope, Offset: offset}, nil
}

// aboveFloor is how many times the floor a load must cost to lie on the line.
const aboveFloor = 1.25

// line lays a straight line through the points by least squares of their
// relative errors: what is asked of a price is that it be right in per cent.
func line(points []point) (slope, offset float64, ok bool) {
	var w, x, y, xx, xy float64
	for _, p := range points {
		weight := 1 / (p.cycles * p.cycles)
		w += weight
		x += weight * p.units
		y += weight * p.cycles
		xx += weight * p.units * p.units
		xy += weight * p.units * p.cycles
	}
	spread := w*xx - x*x
	if !(spread > 1e-9*w*xx) {
		return 0, 0, false
	}
	slope = (w*xy - x*y) / spread
	return slope, (y - slope*x) / w, true
}
