package measure

import (
	"math"
	"testing"
)

func TestVerdict(t *testing.T) {
	for name, test := range map[string]struct {
		value, low, high float64
		bound            bool
		want             Verdict
	}{
		"faster":                        {0.5, 0.49, 0.51, false, Faster},
		"slower":                        {2, 1.99, 2.01, false, Slower},
		"slower, however wide":          {2, 1.1, 9, false, Slower},
		"same":                          {1.002, 0.996, 1.006, false, Same},
		"same, to the last digit":       {1, 1, 1, false, Same},
		"just 0.5 % slower":             {1.006, 1.005, 1.007, false, Slower},
		"not quite 0.5 % slower":        {1.006, 1.0049, 1.007, false, CannotTell},
		"just 0.5 % faster":             {0.99, 0.98, 1 / 1.005, false, Faster},
		"not quite 0.5 % faster":        {0.99, 0.98, 0.9951, false, CannotTell},
		"apart from 1, but by 0.2 %":    {1.003, 1.002, 1.004, false, CannotTell},
		"holds 1, but is wide":          {1, 0.98, 1.02, false, CannotTell},
		"narrow enough":                 {1, 0.9905, 1.01, false, Same},
		"too wide by a little":          {1, 0.9895, 1.01, false, CannotTell},
		"holds 1, its median is apart":  {1.01, 0.999, 1.012, false, CannotTell},
		"launch-bound":                  {2, 1.99, 2.01, true, CannotTell},
		"launch-bound and the same":     {1, 0.999, 1.001, true, CannotTell},
		"a single number":               {15, 0, 0, false, CannotTell},
		"nothing":                       {0, 0, 0, false, CannotTell},
		"no numbers":                    {math.NaN(), math.NaN(), math.NaN(), false, CannotTell},
		"a median outside its interval": {3, 0.999, 1.001, false, CannotTell},
	} {
		row := Row{Point: Point{N: 1}, Ratio: Summary{Value: test.value, Low: test.low, High: test.high}, LaunchBound: test.bound}
		if got := row.Verdict(); got != test.want {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
	}
}

// Times whose intervals overlap because the clock moved still differ when
// every pair says so, and times far apart say nothing without pairs.
func TestVerdictIsThatOfThePairs(t *testing.T) {
	var constant, global []float64
	for i := range 21 {
		clock := 1 + float64(i)/20 // halves in the course of the row
		constant = append(constant, 1.03*clock)
		global = append(global, clock)
	}
	row := NewRow(Point{N: 1}, constant, global, nil, nil)
	if row.Constant.Low > row.Global.High {
		t.Fatalf("the intervals %v and %v do not overlap", row.Constant, row.Global)
	}
	if got := row.Verdict(); got != Slower {
		t.Errorf("every pair is 3 %% apart, and the verdict is %q", got)
	}
	row.Ratio = Summary{}
	row.Constant, row.Global = Summary{Value: 9, Low: 8, High: 10}, Summary{Value: 1, Low: 0.9, High: 1.1}
	if got := row.Verdict(); got != CannotTell {
		t.Errorf("without pairs the verdict is %q", got)
	}
}

func TestVerdictsOfTheRecordings(t *testing.T) {
	for _, test := range []struct {
		id   string
		want map[Point]Verdict
	}{
		{"h200", map[Point]Verdict{{N: 8388608}: Slower, {N: 8388608, RotMask: 31}: Slower}},
		{"t4", map[Point]Verdict{{N: 8388608}: CannotTell, {N: 8388608, RotMask: 31}: CannotTell}},
	} {
		r, err := FindRecording(test.id)
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for _, row := range r.Rows {
			want, ok := test.want[row.Point]
			if !ok {
				continue
			}
			found++
			if got := row.Verdict(); got != want {
				t.Errorf("%s, n = %d, %s: %s, want %s", test.id, row.N, row.Lanes(), got, want)
			}
		}
		if found != len(test.want) {
			t.Errorf("%s has %d of the %d rows", test.id, found, len(test.want))
		}
	}
}
