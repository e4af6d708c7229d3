package plots

import (
	"fmt"
	"image/color"
	"slices"

	"warpbill/cuda/measure"
	"warpbill/plots/look"
)

// glyph is the shape of a series' marks; it says what the series is about.
type glyph int

const (
	circle  glyph = iota // constant memory
	square               // global memory
	diamond              // one divided by the other
)

// mark is one measured value of a series.
type mark struct {
	x, y     float64
	low, top float64 // interval; both 0 when unknown
	bound    bool    // launch-bound
}

// series is one line of a chart.
type series struct {
	source int
	runs   [][]mark // a series is broken where a value cannot be drawn
	glyph  glyph
	color  color.NRGBA
	dashed bool // dashed line and hollow marks: broadcast
	quiet  bool // another series is emphasised, or this is an in-between count
	bold   bool // its label is bold
	label  string
	detail string // second line of the label on a slide
	key    string // what the series is apart from its source, for the legend
	end    bool   // the label stands at the line's end, whatever the others do
}

func (s series) marks() []mark { return slices.Concat(s.runs...) }

func (s series) last() mark {
	run := s.runs[len(s.runs)-1]
	return run[len(run)-1]
}

// value picks what a figure shows of a row. ok is false where there is none.
type value func(measure.Row) (measure.Summary, bool)

func constantTime(r measure.Row) (measure.Summary, bool) { return r.Constant, r.Constant.Value != 0 }
func globalTime(r measure.Row) (measure.Summary, bool)   { return r.Global, r.Global.Value != 0 }

func ratioOf(r measure.Row) (measure.Summary, bool) {
	if r.Ratio.Value != 0 {
		return r.Ratio, true
	}
	if drawable(r.Constant.Value) && drawable(r.Global.Value) {
		return measure.Summary{Value: r.Constant.Value / r.Global.Value}, true
	}
	return measure.Summary{}, false
}

// counts are the distinct addresses a warp of the rows, rising.
func counts(rows []measure.Row) []int {
	var c []int
	for _, r := range rows {
		if d := r.Distinct(); !slices.Contains(c, d) {
			c = append(c, d)
		}
	}
	slices.Sort(c)
	return c
}

// lanes names a count of distinct addresses a warp.
func lanes(distinct int) string {
	switch distinct {
	case 1:
		return Broadcast
	case 32:
		return PerLane
	}
	return fmt.Sprintf("%d distinct", distinct)
}

func addresses(distinct int) string {
	if distinct == 1 {
		return "1 address"
	}
	return fmt.Sprintf("%d addresses", distinct)
}

// kind is one value that a figure draws for each lane pattern.
type kind struct {
	name  string // "constant", "global"; empty where a figure has one kind
	glyph glyph
	color func(*look.Theme) color.NRGBA
	pick  value
	plain bool // do not draw it for counts between broadcast and per-lane
}

func constantColor(t *look.Theme) color.NRGBA { return t.Const }
func globalColor(t *look.Theme) color.NRGBA   { return t.Glob }
func textColor(t *look.Theme) color.NRGBA     { return t.Text }

// bySize makes the series of a figure over n: for every source, lane pattern
// and kind. It counts the values that could not be drawn.
func bySize(d Data, t *look.Theme, kinds []kind) (all []series, dropped int) {
	several := len(d.Sources) > 1
	names := shortNames(d.Sources)
	for i, source := range d.Sources {
		for _, distinct := range counts(source.Rows) {
			for _, k := range kinds {
				if between(distinct) && (k.plain || several) {
					continue // several cards with every count would hide one another
				}
				keep := func(r measure.Row) bool { return r.Distinct() == distinct }
				runs, lost := gather(source.Rows, keep, func(r measure.Row) float64 { return float64(r.N) }, k.pick)
				dropped += lost
				if len(runs) == 0 {
					continue
				}
				s := k.series(t, distinct, d.Emphasis, i)
				s.runs = runs
				if several {
					s.label, s.detail = names[i], ""
				}
				all = append(all, s)
			}
		}
	}
	return all, dropped
}

// between says whether a pattern is neither broadcast nor per-lane.
func between(distinct int) bool { return distinct != 1 && distinct != 32 }

// series is how a kind is drawn for a lane pattern of one source.
func (k kind) series(t *look.Theme, distinct int, emphasis string, source int) series {
	pattern := lanes(distinct)
	s := series{
		source: source, glyph: k.glyph, color: k.color(t), dashed: distinct == 1, key: pattern,
		quiet: between(distinct) || source > 0 || emphasis != "" && emphasis != pattern,
		bold:  source == 0 && emphasis == pattern,
	}
	if k.name == "" {
		s.detail = addresses(distinct)
	} else {
		s.key = k.name + ", " + pattern
	}
	s.label = s.key
	if between(distinct) {
		s.label, s.end = pattern, true
	}
	return s
}

// sizes are the x positions of all series, rising.
func sizes(all []series) []float64 {
	var xs []float64
	for _, s := range all {
		for _, m := range s.marks() {
			xs = append(xs, m.x)
		}
	}
	slices.Sort(xs)
	return slices.Compact(xs)
}

// heights are the y values of all series with the ends of their intervals.
func heights(all []series) []float64 {
	var ys []float64
	for _, s := range all {
		for _, m := range s.marks() {
			ys = append(ys, m.y)
			if m.top > 0 {
				ys = append(ys, m.low, m.top)
			}
		}
	}
	return ys
}
