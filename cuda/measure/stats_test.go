package measure

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// counted are the numbers 1 to n, shuffled by a fixed step.
func counted(n int) []float64 {
	var x []float64
	for i := range n {
		x = append(x, float64((i*7)%n+1))
	}
	return x
}

// TestSummarizeIntervals: the ends are the order statistics that the binomial
// distribution gives for 95 % or just above: 96.1 % for the 2nd to 9th of 11.
func TestSummarizeIntervals(t *testing.T) {
	for _, test := range []struct {
		n            int
		median       float64
		low, high    float64
		withInterval bool
	}{
		{1, 1, 0, 0, false}, {2, 1.5, 0, 0, false}, {5, 3, 0, 0, false},
		{6, 3.5, 1, 6, true}, {9, 5, 2, 8, true}, {11, 6, 2, 9, true}, {15, 8, 4, 12, true},
		{25, 13, 8, 18, true}, {31, 16, 10, 22, true}, {51, 26, 19, 33, true}, {101, 51, 41, 61, true},
	} {
		samples := counted(test.n)
		got := Summarize(samples)
		if got.Value != test.median || got.HasInterval() != test.withInterval || got.Low != test.low || got.High != test.high {
			t.Errorf("n = %d: %v [%v, %v], want %v [%v, %v]", test.n, got.Value, got.Low, got.High, test.median, test.low, test.high)
		}
		if !slices.Equal(got.Samples, samples) {
			t.Errorf("n = %d: the samples are not in the order in which they were taken", test.n)
		}
	}
}

// TestSummarizeCoverage: by simulation from the definition, the interval of
// 21 samples encloses the true median in 95 % of the cases or more.
func TestSummarizeCoverage(t *testing.T) {
	state := uint64(1)
	next := func() float64 { // xorshift, skewed like times are
		state ^= state << 13
		state ^= state >> 7
		state ^= state << 17
		u := float64(state>>11) / (1 << 53)
		return 1 + u*u*u
	}
	hits, trials, median := 0, 4000, 1+0.125
	for range trials {
		var x []float64
		for range 21 {
			x = append(x, next())
		}
		if s := Summarize(x); s.Low <= median && median <= s.High {
			hits++
		}
	}
	if rate := float64(hits) / float64(trials); rate < 0.945 || rate > 0.99 {
		t.Errorf("the interval encloses the median in %.3f of the cases", rate)
	}
}

func TestSummarizeLeavesOut(t *testing.T) {
	bad := []float64{0, -1.78, math.NaN(), math.Inf(1), math.Inf(-1), 1e300, 1e-300}
	if got := Summarize(bad); got.Known() || got.HasInterval() || len(got.Samples) > 0 {
		t.Errorf("from impossible times came %+v", got)
	}
	mixed := append(slices.Clone(bad), 5, 3, 4)
	if got := Summarize(mixed); got.Value != 4 || !slices.Equal(got.Samples, []float64{5, 3, 4}) {
		t.Errorf("got %+v", got)
	}
	if got := Summarize(nil); got.Known() {
		t.Errorf("from nothing came %+v", got)
	}
}

func TestNewRowPairs(t *testing.T) {
	// The ratio is from pairs: both drift by a factor of 4, together.
	var c, g []float64
	for i := range 21 {
		drift := 1 + 3*float64(i)/20
		c, g = append(c, 3*drift), append(g, 2*drift)
	}
	row := NewRow(Point{N: 1 << 20}, c, g, []float64{0.1, 0.1, 0.1, 0.1, 0.1, 0.1}, nil)
	if row.Ratio.Value != 1.5 || math.Abs(row.Ratio.Low-1.5) > 1e-12 || math.Abs(row.Ratio.High-1.5) > 1e-12 {
		t.Errorf("the ratio is %+v, want 1.5 without spread", row.Ratio)
	}
	if row.LaunchBound || len(row.Warnings) > 0 {
		t.Errorf("launch-bound %v, warnings %q", row.LaunchBound, row.Warnings)
	}
}

func TestNewRowLeavesPairsOutWhole(t *testing.T) {
	c, g := slices.Repeat([]float64{3}, 21), slices.Repeat([]float64{2}, 21)
	c[3], g[5], c[7], g[9] = 0, math.NaN(), -1, math.Inf(1)
	row := NewRow(Point{N: 1 << 20}, c, g[:20], nil, &CourseTimes{ConstantMS: 0, GlobalMS: 1})
	if len(row.Constant.Samples) != 16 || len(row.Global.Samples) != 16 || row.Ratio.Value != 1.5 {
		t.Errorf("%d and %d samples, ratio %v: pairs must be left out whole", len(row.Constant.Samples), len(row.Global.Samples), row.Ratio.Value)
	}
	want := []string{"5 of 21 pairs left out: not two positive times",
		"the times by the course's method were not positive and were left out"}
	if diff := cmp.Diff(want, row.Warnings); diff != "" || row.Course != nil {
		t.Errorf("course %v, warnings (-want +got):\n%s", row.Course, diff)
	}
	empty := NewRow(Point{N: 1}, nil, nil, nil, nil)
	if empty.Constant.Known() || empty.Ratio.Known() || empty.LaunchBound || empty.GlobalGBps() != 0 {
		t.Errorf("from no samples came %+v", empty)
	}
}

// flat is a row with the given times and no spread worth the name.
func flat(constant, global, floor float64) Row {
	six := func(x float64) []float64 {
		return []float64{x, x * 1.0001, x * 0.9999, x, x * 1.0001, x * 0.9999}
	}
	return NewRow(Point{N: 4096}, six(constant), six(global), six(floor), nil)
}

func TestLaunchBoundByTheFloor(t *testing.T) {
	for _, test := range []struct {
		constant, global, floor float64
		want                    bool
	}{
		{1.9, 50, 1, true}, // the shorter time decides
		{50, 1.9, 1, true},
		{2.1, 2.1, 1, false},
		{50, 50, 1, false},
	} {
		if got := flat(test.constant, test.global, test.floor).LaunchBound; got != test.want {
			t.Errorf("%+v: launch-bound %v", test, got)
		}
	}
}

func TestLaunchBoundWithoutAFloor(t *testing.T) {
	row := func(n uint64, ms float64) Row { return Row{Point: Point{N: n}, Global: Summary{Value: ms}} }
	rows := []Row{row(1e6, 1), row(1e6, 3.9), row(1e6, 4.1), {Point: Point{N: 1e6}}, row(1e6, 1)}
	rows[4].LaunchBound = true
	MarkLaunchBound(rows)
	var got []bool
	for _, r := range rows {
		got = append(got, r.LaunchBound)
	}
	if want := []bool{false, false, true, false, true}; !slices.Equal(got, want) {
		t.Errorf("marks %v, want %v: under a quarter of the best GB/s", got, want)
	}
	rows = append(rows, flat(1.9, 1.9, 1), flat(5, 5, 1))
	MarkLaunchBound(rows)
	if !rows[5].LaunchBound || rows[6].LaunchBound {
		t.Error("where there is a floor it decides, not the GB/s of the others")
	}
	MarkLaunchBound(nil)
}

func TestGlobalGBps(t *testing.T) {
	// A row that moves 2^30 bytes in a millisecond: GB are 10^9 bytes.
	row := Row{Point: Point{N: (1<<30/4 - 31) / 2}, Global: Summary{Value: 1}}
	if got := fmt.Sprintf("%.2f", row.GlobalGBps()); row.BytesMoved() != 1<<30-4 || got != "1073.74" {
		t.Errorf("%d bytes, %s GB/s", row.BytesMoved(), got)
	}
	for _, ms := range []float64{0, -1, math.NaN(), math.Inf(1), 1e-300} {
		if got := (Row{Point: Point{N: 1}, Global: Summary{Value: ms}}).GlobalGBps(); got != 0 {
			t.Errorf("%v ms gives %v GB/s", ms, got)
		}
	}
}

func TestTidyRowsAreValid(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(1), -1, 1e300} {
		row := Row{
			Point:    Point{N: 1},
			Constant: Summary{Value: bad}, Global: Summary{Value: 1, Low: bad, High: bad}, Ratio: Summary{Value: 1, Samples: []float64{bad}},
			Floor: Summary{Value: bad}, Course: &CourseTimes{ConstantMS: bad, GlobalMS: 1},
		}
		got := row.tidy()
		if err := got.check(); err != nil {
			t.Errorf("%v: %v", bad, err)
		}
		if text := strings.Join(got.Warnings, "\n"); strings.Count(text, "was not a possible number") != 5 || len(row.Warnings) > 0 {
			t.Errorf("%v: warnings %q, and of the row itself %q", bad, text, row.Warnings)
		}
	}
}

func BenchmarkSummarize(b *testing.B) {
	samples := counted(21)
	for b.Loop() {
		Summarize(samples)
	}
}
