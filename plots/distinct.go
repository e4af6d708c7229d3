package plots

import (
	"errors"
	"fmt"
	"strconv"

	"gonum.org/v1/plot"

	"warpbill/cuda/measure"
)

// distinctChart draws the time of both kernels at the largest size over the
// number of distinct addresses a warp. It needs at least three of them.
func distinctChart(d Data, s Style) (*chart, error) {
	if err := d.check(); err != nil {
		return nil, err
	}
	ch := &chart{data: d, style: s, sizes: s.metrics(), xName: "distinct addresses a warp", ends: s.Format == Slide || len(d.Sources) > 1}
	if s.Format == Panel {
		ch.xName = "addresses"
	}
	t := s.theme()
	dropped := 0
	names := shortNames(d.Sources)
	for i, source := range d.Sources {
		n := largestWith(source.Rows)
		if i == 0 && n == 0 {
			return nil, fmt.Errorf("%w: %s was measured with fewer than three counts of addresses; measure with the full plan", ErrNoData, cardName(source))
		}
		for _, k := range []kind{
			{name: "constant", glyph: circle, color: constantColor, pick: constantTime},
			{name: "global", glyph: square, color: globalColor, pick: globalTime},
		} {
			keep := func(r measure.Row) bool { return r.N == n }
			runs, lost := gather(source.Rows, keep, func(r measure.Row) float64 { return float64(r.Distinct()) }, k.pick)
			dropped += lost
			if len(runs) == 0 {
				continue
			}
			one := series{source: i, runs: runs, glyph: k.glyph, color: k.color(t), quiet: i > 0, label: k.name, key: k.name}
			if len(d.Sources) > 1 {
				one.label = names[i]
			}
			ch.series = append(ch.series, one)
		}
	}
	if len(ch.series) == 0 {
		return nil, fmt.Errorf("%w: no time can be drawn", ErrNoData)
	}
	if len(d.Sources) > 1 {
		ch.keys = keysOf(ch.series)
	}
	ch.note = noteOf(d, dropped)
	var errX, errY error
	xs := sizes(ch.series)
	ch.x, errX = spanOf(xs, 1, 1)
	ch.y, errY = spanOf(heights(ch.series), 1.9, 1.7)
	if err := errors.Join(errX, errY); err != nil {
		return nil, err
	}
	for _, x := range xs {
		ch.xTicks = append(ch.xTicks, plot.Tick{Value: x, Label: strconv.Itoa(int(x))})
	}
	ch.yTicks, ch.yName = logTicks(ch.y), "ms"
	return ch.finish("Milliseconds for the whole kernel at the largest n."), nil
}

// largestWith is the largest size that was measured with three counts of
// distinct addresses or more, 0 when there is none.
func largestWith(rows []measure.Row) uint64 {
	seen := map[uint64]uint64{} // counts of a size, one bit each
	best := uint64(0)
	for _, r := range rows {
		seen[r.N] |= uint64(r.Distinct()) // a power of two
		if bits := seen[r.N]; r.N > best && bits&(bits-1) != 0 && (bits&(bits-1))&(bits&(bits-1)-1) != 0 {
			best = r.N
		}
	}
	return best
}
