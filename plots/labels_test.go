package plots

import (
	"image/color"
	"slices"
	"strings"
	"testing"

	"warpbill/cuda/measure"
)

func TestMerge(t *testing.T) {
	own, common := color.NRGBA{R: 1, A: 255}, color.NRGBA{G: 1, A: 255}
	label := func(text string, y float64) endLabel { return endLabel{text: text, y: y, color: own} }
	got := merge([]endLabel{label("T4", 100), label("H200", 52), label("H200", 50), label("T4", 45), label("H200", 10)}, 15, common)
	want := []endLabel{label("T4", 100), {text: "H200", y: 51, color: common}, label("T4", 45), label("H200", 10)}
	if !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// labelsOf are the texts of a chart that are not numbers of its axes.
func labelsOf(t *testing.T, figure string, d Data, s Style) []string {
	t.Helper()
	w, h := 428, 268
	if s.Format == Slide {
		w, h = 1920, 1080
	}
	svg := string(written(t, "svg", figure, d, s, Size{w, h, 1}))
	var texts []string
	for _, part := range strings.Split(svg, "</text>") {
		if at := strings.LastIndex(part, ">"); at >= 0 && strings.Contains(part, "<text") {
			texts = append(texts, part[at+1:])
		}
	}
	return texts
}

// Every series is named, whatever the figure and however crowded it is.
func TestEverySeriesIsNamed(t *testing.T) {
	t4, full := recording(t, "t4"), made("NVIDIA H200", sixMasks, 14)
	for _, c := range []struct {
		name, figure string
		d            Data
		format       Format
		want         []string
	}{
		{"T4 ratio", "ratio", Data{Sources: []measure.Result{t4}}, Panel, []string{"broadcast", "per-lane", "L2 4 MiB", "launch-", "bound", "n"}},
		{"T4 ratio slide", "ratio", Data{Sources: []measure.Result{t4}}, Slide,
			[]string{"broadcast", "per-lane", "1 address", "32 addresses", "equal time", "n (log scale)", "15.08", "0.68", "5.21", "L2 4 MiB"}},
		{"T4 time", "time", Data{Sources: []measure.Result{t4}}, Panel,
			[]string{"constant, broadcast", "constant, per-lane", "global, broadcast", "global, per-lane"}},
		{"T4 time slide", "time", Data{Sources: []measure.Result{t4}}, Slide,
			[]string{"constant, broadcast", "constant, per-lane", "global, broadcast", "global, per-lane", "ms"}},
		{"every count", "time", Data{Sources: []measure.Result{full}}, Panel,
			[]string{"constant, per-lane", "16 distinct", "8 distinct", "4 distinct", "2 distinct", "constant, broadcast", "global, broadcast", "global, per-lane"}},
		{"two cards", "ratio", Data{Sources: []measure.Result{t4, full}}, Panel, []string{"T4", "H200", "broadcast", "per-lane"}},
		{"two cards, slide", "ratio", Data{Sources: []measure.Result{t4, full}}, Slide, []string{"T4", "H200", "broadcast", "per-lane", "equal time"}},
		{"distinct", "distinct", Data{Sources: []measure.Result{full}}, Panel, []string{"constant", "global", "addresses", "1", "32"}},
		{"distinct slide", "distinct", Data{Sources: []measure.Result{full}}, Slide, []string{"constant", "global", "distinct addresses a warp (log scale)"}},
		{"bandwidth", "bandwidth", Data{Sources: []measure.Result{t4}}, Slide, []string{"broadcast", "per-lane", "GB/s"}},
		{"note", "ratio", Data{Sources: []measure.Result{t4}, Note: "A note."}, Panel, []string{"A note."}},
	} {
		got := labelsOf(t, c.figure, c.d, Style{Format: c.format})
		for _, want := range c.want {
			if !slices.Contains(got, want) {
				t.Errorf("%s: %q is missing from %q", c.name, want, got)
			}
		}
	}
}
