package plots

import (
	"math"
	"slices"
	"testing"
	"time"

	"gonum.org/v1/plot"
)

func labels(ticks []plot.Tick) []string {
	var s []string
	for _, t := range ticks {
		s = append(s, t.Label)
	}
	return s
}

func TestLogTicks(t *testing.T) {
	for _, c := range []struct {
		min, max float64
		want     []string
	}{
		{.002, 20, []string{"0.01", "0.1", "1", "10"}},
		{8, 110, []string{"10", "30", "100"}},
		{2, 3, []string{"2", "2.5", "3"}},
		{32, 64, []string{"40", "50", "60"}},
		{.5, .9, []string{"0.5", "0.6", "0.7", "0.8", "0.9"}},
		{300, 800, []string{"300", "400", "500", "700"}},
		{1, 2, []string{"1", "1.5", "2"}},
		{.9, 1100, []string{"1", "10", "100", "1000"}},
		{1e-12, 1e15, []string{"1e-12", "1e-08", "0.0001", "1", "10000", "1e+08", "1e+12"}},
	} {
		if got := labels(logTicks(span{c.min, c.max})); !slices.Equal(got, c.want) {
			t.Errorf("ticks from %g to %g are %q, want %q", c.min, c.max, got, c.want)
		}
	}
}

// checkTicks says what is wrong with the ticks of a range.
func checkTicks(t *testing.T, s span, ticks []plot.Tick) {
	t.Helper()
	if len(ticks) < 2 || len(ticks) > 40 {
		t.Errorf("%v has %d ticks: %q", s, len(ticks), labels(ticks))
	}
	seen := map[string]bool{}
	for _, k := range ticks {
		if !s.holds(k.Value) {
			t.Errorf("%v: tick %g lies outside", s, k.Value)
		}
		if k.Label == "" || seen[k.Label] {
			t.Errorf("%v: the label %q is empty or used twice", s, k.Label)
		}
		seen[k.Label] = true
	}
}

func TestTicksOfEveryRange(t *testing.T) {
	for lo := 1e-9; lo < 1e9; lo *= 1.37 {
		for _, factor := range []float64{1, 1.0000001, 1.5, 2, 2.9, 3.1, 7, 10, 47, 99, 1e3, 1e6} {
			s, err := spanOf([]float64{lo, lo * factor}, 1.1, 1.1)
			if err != nil {
				t.Fatal(err)
			}
			checkTicks(t, s, logTicks(s))
		}
	}
}

func TestSpanOf(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		name     string
		values   []float64
		min, max float64
		fails    bool
	}{
		{"plain", []float64{3, 12, 6}, 3, 12, false},
		{"one value", []float64{1}, 1 / math.Sqrt2, math.Sqrt2, false},
		{"one half", []float64{.5}, .5 / math.Sqrt2, .5 * math.Sqrt2, false},
		{"nearly equal", []float64{99.99999999999996, 100}, 70.71067811865474, 141.4213562373095, false},
		{"next to each other", []float64{1, math.Nextafter(1, 2)}, 1 / math.Sqrt2, math.Sqrt2, false},
		{"with rubbish", []float64{nan, inf, -inf, 0, -1, 1e308, 5e-324, 1e-300, 4, 16}, 4, 16, false},
		{"nothing", nil, 0, 0, true},
		{"zero", []float64{0}, 0, 0, true},
		{"negative", []float64{-1, -2}, 0, 0, true},
		{"not numbers", []float64{nan, inf}, 0, 0, true},
	} {
		s, err := spanOf(c.values, 1, 1)
		if (err != nil) != c.fails {
			t.Errorf("%s: error %v", c.name, err)
			continue
		}
		if !c.fails && (!near(s.min, c.min, 1e-9*c.min) || !near(s.max, c.max, 1e-9*c.max)) {
			t.Errorf("%s: range %v, want %g to %g", c.name, s, c.min, c.max)
		}
	}
	s, err := spanOf([]float64{10, 1000}, 2, 3)
	if err != nil || s != (span{5, 3000}) {
		t.Errorf("room below and above: %v, %v", s, err)
	}
}

func TestRatioAxis(t *testing.T) {
	for _, c := range []struct {
		values   []float64
		min, max float64
		ticks    []string
	}{
		{[]float64{.68, 15.08}, .5, 16, []string{"0.5×", "1×", "2×", "4×", "8×", "16×"}},
		{[]float64{.5, 16}, .5, 16, []string{"0.5×", "1×", "2×", "4×", "8×", "16×"}},
		{[]float64{1}, .5, 16, []string{"0.5×", "1×", "2×", "4×", "8×", "16×"}},
		{[]float64{.9, 23.7}, .5, 32, []string{"0.5×", "1×", "2×", "4×", "8×", "16×", "32×"}},
		{[]float64{.3, 2}, .25, 16, []string{"0.25×", "0.5×", "1×", "2×", "4×", "8×", "16×"}},
		{[]float64{.001, 1000}, 1. / 1024, 1024, []string{"0.0009765625×", "0.00390625×", "0.015625×", "0.0625×", "0.25×", "1×", "4×", "16×", "64×", "256×", "1024×"}},
	} {
		s, err := ratioSpan(c.values)
		if err != nil || s.min != c.min || s.max != c.max {
			t.Errorf("%v: range %v, %v; want %g to %g", c.values, s, err, c.min, c.max)
			continue
		}
		if got := labels(ratioTicks(s)); len(c.values) != 2 || c.values[0] != .001 {
			if !slices.Equal(got, c.ticks) {
				t.Errorf("%v: ticks %q, want %q", c.values, got, c.ticks)
			}
		} else if len(got) > 12 || !slices.Contains(got, "1×") {
			t.Errorf("%v: ticks %q", c.values, got)
		}
	}
	if _, err := ratioSpan([]float64{0}); err == nil {
		t.Error("a ratio of 0 has an axis")
	}
}

// Twice as slow and twice as fast are equally far from equal time.
func TestRatioAxisIsEven(t *testing.T) {
	s, err := ratioSpan([]float64{.7, 12})
	if err != nil {
		t.Fatal(err)
	}
	up, down := s.norm(2)-s.norm(1), s.norm(1)-s.norm(.5)
	if !near(up, down, 1e-12) {
		t.Errorf("2× is %v above and 0.5× is %v below equal time", up, down)
	}
}

func TestNumber(t *testing.T) {
	for v, want := range map[float64]string{.01: "0.01", 1: "1", 1000: "1000", 2.5: "2.5", .0001: "0.0001", 1e6: "1e+06", 1e-5: "1e-05"} {
		if got := number(v); got != want {
			t.Errorf("number(%g) = %q, want %q", v, got, want)
		}
	}
}

// FuzzAxis looks for ranges that hang, panic or say nothing.
func FuzzAxis(f *testing.F) {
	for _, c := range [][2]float64{
		{0, 0}, {-1, 1}, {1, 1}, {.5, .5}, {math.NaN(), 1}, {math.Inf(-1), math.Inf(1)}, {-1e308, 1e308}, {1e308, 1e308},
		{5e-324, 1}, {99.99999999999996, 100}, {1, math.Nextafter(1, 2)}, {2, 3}, {300, 800}, {1e-12, 1e15}, {9.99e14, 1e15},
	} {
		f.Add(c[0], c[1], true)
		f.Add(c[0], c[1], false)
	}
	f.Fuzz(func(t *testing.T, a, b float64, ratio bool) {
		within(t, 2*time.Second, func() {
			make, tick := func(v []float64) (span, error) { return spanOf(v, 1.9, 1.7) }, logTicks
			if ratio {
				make, tick = ratioSpan, ratioTicks
			}
			s, err := make([]float64{a, b})
			if err != nil {
				if drawable(a) || drawable(b) {
					t.Errorf("%g and %g: %v", a, b, err)
				}
				return
			}
			if !(s.min > 0 && s.max > s.min) {
				t.Errorf("%g and %g: range %v", a, b, s)
			}
			checkTicks(t, s, tick(s))
			for _, v := range []float64{a, b} {
				if drawable(v) && !(s.norm(v) >= -1e-9 && s.norm(v) <= 1+1e-9) {
					t.Errorf("%g stands at %g of %v", v, s.norm(v), s)
				}
			}
		})
	})
}
