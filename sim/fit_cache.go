package sim

import (
	"errors"
	"fmt"
)

// soundings are the measured loads of a list of patterns, in its order. It is
// an error when some were measured and others not; none is no sounding.
func soundings(path, tells string, patterns []Choice, list []Measured) ([]Measured, error) {
	type load struct {
		addr  [WarpSize]uint64
		width int
	}
	cycles := map[load]float64{}
	for _, m := range list {
		if m.Path == path && m.Access.Active == AllLanes {
			cycles[load{m.Access.Addr, m.Access.Width}] = m.Cycles
		}
	}
	var found []Measured
	for _, c := range patterns {
		a, err := Calibration{path, c}.Access()
		if err != nil {
			return nil, err
		}
		if t, measured := cycles[load{a.Addr, a.Width}]; measured {
			found = append(found, Measured{path, a, t})
		}
	}
	if missing := len(patterns) - len(found); missing > 0 && len(found) > 0 {
		return nil, fmt.Errorf("%d of the %d loads that tell %s were not measured: run the plan price-list again", missing, len(patterns), tells)
	}
	return found, nil
}

// sounding is a constant load with its bill and whether it overflowed.
type sounding struct {
	bill     Bill
	base     float64 // cycles of its passes
	cycles   float64 // measured
	overflow bool    // it took clearly longer than its passes
}

// overflowAbove is how many times the price of its passes a load takes at
// least when it overflows the cache.
const overflowAbove = 1.12

// fitCache finds the geometry of the first-level constant cache and what a
// miss costs. When no load overflowed it the geometry stays unknown.
func fitCache(list []Measured, price Price) (ConstantCache, error) {
	found, err := soundings("constant", "the geometry of the constant cache", cachePatterns(), list)
	if err != nil || len(found) == 0 {
		return ConstantCache{}, err
	}
	all := make([]sounding, len(found))
	overflows := 0
	for i, m := range found {
		b, err := Constant{}.Bill(m.Access)
		if err != nil {
			return ConstantCache{}, err
		}
		base := price.Cycles(b.Units())
		all[i] = sounding{b, base, m.Cycles, m.Cycles > overflowAbove*base}
		if all[i].overflow {
			overflows++
		}
	}
	if overflows == 0 {
		return ConstantCache{}, nil
	}
	c, err := fitGeometry(all[:len(all)-mixedPatterns])
	if err != nil {
		return ConstantCache{}, err
	}
	return c, c.fitMisses(all)
}

// fitGeometry is the cache that says of the most loads rightly whether they
// fit, the smallest of several. Sets are a power of two: bits of the address
// choose one.
func fitGeometry(all []sounding) (ConstantCache, error) {
	var best ConstantCache
	wrong := len(all) + 1
	for _, line := range lineShifts() {
		for sets := 1; sets*line <= farthest; sets *= 2 {
			c := ConstantCache{LineBytes: line, Sets: sets, Ways: 1}
			needs := make([]int, len(all)) // ways
			for i := range all {
				_, needs[i] = c.Fullest(&all[i].bill)
			}
			for ; c.Ways <= WarpSize; c.Ways++ {
				if w := wrongly(all, needs, c.Ways); w < wrong || w == wrong && c.bytes() < best.bytes() {
					best, wrong = c, w
				}
			}
		}
	}
	if wrong > maxWrong {
		return ConstantCache{}, fmt.Errorf("no first-level constant cache explains the times of %d of %d loads: measure again while nothing else uses the card", wrong, len(all))
	}
	return best, nil
}

// maxWrong is how many loads may be timed so badly that they seem to fit, or
// not to.
const maxWrong = 2

func (c ConstantCache) bytes() int { return c.LineBytes * c.Sets * c.Ways }

// wrongly counts the loads that overflowed though they need no more ways than
// there are, or did not though they do.
func wrongly(all []sounding, needs []int, ways int) int {
	n := 0
	for i := range all {
		if (needs[i] <= ways) == all[i].overflow {
			n++
		}
	}
	return n
}

// fitMisses finds what a miss costs: once of the loads that spread over sets,
// once of those that go to a single one. The bounds are those of all loads.
func (c *ConstantCache) fitMisses(all []sounding) error {
	spread := meanMiss(all, func(o overflow) bool { return o.crowded == 0 }, c)
	crowded := meanMiss(all, func(o overflow) bool { return o.crowded == o.misses }, c)
	switch {
	case spread > 0 && crowded > 0:
		c.Miss, c.Thrash = spread, crowded
	case spread > 0 || crowded > 0:
		c.Miss = max(spread, crowded)
		c.Thrash = c.Miss
	default:
		return errors.New("loads that overflow the constant cache took no longer than others: measure again while nothing else uses the card")
	}
	low, high := 1.0, 1.0
	for i := range all {
		if o := c.overflow(&all[i].bill); o.misses > 0 {
			ratio := (all[i].cycles - all[i].base) / (o.misses * c.each(o))
			low, high = min(low, ratio), max(high, ratio)
		}
	}
	c.MissLow, c.MissHigh = low*c.Miss, high*c.Miss
	return nil
}

// meanMiss is the cost of a miss over some of the loads that overflowed, by
// least squares of the relative errors of their times; 0 when there is none.
func meanMiss(all []sounding, of func(overflow) bool, c *ConstantCache) float64 {
	var xy, xx float64
	for i := range all {
		o := c.overflow(&all[i].bill)
		if o.misses == 0 || !of(o) {
			continue
		}
		x := o.misses / all[i].cycles
		xy += x * (1 - all[i].base/all[i].cycles)
		xx += x * x
	}
	if xx == 0 {
		return 0
	}
	return xy / xx
}
