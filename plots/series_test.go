package plots

import (
	"math"
	"slices"
	"strings"
	"testing"

	"warpbill/cuda/measure"
	"warpbill/plots/look"
)

func every(measure.Row) bool { return true }

func overN(r measure.Row) float64 { return float64(r.N) }

func rows(constant ...float64) []measure.Row {
	var all []measure.Row
	for i, c := range constant {
		all = append(all, measure.Row{Point: measure.Point{N: 1024 << i}, Constant: measure.Summary{Value: c}})
	}
	return all
}

// A value that no log axis can hold breaks the line and is counted.
func TestGatherBreaksLines(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		name    string
		values  []float64
		runs    []int
		dropped int
	}{
		{"whole", []float64{1, 2, 3}, []int{3}, 0},
		{"negative in the middle", []float64{1, -2, 3, 4}, []int{1, 2}, 1},
		{"rubbish at the ends", []float64{nan, 2, 3, inf}, []int{2}, 2},
		{"two in a row", []float64{1, 1e300, nan, 4}, []int{1, 1}, 2},
		{"a missing value is no rubbish", []float64{1, 0, 3}, []int{2}, 0},
		{"nothing left", []float64{nan, -1}, nil, 2},
		{"no rows", nil, nil, 0},
	} {
		runs, dropped := gather(rows(c.values...), every, overN, constantTime)
		var lengths []int
		for _, r := range runs {
			lengths = append(lengths, len(r))
		}
		if !slices.Equal(lengths, c.runs) || dropped != c.dropped {
			t.Errorf("%s: runs of %v, %d dropped; want %v, %d", c.name, lengths, dropped, c.runs, c.dropped)
		}
	}
}

func TestGatherOrder(t *testing.T) {
	all := rows(1, 2, 3)
	slices.Reverse(all)
	again := all[1]
	again.Constant.Value = 7
	runs, _ := gather(append(all, again), every, overN, constantTime)
	if len(runs) != 1 || len(runs[0]) != 3 {
		t.Fatalf("%v", runs)
	}
	for i, want := range []float64{1, 7, 3} {
		if runs[0][i].y != want {
			t.Errorf("mark %d is %v, want %v", i, runs[0][i].y, want)
		}
	}
	if _, dropped := gather([]measure.Row{{Constant: measure.Summary{Value: 1}}}, every, overN, constantTime); dropped != 1 {
		t.Error("a row without a size is not counted as dropped")
	}
}

// Intervals are kept only where they hold the value.
func TestGatherIntervals(t *testing.T) {
	for _, c := range []struct {
		s    measure.Summary
		want bool
	}{
		{measure.Summary{Value: 2, Low: 1, High: 3}, true},
		{measure.Summary{Value: 2, Low: 0, High: 3}, true},
		{measure.Summary{Value: 2, Low: -5, High: 3}, true},
		{measure.Summary{Value: 2}, false},
		{measure.Summary{Value: 2, Low: 3, High: 4}, false},
		{measure.Summary{Value: 2, Low: 1, High: math.Inf(1)}, false},
		{measure.Summary{Value: 2, Low: math.NaN(), High: 3}, false},
	} {
		runs, _ := gather([]measure.Row{{Point: measure.Point{N: 1024}, Constant: c.s}}, every, overN, constantTime)
		if got := runs[0][0].top > 0; got != c.want {
			t.Errorf("%+v: interval %v, want %v", c.s, got, c.want)
		}
	}
}

// More sizes than a screen has columns are thinned, first and last stay.
func TestGatherThins(t *testing.T) {
	var many []measure.Row
	for i := range 100_000 {
		many = append(many, measure.Row{Point: measure.Point{N: uint64(i + 1)}, Constant: measure.Summary{Value: 1 + float64(i)}})
	}
	runs, dropped := gather(many, every, overN, constantTime)
	if dropped != 0 || len(runs) != 1 {
		t.Fatalf("%d runs, %d dropped", len(runs), dropped)
	}
	marks := runs[0]
	if len(marks) > maxMarks+1 || marks[0].x != 1 || marks[len(marks)-1].x != 100_000 {
		t.Errorf("%d marks from %v to %v", len(marks), marks[0].x, marks[len(marks)-1].x)
	}
}

func TestRatioOf(t *testing.T) {
	r := measure.Row{Constant: measure.Summary{Value: 3}, Global: measure.Summary{Value: 2}}
	if v, ok := ratioOf(r); !ok || v.Value != 1.5 || v.HasInterval() {
		t.Errorf("from both times: %+v, %v", v, ok)
	}
	r.Ratio = measure.Summary{Value: 1.4, Low: 1.3, High: 1.6}
	if v, ok := ratioOf(r); !ok || v.Value != 1.4 {
		t.Errorf("the measured ratio comes first: %+v, %v", v, ok)
	}
	if _, ok := ratioOf(measure.Row{Constant: measure.Summary{Value: 3}}); ok {
		t.Error("one time alone has a ratio")
	}
}

func TestBySize(t *testing.T) {
	ratioKind := []kind{{glyph: diamond, color: textColor, pick: ratioOf}}
	timeKinds := []kind{
		{name: "constant", glyph: circle, color: constantColor, pick: constantTime},
		{name: "global", glyph: square, color: globalColor, pick: globalTime, plain: true},
	}
	two, six, other := made("A", twoMasks, 5), made("B", sixMasks, 5), made("C", sixMasks, 3)
	for _, c := range []struct {
		name     string
		d        Data
		kinds    []kind
		labels   []string
		emphatic []string
	}{
		{"ratio", Data{Sources: []measure.Result{two}}, ratioKind, []string{"broadcast", "per-lane"}, nil},
		{"ratio, emphasis", Data{Sources: []measure.Result{two}, Emphasis: PerLane}, ratioKind, []string{"broadcast", "per-lane"}, []string{"per-lane"}},
		{"time", Data{Sources: []measure.Result{two}, Emphasis: Broadcast}, timeKinds,
			[]string{"constant, broadcast", "global, broadcast", "constant, per-lane", "global, per-lane"}, []string{"constant, broadcast", "global, broadcast"}},
		{"every count", Data{Sources: []measure.Result{six}}, timeKinds,
			[]string{"constant, broadcast", "global, broadcast", "2 distinct", "4 distinct", "8 distinct", "16 distinct", "constant, per-lane", "global, per-lane"}, nil},
		{"two cards", Data{Sources: []measure.Result{two, other}}, ratioKind, []string{"A", "A", "C", "C"}, nil},
	} {
		all, dropped := bySize(c.d, look.DarkTheme(), c.kinds)
		var labels, bold []string
		for _, s := range all {
			labels = append(labels, s.label)
			if s.bold {
				bold = append(bold, s.label)
			}
			if s.dashed != strings.HasSuffix(s.key, Broadcast) {
				t.Errorf("%s: %s dashed is %v", c.name, s.key, s.dashed)
			}
			if s.source > 0 && !s.quiet {
				t.Errorf("%s: another card stands out as much as the first", c.name)
			}
		}
		if !slices.Equal(labels, c.labels) || !slices.Equal(bold, c.emphatic) || dropped != 0 {
			t.Errorf("%s: labels %q, bold %q, %d dropped", c.name, labels, bold, dropped)
		}
	}
}

func TestBandOf(t *testing.T) {
	at := func(bound ...bool) []series {
		var run []mark
		for i, b := range bound {
			run = append(run, mark{x: float64(int(1) << i), y: 1, bound: b})
		}
		return []series{{runs: [][]mark{run}}}
	}
	for _, c := range []struct {
		name  string
		all   []series
		until float64
	}{
		{"none", at(false, false), 0},
		{"the smallest", at(true, false, false), math.Sqrt2},
		{"two", at(true, true, false), math.Sqrt(8)},
		{"all", at(true, true), 4},
		{"not from the start", at(false, true, false), 0},
		{"empty", nil, 0},
	} {
		if got := bandOf(c.all); !near(got, c.until, 1e-9) {
			t.Errorf("%s: %v, want %v", c.name, got, c.until)
		}
	}
	second := at(true, true)
	second[0].source = 1
	if bandOf(second) != 0 {
		t.Error("the second source makes a band")
	}
}

// The working set is input and output, 8 bytes for each n.
func TestCacheLines(t *testing.T) {
	t4 := measure.Result{Device: measure.Device{Name: "Tesla T4", L2Bytes: 4 << 20}}
	h200 := measure.Result{Device: measure.Device{Name: "NVIDIA H200", L2Bytes: 50 << 20}}
	x := span{4096, 8 << 20}
	for _, c := range []struct {
		name    string
		sources []measure.Result
		x       span
		want    []vertical
	}{
		{"one", []measure.Result{t4}, x, []vertical{{512 << 10, "L2 4 MiB"}}},
		{"two", []measure.Result{t4, h200}, x, []vertical{{512 << 10, "T4 L2 4 MiB"}, {6.25 * (1 << 20), "H200 L2 50 MiB"}}},
		{"twice the same", []measure.Result{t4, t4}, x, []vertical{{512 << 10, "T4 L2 4 MiB"}}},
		{"unknown", []measure.Result{{}}, x, nil},
		{"below the axis", []measure.Result{t4}, span{1 << 20, 8 << 20}, nil},
		{"above the axis", []measure.Result{t4}, span{4096, 8192}, nil},
	} {
		if got := cacheLines(c.sources, c.x); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestLargestWith(t *testing.T) {
	row := func(n uint64, masks ...int) []measure.Row {
		var all []measure.Row
		for _, m := range masks {
			all = append(all, measure.Row{Point: measure.Point{N: n, RotMask: m}})
		}
		return all
	}
	for _, c := range []struct {
		name string
		rows []measure.Row
		want uint64
	}{
		{"none", nil, 0},
		{"two counts", row(8, 0, 31), 0},
		{"three counts", row(8, 0, 1, 31), 8},
		{"the same count in two ways", row(8, 0, 1, 2), 0},
		{"the larger size has too few", append(row(8, 0, 1, 31), row(16, 0, 31)...), 8},
		{"the larger size", append(row(8, 0, 1, 31), row(16, 0, 3, 31)...), 16},
		{"in any order", append(row(16, 0, 3), append(row(8, 0, 1, 31), row(16, 31)...)...), 16},
	} {
		if got := largestWith(c.rows); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}
