package plots

// timeChart draws the time of both kernels over n.
func timeChart(d Data, s Style) (*chart, error) {
	ch, err := overSize(d, s, "times", []kind{
		{name: "constant", glyph: circle, color: constantColor, pick: constantTime},
		// Global memory takes the same time for the counts in between, and
		// its lines would only hide one another.
		{name: "global", glyph: square, color: globalColor, pick: globalTime, plain: true},
	})
	if err != nil {
		return nil, err
	}
	if ch.y, err = spanOf(heights(ch.series), 1.9, 1.7); err != nil {
		return nil, err
	}
	ch.yTicks, ch.yName = logTicks(ch.y), "ms"
	return ch.finish("Milliseconds for the whole kernel."), nil
}
