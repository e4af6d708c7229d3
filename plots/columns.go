package plots

// Column is where one measured size stands on a chart.
type Column struct {
	N uint64
	X float64 // from the left edge of the panel
}

// Columns are the sizes of a panel that is width units wide, so that a table
// can stand under the chart's ticks. It is empty when the figure does not
// draw over n or has no data.
func Columns(f Figure, d Data, s Style, width float64) []Column {
	if f.prepare == nil || f.ID == "distinct" || width < minSide {
		return nil
	}
	s.Format = Panel
	ch, err := f.prepare(d, s)
	if err != nil {
		return nil
	}
	l := ch.layout(box{0, 0, width, width})
	var columns []Column
	for _, t := range ch.xTicks {
		columns = append(columns, Column{uint64(t.Value), l.atX(ch.x, t.Value)})
	}
	return columns
}
