package plots

import (
	"math"
	"slices"
	"strings"
	"testing"

	"warpbill/cuda/measure"
	"warpbill/plots/look"
)

// with is a result of single rows: pattern, size, ratio with its interval.
func with(card string, rows ...measure.Row) measure.Result {
	return measure.Result{Device: measure.Device{Name: card}, Complete: true, Rows: rows}
}

func ratioRow(mask int, n uint64, v ...float64) measure.Row {
	r := measure.Row{Point: measure.Point{N: n, RotMask: mask}, Ratio: measure.Summary{Value: v[0]}}
	if len(v) == 3 {
		r.Ratio.Low, r.Ratio.High = v[1], v[2]
	}
	return r
}

func TestHeadline(t *testing.T) {
	incomplete := with("NVIDIA L4", ratioRow(0, 4096, .9), ratioRow(31, 4096, 7.25))
	incomplete.Complete = false
	bound := ratioRow(0, 4096, 1.2)
	bound.LaunchBound = true
	boundToo := ratioRow(31, 4096, 1.3)
	boundToo.LaunchBound = true
	for _, c := range []struct {
		name, figure string
		d            Data
		want         string
	}{
		{"T4", "ratio", Data{Sources: []measure.Result{recording(t, "t4")}},
			"On a Tesla T4 at the largest n, constant memory takes 0.68× the time of global for one address a warp, and 15× for 32 addresses."},
		{"T4, time", "time", Data{Sources: []measure.Result{recording(t, "t4")}},
			"On a Tesla T4 at the largest n, constant memory takes 0.68× the time of global for one address a warp, and 15× for 32 addresses."},
		{"T4, bandwidth", "bandwidth", Data{Sources: []measure.Result{recording(t, "t4")}},
			"On a Tesla T4 the global kernel moves at most 86 GB/s of input and output, at n = 8 Mi."},
		{"T4, distinct", "distinct", Data{Sources: []measure.Result{recording(t, "t4")}},
			"On a Tesla T4 fewer than three counts of addresses have been measured."},
		{"nothing", "ratio", Data{}, "Nothing has been measured yet."},
		{"no rows", "ratio", Data{Sources: []measure.Result{with("NVIDIA L4")}}, "On an NVIDIA L4 neither kernel has a time yet."},
		{"no rows, bandwidth", "bandwidth", Data{Sources: []measure.Result{with("NVIDIA L4")}}, "On an NVIDIA L4 the global kernel has no time yet."},
		{"incomplete", "ratio", Data{Sources: []measure.Result{incomplete}},
			"On an NVIDIA L4 at the largest n so far, constant memory takes 0.90× the time of global for one address a warp, and 7.2× for 32 addresses."},
		{"no difference", "ratio", Data{Sources: []measure.Result{with("NVIDIA L4", ratioRow(0, 4096, 1.01, .98, 1.03), ratioRow(31, 4096, 24, 23, 25))}},
			"On an NVIDIA L4 at the largest n, constant memory takes as long as global for one address a warp, within the 95 % interval, and takes 24× the time of global for 32 addresses."},
		{"broadcast alone", "ratio", Data{Sources: []measure.Result{with("NVIDIA L4", ratioRow(0, 4096, .5))}},
			"On an NVIDIA L4 at the largest n, constant memory takes 0.50× the time of global for one address a warp."},
		{"per-lane alone", "ratio", Data{Sources: []measure.Result{with("NVIDIA L4", ratioRow(31, 4096, 3))}},
			"On an NVIDIA L4 at the largest n, constant memory takes 3.0× the time of global for 32 addresses a warp."},
		{"different sizes", "ratio", Data{Sources: []measure.Result{with("NVIDIA L4", ratioRow(0, 8192, .5), ratioRow(31, 4096, 3))}},
			"On an NVIDIA L4, constant memory takes 0.50× the time of global for one address a warp at n = 8 Ki, and takes 3.0× the time of global for 32 addresses at n = 4 Ki."},
		{"launch-bound", "ratio", Data{Sources: []measure.Result{with("NVIDIA L4", bound, boundToo)}},
			"On an NVIDIA L4 even the largest n measured is launch-bound: it says nothing about memory."},
		{"two runs", "ratio", Data{Sources: []measure.Result{recording(t, "t4"), recording(t, "t4-cuda13")}},
			"Constant ÷ global time for 32 addresses a warp at the largest n: 15× on a Tesla T4 and 30× on a Tesla T4, CUDA 13.0."},
		{"two empty", "ratio", Data{Sources: []measure.Result{with("A"), with("B")}}, "Both kernels on an A and a B."},
		{"not a number", "ratio", Data{Sources: []measure.Result{with("NVIDIA L4", ratioRow(0, 4096, math.NaN()), ratioRow(31, 4096, 2, 1.9, 2.1))}},
			"On an NVIDIA L4 at the largest n, constant memory takes 2.0× the time of global for 32 addresses a warp."},
	} {
		if got := Headline(c.d, c.figure); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

// Every sentence of every figure can be set in the font.
func TestHeadlinesCanBeSet(t *testing.T) {
	six := made("NVIDIA H200", sixMasks, 14)
	for _, f := range Figures() {
		for _, d := range []Data{{}, {Sources: []measure.Result{six}}, {Sources: []measure.Result{six, recording(t, "t4")}}} {
			s := Headline(d, f.ID)
			if missing := look.Missing(s); len(missing) > 0 || !strings.HasSuffix(s, ".") {
				t.Errorf("%s: %q, without %q", f.ID, s, string(missing))
			}
		}
	}
	got := Headline(Data{Sources: []measure.Result{six}}, "distinct")
	if want := "On an NVIDIA H200 at n = 8 Mi, constant memory takes 8.1× as long for 32 addresses a warp as for 1 address; global memory 1.00×."; got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
	got = Headline(Data{Sources: []measure.Result{six, recording(t, "t4")}}, "bandwidth")
	if !strings.HasPrefix(got, "Best rate of the global kernel: ") || !strings.HasSuffix(got, "and 86 GB/s on a Tesla T4.") {
		t.Errorf("bandwidth of two cards: %s", got)
	}
}

func TestTimes(t *testing.T) {
	for v, want := range map[float64]string{.68: "0.68×", 1: "1.00×", 1.949: "1.95×", 2: "2.0×", 5.21: "5.2×", 9.94: "9.9×", 9.96: "10×", 15.08: "15×", 123.4: "123×", .01234: "0.01234×"} {
		if got := times(v); got != want {
			t.Errorf("times(%v) = %q, want %q", v, got, want)
		}
	}
}

func TestWithArticle(t *testing.T) {
	for name, want := range map[string]string{
		"Tesla T4": "a Tesla T4", "NVIDIA H200": "an NVIDIA H200", "GeForce RTX 4090": "a GeForce RTX 4090", "RTX A6000": "an RTX A6000",
		"H100": "an H100", "A100-SXM4": "an A100-SXM4", "V100": "a V100", "Quadro": "a Quadro", "L4": "an L4", "unnamed card": "an unnamed card", "": "a ", "4090": "a 4090",
	} {
		if got := withArticle(name); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestNames(t *testing.T) {
	card := func(name, title string) measure.Result {
		return measure.Result{Title: title, Device: measure.Device{Name: name}}
	}
	for _, c := range []struct {
		sources     []measure.Result
		long, short []string
	}{
		{[]measure.Result{card("Tesla T4", "Tesla T4"), card("NVIDIA H200", "")}, []string{"Tesla T4", "NVIDIA H200"}, []string{"T4", "H200"}},
		{[]measure.Result{card("Tesla T4", "Tesla T4"), card("Tesla T4", "Tesla T4, CUDA 13.0")}, []string{"Tesla T4", "Tesla T4, CUDA 13.0"}, []string{"T4", "T4, CUDA 13.0"}},
		{[]measure.Result{card("NVIDIA L4", ""), card("NVIDIA L4", "")}, []string{"NVIDIA L4", "NVIDIA L4 (2)"}, []string{"L4", "L4 (2)"}},
		{[]measure.Result{card("NVIDIA GeForce RTX 4090", ""), card("", "lab"), {ID: "x"}, {}},
			[]string{"NVIDIA GeForce RTX 4090", "lab", "x", "unnamed card"}, []string{"RTX 4090", "lab", "x", "unnamed card"}},
	} {
		if got := cardNames(c.sources); !slices.Equal(got, c.long) {
			t.Errorf("names %q, want %q", got, c.long)
		}
		if got := shortNames(c.sources); !slices.Equal(got, c.short) {
			t.Errorf("short names %q, want %q", got, c.short)
		}
	}
}

func TestListAndCapital(t *testing.T) {
	for want, parts := range map[string][]string{"": nil, "a": {"a"}, "a and b": {"a", "b"}, "a, b and c": {"a", "b", "c"}} {
		if got := list(parts); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for s, want := range map[string]string{"": "", "no data": "No data", "ärger": "Ärger", "2 values": "2 values"} {
		if got := capital(s); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
