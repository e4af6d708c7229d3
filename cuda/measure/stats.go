package measure

import (
	"fmt"
	"math"
	"slices"

	"golang.org/x/perf/benchmath"
)

// The range of a time that can be believed, in milliseconds.
const minMS, maxMS = 1e-9, 1e7

// confidence is the level of every interval.
const confidence = 0.95

// Summarize gives the median of the samples and its 95 % interval from order
// statistics, which assumes nothing about how they are distributed. Samples
// that are not positive finite numbers are left out. Fewer than six samples
// give no such interval, and none is claimed.
func Summarize(samples []float64) Summary {
	kept := valid(samples)
	if len(kept) == 0 {
		return Summary{}
	}
	sorted := benchmath.NewSample(slices.Clone(kept), &benchmath.DefaultThresholds)
	s := benchmath.AssumeNothing.Summary(sorted, confidence)
	summary := Summary{Value: s.Center, Samples: kept}
	if finite(s.Lo) && finite(s.Hi) {
		summary.Low, summary.High = s.Lo, s.Hi
	}
	return summary
}

// NewRow summarizes one point: constant[i] and global[i] are samples of the
// same pair, floor those of an empty kernel with the same grid, all in
// milliseconds for one launch. A pair of which one half is not a positive
// time is left out as a whole, so that what is kept stays paired, and the row
// says so.
func NewRow(p Point, constant, global, floor []float64, course *CourseTimes) Row {
	pairs := min(len(constant), len(global))
	c, g := wholePairs(constant[:pairs], global[:pairs])
	row := Row{
		Point:    p,
		Constant: Summarize(c),
		Global:   Summarize(g),
		Ratio:    Summarize(ratios(c, g)),
		Floor:    Summarize(floor),
		Course:   course,
	}
	row.Ratio.Samples = nil // they follow from the pairs
	if lost := max(len(constant), len(global)) - len(c); lost > 0 {
		row.Warnings = append(row.Warnings,
			fmt.Sprintf("%d of %d pairs left out: not two positive times", lost, len(c)+lost))
	}
	if course.check() != nil {
		row.Course = nil
		row.Warnings = append(row.Warnings, "the times by the course's method were not positive and were left out")
	}
	row.LaunchBound = row.belowFloor()
	return row
}

// wholePairs keeps the pairs of which both halves are believable times.
func wholePairs(constant, global []float64) (c, g []float64) {
	for i := range constant {
		if inRange(constant[i]) && inRange(global[i]) {
			c, g = append(c, constant[i]), append(g, global[i])
		}
	}
	return c, g
}

// ratios are constant / global of each pair.
func ratios(constant, global []float64) []float64 {
	quotients := make([]float64, len(constant))
	for i := range constant {
		quotients[i] = constant[i] / global[i]
	}
	return quotients
}

// belowFloor says whether the shorter of both times is under twice the time
// of an empty kernel: then launching is at least half of what was timed.
func (r Row) belowFloor() bool {
	shorter := r.shorter()
	return r.Floor.Known() && shorter > 0 && shorter < 2*r.Floor.Value
}

// shorter is the shorter of the known times, 0 when there is none.
func (r Row) shorter() float64 {
	switch {
	case !r.Constant.Known():
		return r.Global.Value
	case !r.Global.Known():
		return r.Constant.Value
	}
	return min(r.Constant.Value, r.Global.Value)
}

// MarkLaunchBound marks the rows that are too small to say anything about
// memory: under twice the empty kernel's time, or, in rows without such a
// floor, moving less than a quarter of the best GB/s of all rows. A row that
// is marked already stays so.
func MarkLaunchBound(rows []Row) {
	best := 0.0
	for _, row := range rows {
		best = max(best, row.GlobalGBps())
	}
	for i := range rows {
		row := &rows[i]
		switch rate := row.GlobalGBps(); {
		case row.Floor.Known():
			row.LaunchBound = row.LaunchBound || row.belowFloor()
		case rate > 0:
			row.LaunchBound = row.LaunchBound || rate < best/4
		}
	}
}

// BytesMoved counts what one launch has to read and write at least: n + 31
// inputs and n outputs of four bytes. The filter is not counted.
func (r Row) BytesMoved() uint64 { return (2*r.N + 31) * 4 }

// GlobalGBps is the rate of the kernel with its filter in global memory, in
// 10^9 bytes a second: the printed one where the source gives one, else
// BytesMoved over the time. It is 0 when the time is unknown.
func (r Row) GlobalGBps() float64 {
	if r.Course != nil && r.Course.GlobalGBps > 0 && !r.Global.HasInterval() {
		return r.Course.GlobalGBps
	}
	return r.rate(r.Global.Value)
}

func (r Row) rate(ms float64) float64 {
	if !inRange(ms) {
		return 0
	}
	return float64(r.BytesMoved()) / (ms * 1e6)
}

// valid are the samples that are believable times or ratios, in order.
func valid(samples []float64) []float64 {
	kept := make([]float64, 0, len(samples))
	for _, x := range samples {
		if inRange(x) {
			kept = append(kept, x)
		}
	}
	return kept
}

func inRange(x float64) bool { return x >= minMS && x <= maxMS }

func finite(x float64) bool { return !math.IsInf(x, 0) && !math.IsNaN(x) }
