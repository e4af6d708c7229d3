package plots

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/plot"
)

// Values outside these limits are no measurement, and gonum's tickers and
// scales hang or panic on some of them.
const (
	smallest = 1e-12
	largest  = 1e15
)

// drawable says whether a value can stand on a log axis.
func drawable(v float64) bool { return v >= smallest && v <= largest } // false for NaN too

// span is the range of a log axis.
type span struct{ min, max float64 }

var errRange = errors.New("the numbers do not fit on an axis: they must be greater than zero and below 1e15")

// spanOf is the range that holds all the values with a factor of room below
// and above. A range narrower than a factor of two is widened evenly, so that
// an axis always has something to say. Values that cannot be drawn are left
// out; it is an error when none is left.
func spanOf(values []float64, below, above float64) (span, error) {
	s := span{math.Inf(1), 0}
	for _, v := range values {
		if drawable(v) {
			s.min, s.max = min(s.min, v), max(s.max, v)
		}
	}
	if s.max == 0 {
		return span{}, errRange
	}
	s.min, s.max = s.min/below, s.max*above
	if s.max < 2*s.min {
		mid := math.Sqrt(s.min * s.max)
		s.min, s.max = mid/math.Sqrt2, mid*math.Sqrt2
	}
	return s, nil
}

// norm is where v stands on the axis, from 0 to 1.
func (s span) norm(v float64) float64 { return plot.LogScale{}.Normalize(s.min, s.max, v) }

func (s span) holds(v float64) bool { return v >= s.min*(1-1e-9) && v <= s.max*(1+1e-9) }

// apply sets an axis of a plot, which gonum leaves undrawn: the chart draws
// grid, ticks and labels where the tables of the window expect them.
func (s span) apply(a *plot.Axis) {
	a.Min, a.Max = s.min, s.max
	a.Scale = plot.LogScale{}
}

// mantissas are the steps within a decade that a log axis may label, from
// coarse to fine.
var mantissas = [][]float64{{1}, {1, 3}, {1, 2, 5}, {1, 1.5, 2, 3, 4, 5, 7}}

const maxTicks = 8

// logTicks labels a log axis: decades when there are three, then one and
// three, then one, two and five, then finer, and at last even steps. There are
// always at least two, all within the range, with different labels.
func logTicks(s span) []plot.Tick {
	lo, hi := int(math.Floor(math.Log10(s.min))), int(math.Ceil(math.Log10(s.max)))
	step := 1 + (hi-lo)/maxTicks
	var ticks []plot.Tick
	for _, m := range mantissas {
		ticks = ticks[:0]
		for d := lo; d <= hi; d++ {
			if step > 1 && d%step != 0 {
				continue
			}
			for _, x := range m {
				// Parsing the decimal gives the same number as the label.
				v, _ := strconv.ParseFloat(fmt.Sprintf("%ge%d", x, d), 64)
				if v >= s.min && v <= s.max {
					ticks = append(ticks, plot.Tick{Value: v, Label: number(v)})
				}
			}
		}
		if len(ticks) >= 3 {
			return ticks
		}
	}
	return evenTicks(s)
}

// evenTicks are three to six round numbers at even steps.
func evenTicks(s span) []plot.Tick {
	step := math.Pow(10, math.Floor(math.Log10((s.max-s.min)/2)))
	for _, m := range []float64{5, 2} {
		if math.Floor(s.max/(m*step))-math.Ceil(s.min/(m*step)) >= 2 {
			step *= m
			break
		}
	}
	var ticks []plot.Tick
	for i := math.Ceil(s.min / step); i*step <= s.max && len(ticks) < maxTicks; i++ {
		ticks = append(ticks, plot.Tick{Value: i * step, Label: number(i * step)})
	}
	return ticks
}

// number writes a tick: plain from 0.0001 to 999,999, else with an exponent.
func number(v float64) string {
	if v >= 1e-4 && v < 1e6 {
		return strconv.FormatFloat(float64(float32(v)), 'f', -1, 32)
	}
	return strconv.FormatFloat(float64(float32(v)), 'g', -1, 32)
}

// ratioSpan is the range of the ratio axis: from 0.5, or the power of two
// below the smallest value, to the power of two above the largest, at least
// 16. Twice as slow and twice as fast are equally far from 1.
func ratioSpan(values []float64) (span, error) {
	s, err := spanOf(values, 1, 1)
	if err != nil {
		return span{}, err
	}
	return span{
		min: min(.5, math.Exp2(math.Floor(math.Log2(s.min)))),
		max: max(16, math.Exp2(math.Ceil(math.Log2(s.max)))),
	}, nil
}

// ratioTicks are the powers of two in the range, thinned evenly from 1 when
// there are too many.
func ratioTicks(s span) []plot.Tick {
	lo, hi := int(math.Ceil(math.Log2(s.min)-1e-9)), int(math.Floor(math.Log2(s.max)+1e-9))
	step := 1 + (hi-lo)/10
	var ticks []plot.Tick
	for e := lo; e <= hi; e++ {
		if e%step == 0 {
			v := math.Exp2(float64(e))
			ticks = append(ticks, plot.Tick{Value: v, Label: number(v) + "×"})
		}
	}
	return ticks
}
