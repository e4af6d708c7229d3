package ui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"warpbill/cuda/measure"
)

// tableCell is one figure of the results table.
type tableCell struct {
	Text string
	Tip  string // what hovering says: the interval, or why the figure says little
	Dim  bool   // launch-bound: it says nothing about memory
}

// tableGroup is the three rows of one lane pattern.
type tableGroup struct {
	Name     string // "broadcast", "per-lane", "2 distinct"
	Filled   bool   // its marks are filled
	Emphasis bool
	Launch   string // which sizes are launch-bound, in words
	Rows     [3][]tableCell
}

// tableModel is the results table as it is shown: a column for each size.
type tableModel struct {
	Sizes  []uint64
	Heads  []string
	Groups []tableGroup
}

// tableQuantities are the rows of a group, in order.
func tableQuantities() [3]string { return [3]string{"constant", "global", "ratio"} }

// newTableModel arranges a result. A point that was not measured yet leaves
// its cells empty, so that the table fills while a run is live.
func newTableModel(r measure.Result, emphasis string) tableModel {
	m := tableModel{Sizes: tableSizes(r)}
	for _, n := range m.Sizes {
		m.Heads = append(m.Heads, measure.FormatSize(n))
	}
	rows := map[measure.Point]measure.Row{}
	masks := slices.Clone(r.Plan.RotMasks)
	for _, row := range r.Rows {
		rows[row.Point] = row
		masks = append(masks, row.RotMask)
	}
	slices.Sort(masks)
	for _, mask := range slices.Compact(masks) {
		p := measure.Point{RotMask: mask}
		g := tableGroup{Name: p.Lanes(), Filled: mask != 0}
		g.Emphasis = emphasis == "" || emphasis == g.Name
		var bound []int
		for i, n := range m.Sizes {
			row, known := rows[measure.Point{N: n, RotMask: mask}]
			if known && row.LaunchBound {
				bound = append(bound, i)
			}
			for q, cell := range tableCells(row) {
				g.Rows[q] = append(g.Rows[q], cell)
			}
		}
		g.Launch = launchWords(m.Heads, bound)
		m.Groups = append(m.Groups, g)
	}
	return m
}

// tableSizes are the sizes planned and measured, rising.
func tableSizes(r measure.Result) []uint64 {
	sizes := slices.Clone(r.Plan.Sizes)
	for _, row := range r.Rows {
		sizes = append(sizes, row.N)
	}
	slices.Sort(sizes)
	return slices.Compact(sizes)
}

func tableCells(row measure.Row) [3]tableCell {
	cell := func(s measure.Summary, short, long func(float64) string, unit string) tableCell {
		if !s.Known() {
			return tableCell{}
		}
		c := tableCell{Text: short(s.Value), Dim: row.LaunchBound}
		if s.HasInterval() {
			c.Tip = fmt.Sprintf("%s%s, 95 %% interval %s to %s", long(s.Value), unit, long(s.Low), long(s.High))
		} else {
			c.Tip = c.Text + unit + ", a single number without an interval"
		}
		if row.LaunchBound {
			c.Tip += "; launch-bound: too small to say anything about memory"
		}
		return c
	}
	return [3]tableCell{
		cell(row.Constant, shortMS, measure.FormatMS, " ms"),
		cell(row.Global, shortMS, measure.FormatMS, " ms"),
		cell(row.Ratio, measure.FormatRatio, measure.FormatRatio, ""),
	}
}

// shortMS writes a time so that a column of times stays narrow and claims no
// digit that a printed table does not have; hovering shows the full figure.
func shortMS(ms float64) string {
	if ms < 1 && ms >= 0.00005 {
		return strconv.FormatFloat(ms, 'f', 4, 64)
	}
	return measure.FormatMS(ms)
}

// launchWords says which of the columns are launch-bound.
func launchWords(heads []string, bound []int) string {
	switch n := len(bound); {
	case n == 0:
		return ""
	case n == 1:
		return "launch-bound at " + heads[bound[0]]
	case bound[n-1]-bound[0] == n-1:
		return "launch-bound from " + heads[bound[0]] + " to " + heads[bound[n-1]]
	default:
		return fmt.Sprintf("launch-bound at %d sizes", n)
	}
}

// text is the table as tab-separated text for a spreadsheet, with the
// intervals that the table shows only on request.
func (m tableModel) text(source string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\nlanes\tquantity\t%s\n", plain(source), strings.Join(m.Heads, "\t"))
	for _, g := range m.Groups {
		for q, name := range tableQuantities() {
			if q < 2 {
				name += " ms"
			}
			fmt.Fprintf(&b, "%s\t%s", g.Name, name)
			for _, c := range g.Rows[q] {
				b.WriteString("\t" + c.Text)
				if c.Dim {
					b.WriteString(" (launch-bound)")
				}
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}
