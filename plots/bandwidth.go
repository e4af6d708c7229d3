package plots

import (
	"warpbill/cuda/measure"
)

// globalRate is the rate of the global kernel from the bytes that it has to
// move, with the interval that follows from the interval of its time.
func globalRate(r measure.Row) (measure.Summary, bool) {
	rate := r.GlobalGBps()
	if rate == 0 {
		return measure.Summary{}, false
	}
	v := measure.Summary{Value: rate}
	if g := r.Global; drawable(g.Low) && drawable(g.High) {
		v.Low, v.High = rate*g.Value/g.High, rate*g.Value/g.Low
	}
	return v, true
}

// bandwidthChart draws the rate at which the global kernel moves its input
// and output over n.
func bandwidthChart(d Data, s Style) (*chart, error) {
	ch, err := overSize(d, s, "times of the global kernel", []kind{
		{glyph: square, color: globalColor, pick: globalRate, plain: true},
	})
	if err != nil {
		return nil, err
	}
	if ch.y, err = spanOf(heights(ch.series), 1.3, 1.3); err != nil {
		return nil, err
	}
	ch.yTicks, ch.yName = logTicks(ch.y), "GB/s"
	return ch.finish("Global kernel: 2n + 31 words of 4 bytes, divided by its time."), nil
}
