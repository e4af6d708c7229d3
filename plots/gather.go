package plots

import (
	"cmp"
	"slices"

	"warpbill/cuda/measure"
)

// maxMarks bounds how many values of one series are drawn: more than that
// are no longer told apart on any screen, and a file could hold millions.
const maxMarks = 512

// entry is a mark that perhaps cannot be drawn.
type entry struct {
	mark
	ok bool
}

// gather makes the marks of one series from the rows that keep selects, in
// rising order of x, and counts the values that no log axis can hold.
func gather(rows []measure.Row, keep func(measure.Row) bool, x func(measure.Row) float64, pick value) (runs [][]mark, dropped int) {
	var all []entry
	for _, r := range rows {
		if !keep(r) {
			continue
		}
		v, there := pick(r)
		if !there {
			continue
		}
		e := newEntry(x(r), v, r.LaunchBound)
		if !e.ok {
			dropped++
		}
		if drawable(e.x) {
			all = append(all, e)
		}
	}
	slices.SortStableFunc(all, func(a, b entry) int { return cmp.Compare(a.x, b.x) })
	// A size that was measured again replaces what it was before.
	latest := make([]entry, 0, len(all))
	for i, e := range all {
		if i == len(all)-1 || all[i+1].x != e.x {
			latest = append(latest, e)
		}
	}
	return split(latest), dropped
}

// newEntry keeps an interval only where it holds the value.
func newEntry(x float64, v measure.Summary, bound bool) entry {
	e := entry{mark{x: x, y: v.Value, bound: bound}, drawable(x) && drawable(v.Value)}
	if drawable(v.High) && v.Low <= v.Value && v.Value <= v.High {
		e.low, e.top = v.Low, v.High
	}
	return e
}

// split breaks a series where a value cannot be drawn, and thins one that has
// more values than anybody could see; its first and last stay.
func split(all []entry) (runs [][]mark) {
	every := 1 + (len(all)-1)/maxMarks
	var run []mark
	for i, e := range all {
		switch {
		case e.ok && (i%every == 0 || i == len(all)-1):
			run = append(run, e.mark)
		case !e.ok && len(run) > 0:
			runs, run = append(runs, run), nil
		}
	}
	if len(run) > 0 {
		runs = append(runs, run)
	}
	return runs
}
