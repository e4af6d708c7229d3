package plots

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"

	"warpbill/cuda/measure"
	"warpbill/plots/look"
)

// overSize makes the chart of a figure that draws something over n.
func overSize(d Data, s Style, what string, kinds []kind) (*chart, error) {
	if err := d.check(); err != nil {
		return nil, err
	}
	d, without := d.having(kinds)
	if len(d.Sources) == 0 {
		return nil, fmt.Errorf("%w: %s has no %s", ErrNoData, list(without), what)
	}
	if len(without) > 0 {
		d.Note += fmt.Sprintf(" %s has no %s.", list(without), what)
	}
	all, dropped := bySize(d, s.theme(), kinds)
	ch := &chart{data: d, style: s, sizes: s.metrics(), series: all, xName: "n", note: noteOf(d, dropped)}
	xs := withPlanned(sizes(all), d.Sources)
	x, err := spanOf(xs, 1, 1)
	if err != nil {
		return nil, err
	}
	ch.x = x
	for _, v := range xs {
		ch.xTicks = append(ch.xTicks, plot.Tick{Value: v, Label: measure.FormatSize(uint64(v))})
	}
	ch.band = bandOf(all)
	ch.verticals = cacheLines(d.Sources, x)
	ch.ends = s.Format == Slide || len(d.Sources) > 1
	if len(d.Sources) > 1 {
		ch.keys = keysOf(all)
	}
	return ch, nil
}

// withPlanned adds the sizes that a run under way is still to measure, so that
// the axis stands still while its rows come.
func withPlanned(xs []float64, sources []measure.Result) []float64 {
	for _, r := range sources {
		if !r.Live || r.Complete {
			continue
		}
		for _, n := range r.Plan.Sizes {
			if drawable(float64(n)) {
				xs = append(xs, float64(n))
			}
		}
	}
	slices.Sort(xs)
	return slices.Compact(xs)
}

// having leaves out the sources that have nothing to draw, and names them.
func (d Data) having(kinds []kind) (kept Data, without []string) {
	names := cardNames(d.Sources)
	kept = d
	kept.Sources = nil
	for i, r := range d.Sources {
		one := Data{Sources: d.Sources[i : i+1]}
		if all, _ := bySize(one, look.LightTheme(), kinds); len(all) > 0 {
			kept.Sources = append(kept.Sources, r)
		} else {
			without = append(without, names[i])
		}
	}
	return kept, without
}

// keysOf are the different meanings of the series, as the first source that
// has each draws it.
func keysOf(all []series) []series {
	var keys []series
	for _, s := range all {
		if !slices.ContainsFunc(keys, func(k series) bool { return k.key == s.key }) {
			keys = append(keys, s)
		}
	}
	return keys
}

// noteOf is the reader's note with what could not be drawn.
func noteOf(d Data, dropped int) string {
	note := clean(d.Note)
	switch dropped {
	case 0:
		return note
	case 1:
		note += " One value cannot be drawn on a log axis."
	default:
		note += fmt.Sprintf(" %d values cannot be drawn on a log axis.", dropped)
	}
	return clean(note)
}

// bandOf is the size between the last launch-bound one of the first source
// and the next, 0 when its smallest size is not launch-bound.
func bandOf(all []series) float64 {
	first := slices.DeleteFunc(slices.Clone(all), func(s series) bool { return s.source != 0 })
	xs := sizes(first)
	bound := map[float64]bool{}
	for _, s := range first {
		for _, m := range s.marks() {
			if m.bound {
				bound[m.x] = true
			}
		}
	}
	last := -1
	for last+1 < len(xs) && bound[xs[last+1]] {
		last++
	}
	switch last {
	case -1:
		return 0
	case len(xs) - 1:
		return 2 * xs[last]
	}
	return math.Sqrt(xs[last] * xs[last+1])
}

// cacheLines are the sizes whose input and output together are as large as
// the L2 of each card.
func cacheLines(sources []measure.Result, x span) []vertical {
	var lines []vertical
	names := shortNames(sources)
	for i, r := range sources {
		n := float64(r.Device.L2Bytes) / 8
		if !drawable(n) || n <= x.min || n >= x.max {
			continue
		}
		label := "L2 " + measure.FormatBytes(r.Device.L2Bytes)
		if len(sources) > 1 {
			label = names[i] + " " + label
		}
		if !slices.ContainsFunc(lines, func(v vertical) bool { return v.x == n }) {
			lines = append(lines, vertical{n, label})
		}
	}
	return lines
}

// finish gives a slide its page.
func (ch *chart) finish(what string) *chart {
	if ch.style.Format == Slide {
		ch.page = pageOf(ch.data, what, ch.note)
	}
	return ch
}
