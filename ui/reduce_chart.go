package ui

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"warpbill/cuda/measure"
	"warpbill/plots/words"
	"warpbill/sim"
)

func reduceChart(d Deps, s State, a Action) State {
	switch a := a.(type) {
	case setMode:
		s.Mode = other(a.Mode, s.Mode, "ratio", "time")
	case setTab:
		s.Tab = other(a.Tab, s.Tab, "stage", "chart")
	case setSource:
		if s.source(d, a.ID) == nil {
			return s
		}
		on := slices.DeleteFunc(slices.Clone(s.On), func(id string) bool { return id == a.ID })
		if a.On {
			on = append(on, a.ID)
		}
		if len(on) > 0 { // the chart never stands empty
			s.On = on
		}
	case onlySource:
		if s.source(d, a.ID) != nil {
			s.On = []string{a.ID}
		}
	case opened:
		s.File = &a.Result
		s.On = []string{fileID}
		s.Tab = "chart"
		s.Notice = notice{Text: openedText(a.Result)}
	}
	return s
}

// other is want, or when that is empty whichever of a and b is not shown.
func other(want, now, a, b string) string {
	switch {
	case want == a || want == b:
		return want
	case now == a:
		return b
	}
	return a
}

func openedText(r measure.Result) string {
	text := fmt.Sprintf("Opened %s with %s.", r.SourceLabel(), rowCount(len(r.Rows)))
	if !r.Complete {
		text = fmt.Sprintf("Opened %s. It is incomplete: %s.", r.SourceLabel(), rowCount(len(r.Rows)))
	}
	return text
}

// emphasis is the series that belongs to the pattern on stage, or empty when
// the sweep has none for it.
func (s State) emphasis() string {
	switch s.rotMask() {
	case 0:
		return "broadcast"
	case sim.FilterTaps - 1:
		return "per-lane"
	}
	return ""
}

// rotMask is the convolution's mask that makes the pattern on stage, -1 when
// none does.
func (s State) rotMask() int {
	switch s.Choice.ID {
	case "broadcast":
		return 0
	case "per-lane":
		return sim.FilterTaps - 1
	case "distinct":
		if k := s.Choice.Values[0]; k&(k-1) == 0 {
			return int(k) - 1
		}
	}
	return -1
}

// gap is the pattern on stage when the chart has no data for it: what it is
// called, and the nearest pattern that there are data for.
type gap struct {
	Pattern string
	Nearest measure.Row
}

// gap says whether the chart lacks the pattern on stage. Patterns are near
// when their passes are, on the log scale of the chart.
func (s State) gap(results []measure.Result) (gap, bool) {
	if len(results) == 0 || len(results[0].Rows) == 0 {
		return gap{}, false
	}
	mask := s.rotMask()
	g, far := gap{Pattern: words.PatternName(s.Choice)}, math.Inf(1)
	for _, row := range results[0].Rows {
		if row.RotMask == mask {
			return gap{}, false
		}
		d := math.Abs(math.Log2(float64(max(row.Distinct(), 1))) - math.Log2(float64(max(s.Passes(), 1))))
		if d < far {
			g.Nearest, far = row, d
		}
	}
	return g, true
}

// pick puts the nearest pattern on stage.
func (g gap) pick() pick {
	switch n := g.Nearest.Distinct(); n {
	case 1:
		return pick{ID: "broadcast"}
	case sim.FilterTaps:
		return pick{ID: "per-lane"}
	default:
		return pick{ID: "distinct", Value: int64(n), Given: true}
	}
}

// chartNote says on an exported chart that it has no data for the pattern on
// stage, and which is nearest; it is empty when there are data.
func (s State) chartNote(results []measure.Result) string {
	g, missing := s.gap(results)
	if !missing {
		return ""
	}
	return words.NoChartData(g.Pattern, short(results[0].Device.Name), g.Nearest.Lanes())
}

// price says what the load on stage takes on the card that the chart shows,
// as far as that card's prices are known. The law and its constants were
// found by counting on an NVIDIA H200.
func (s State) price(results []measure.Result) string {
	if s.Path != "" || len(results) == 0 || !strings.Contains(results[0].Device.Name, "H200") {
		return ""
	}
	const constantFloor, globalFloor, rest = 2.35, 2.53, .28
	constant := 2*float64(s.Constant.Units()) + rest
	global := float64(s.Global.Wavefronts()) + rest
	return words.Price("NVIDIA H200", constant, global, constantFloor, globalFloor)
}
