package plots

import (
	"slices"

	"warpbill/cuda/measure"
)

// ratioChart draws constant time divided by global time over n. The axis
// counts in powers of two, so that twice as slow and twice as fast are
// equally far from the line of equal time.
func ratioChart(d Data, s Style) (*chart, error) {
	ch, err := overSize(d, s, "sizes with both times", []kind{{glyph: diamond, color: textColor, pick: ratioOf}})
	if err != nil {
		return nil, err
	}
	y, err := ratioSpan(heights(ch.series))
	if err != nil {
		return nil, err
	}
	ch.yTicks = ratioTicks(y)
	ch.y = span{y.min, y.max * 1.25}
	if s.Format == Slide {
		ch.y.min /= 1.14
	} else {
		ch.sizes.label = 14
	}
	ch.ends = ch.ends || slices.ContainsFunc(ch.series, func(s series) bool { return s.end })
	ch.rule, ch.ruleLabel = 1, "equal time"
	if len(ch.data.Sources) == 1 {
		ch.values = measure.FormatRatio
	}
	return ch.finish("Constant ÷ global, whole kernel."), nil
}
