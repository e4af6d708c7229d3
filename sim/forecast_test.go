package sim

import (
	"math"
	"strings"
	"testing"
)

// theH200 is the card of the notes. At 64 Mi outputs its copy takes 0.133 ms.
func theH200() Card {
	return Card{SMs: 132, ClockMHz: 1980, L2Bytes: 62914560, CopyGBps: 64 * (1 << 20) * 8 / 0.133e6}
}

func forecast(t *testing.T, p Prices, path string, c Convolution, card Card, floorMS float64) Forecast {
	t.Helper()
	on, err := FindPath(path)
	if err != nil {
		t.Fatal(err)
	}
	f, err := p.Forecast(on, c, card, floorMS)
	if err != nil {
		t.Fatalf("%s, %+v: %v", path, c, err)
	}
	return f
}

// The whole kernel on the H200: 8 Mi outputs, filter in constant memory. The
// prices come from single loads and one broadcast row.
func TestForecastOfTheH200(t *testing.T) {
	p := h200(t)
	p.TapFloors = map[string]float64{"constant": 2.7, "global": 2.7}
	const n = 8 << 20
	tests := []struct {
		path     string
		mask     int
		measured float64
		bound    Bound
	}{
		{"constant", 0, 0.087, BoundIssue},
		{"constant", 1, 0.145, BoundConstant},
		{"constant", 3, 0.273, BoundConstant},
		{"constant", 7, 0.533, BoundConstant},
		{"constant", 15, 1.049, BoundConstant},
		{"constant", 31, 2.082, BoundConstant},
		{"global", 0, 0.087, BoundIssue},
		{"global", 31, 0.087, BoundIssue},
	}
	for _, test := range tests {
		f := forecast(t, p, test.path, Convolution{N: n, RotMask: test.mask}, theH200(), 0.0215)
		if off := f.MS/test.measured - 1; math.Abs(off) > 0.06 || f.Bound != test.bound || f.AtLeast {
			t.Errorf("%s, rotMask %d: %+v, measured %v ms (%.1f %%)", test.path, test.mask, f, test.measured, 100*off)
		}
	}
	if f := forecast(t, p, "constant", Convolution{N: n, RotMask: 31}, theH200(), 0); math.Abs(f.MS-2.063) > 0.001 {
		t.Errorf("per-lane takes %.4f ms, not 2.06", f.MS)
	}
}

// Smaller launches of the recorded sweep. 262144 outputs are 1024 blocks, so
// that the busiest of 132 SMs has 8, where the mean is 7.8.
func TestForecastOfSmallLaunches(t *testing.T) {
	p := h200(t)
	p.TapFloors = map[string]float64{"constant": 2.7}
	tests := []struct {
		n       uint64
		mask    int
		floor   float64
		ms      float64
		bound   Bound
		measure float64 // as recorded; 0: bound by the launch, and not foretold
	}{
		{2097152, 31, 0.00636, 0.5158, BoundConstant, 0.5319},
		{262144, 31, 0.004847, 0.0665, BoundConstant, 0.0705},
		{32768, 31, 0.005124, 0.00831, BoundLaunch, 0}, // 128 blocks: one an SM
		{4096, 31, 0.004166, 0.00831, BoundLaunch, 0},  // 16 blocks: one an SM too
		{4096, 0, 0.004166, 0.004166, BoundLaunch, 0.00417},
		{1, 0, 0.004, 0.004, BoundLaunch, 0},
	}
	for _, test := range tests {
		f := forecast(t, p, "constant", Convolution{N: test.n, RotMask: test.mask}, theH200(), test.floor)
		if math.Abs(f.MS/test.ms-1) > 0.002 || f.Bound != test.bound {
			t.Errorf("%d outputs, rotMask %d: %+v, want %v ms by %s", test.n, test.mask, f, test.ms, test.bound)
		}
		if test.measure > 0 && math.Abs(f.MS/test.measure-1) > 0.06 {
			t.Errorf("%d outputs, rotMask %d: %v ms, measured %v", test.n, test.mask, f.MS, test.measure)
		}
	}
}

// The other paths, with prices made up for the ones that the notes do not have.
func TestForecastOfEveryPath(t *testing.T) {
	p := h200(t)
	p.Shared = Price{Floor: 2.4, Slope: 1, Offset: 0.3}
	p.Texture = Price{Floor: 5, Slope: 4, Offset: 1}
	const n = 1 << 20 // 1 Mi: 4096 blocks
	perCycle := float64(n) / (132 * 1980e3)
	tests := []struct {
		path   string
		mask   int
		cycles float64 // a tap
		bound  Bound
	}{
		{"constant", 31, 64.28, BoundConstant},
		{"global", 31, 2.53, BoundIssue}, // 1 + 1 + 0.29 is less
		{"global-plain", 0, 2.53, BoundIssue},
		{"l2-window", 7, 2.53, BoundIssue},
		{"shared", 31, 2.53, BoundIssue},
		{"shared-column", 31, 32 + 1 + 0.3, BoundLoads}, // the filter's wavefronts and the input's
		{"shared-column", 7, 8 + 1 + 0.3, BoundLoads},
		{"shared-padded", 31, 2.53, BoundIssue},
		{"texture", 0, 5, BoundTexture},
		{"literal", 0, 2.53, BoundIssue},
		{"constant-fixed", 0, 2.53, BoundIssue},
	}
	for _, test := range tests {
		f := forecast(t, p, test.path, Convolution{N: n, RotMask: test.mask}, theH200(), 0.001)
		if want := test.cycles * perCycle; math.Abs(f.MS/want-1) > 1e-9 || f.Bound != test.bound || !f.AtLeast {
			t.Errorf("%s, rotMask %d: %+v: %.3f cycles a tap, want %.3f", test.path, test.mask, f, f.MS/perCycle, test.cycles)
		}
	}
	// A measured floor of the tap takes the place of the probe's, up or down.
	for _, floor := range []float64{1.8, 2.5, 40} {
		p.TapFloors = map[string]float64{"literal": floor, "blocked": floor, "shared-column": floor}
		want := map[string]float64{"literal": max(floor, 1.29), "blocked": floor, "shared-column": max(floor, 33.3)}
		for path, cycles := range want {
			mask := 31
			if path != "shared-column" {
				mask = 0
			}
			f := forecast(t, p, path, Convolution{N: n, RotMask: mask}, theH200(), 0)
			if math.Abs(f.MS/(cycles*perCycle)-1) > 1e-9 || f.AtLeast {
				t.Errorf("%s with a floor of %v: %+v, want %v cycles", path, floor, f, cycles)
			}
		}
	}
}

// What does not fit L2 takes at least as long as copying it.
func TestForecastBoundByMemory(t *testing.T) {
	p := h200(t)
	p.TapFloors = map[string]float64{"blocked": 0.2, "constant": 2.49}
	big, small := Convolution{N: 64 << 20}, Convolution{N: 4 << 20}
	for path, want := range map[string]Bound{"blocked": BoundMemory, "copy": BoundMemory, "constant": BoundIssue} {
		f := forecast(t, p, path, big, theH200(), 0.01)
		if f.Bound != want || f.AtLeast || want == BoundMemory && math.Abs(f.MS-0.133) > 1e-6 {
			t.Errorf("%s: %+v, want bound by %s", path, f, want)
		}
	}
	if f := forecast(t, p, "constant", big, theH200(), 0); math.Abs(f.MS-0.640) > 0.01 {
		t.Errorf("64 Mi outputs take %v ms, measured 0.640", f.MS)
	}
	if f := forecast(t, p, "blocked", small, theH200(), 0); f.Bound != BoundIssue {
		t.Errorf("what fits L2 is %+v", f)
	}
	card := theH200()
	card.CopyGBps = 0
	if f := forecast(t, p, "blocked", big, card, 0); f.Bound != BoundIssue {
		t.Errorf("without a bandwidth: %+v", f)
	}
}

func TestTapFloor(t *testing.T) {
	card := theH200()
	c := Convolution{N: 2 << 20}
	got, ok := TapFloor(c, card, 0.022019, 0.00636)
	if !ok || math.Abs(got-2.744) > 0.001 { // 0.022019 ms x 132 x 1980 MHz / (65536 warps x 32 taps)
		t.Errorf("a tap takes %v cycles, %v", got, ok)
	}
	p := h200(t)
	p.TapFloors = map[string]float64{"constant": got}
	if f := forecast(t, p, "constant", c, card, 0.00636); math.Abs(f.MS-0.022019) > 1e-6 {
		t.Errorf("the row it was told by is foretold as %v ms", f.MS)
	}
	for name, row := range map[string]struct {
		c         Convolution
		ms, floor float64
	}{
		"per-lane":         {Convolution{N: 2 << 20, RotMask: 31}, 1, 0.01},
		"not in L2":        {Convolution{N: 64 << 20}, 1, 0.01},
		"launch-bound":     {c, 0.012, 0.00636},
		"no floor":         {c, 0.022, 0},
		"no time":          {c, math.NaN(), 0.00636},
		"no such launch":   {Convolution{}, 1, 0.01},
		"negative rotMask": {Convolution{N: 1, RotMask: -1}, 1, 0.01},
	} {
		if got, ok := TapFloor(row.c, card, row.ms, row.floor); ok {
			t.Errorf("%s: a tap takes %v cycles", name, got)
		}
	}
	if _, ok := TapFloor(c, Card{}, 1, 0.01); ok {
		t.Error("a card without SMs tells a floor")
	}
}

// A price list learns the floors of the paths that were swept.
func TestWithTaps(t *testing.T) {
	card, p := theH200(), h200(t)
	p.TapFloors = map[string]float64{"texture": 5, "constant": 9}
	launch := func(path string, n uint64, mask int, ms float64) Launch {
		return Launch{Path: path, Convolution: Convolution{N: n, RotMask: mask}, MS: ms, FloorMS: 0.005}
	}
	got := p.WithTaps(card, []Launch{
		launch("constant", 1<<20, 0, 0.02), launch("constant", 2<<20, 0, 0.022019), launch("constant", 1<<19, 0, 0.02),
		launch("constant", 64<<20, 0, 0.64), launch("constant", 2<<20, 31, 0.5), // not in L2; per-lane
		launch("literal", 2<<20, 0, 0.016), launch("shared", 4096, 0, 0.006), // launch-bound
		launch("copy", 2<<20, 0, 0.02), launch("paper", 2<<20, 0, 0.02),
	}).TapFloors
	if len(got) != 3 || got["texture"] != 5 || math.Abs(got["constant"]-2.744) > 0.001 || math.Abs(got["literal"]-1.994) > 0.001 {
		t.Errorf("tap floors %v", got)
	}
	if p.TapFloors["constant"] != 9 || len(p.TapFloors) != 2 {
		t.Errorf("the list before was changed: %v", p.TapFloors)
	}
	if none := h200(t).WithTaps(card, nil); none.TapFloors != nil {
		t.Errorf("nothing was measured, and yet %v", none.TapFloors)
	}
}

func TestNoForecast(t *testing.T) {
	p := h200(t)
	tests := []struct {
		path  string
		c     Convolution
		card  Card
		words string
	}{
		{"shared", Convolution{N: 1}, theH200(), "the path shared has no price on this card: run the plan price-list"},
		{"literal", Convolution{N: 1, RotMask: 31}, theH200(), "the path literal has its taps fixed"},
		{"constant", Convolution{}, theH200(), "a launch of 0 outputs"},
		{"constant", Convolution{N: 1}, Card{ClockMHz: 1}, "the number of SMs or their clock is not known"},
		{"constant", Convolution{N: 1}, Card{SMs: 1, ClockMHz: math.NaN()}, "is not known"},
		{"copy", Convolution{N: 1}, theH200(), "nothing is known of what the path copy takes"},
		{"blocked", Convolution{N: 1}, theH200(), "nothing is known of what the path blocked takes"},
	}
	for _, test := range tests {
		path, err := FindPath(test.path)
		if err != nil {
			t.Fatal(err)
		}
		_, err = p.Forecast(path, test.c, test.card, 0)
		if err == nil || !strings.Contains(err.Error(), test.words) {
			t.Errorf("%s, %+v: %v; want %q", test.path, test.c, err, test.words)
			continue
		}
		checkSentence(t, err)
	}
	if _, err := (Prices{}).Forecast(Paths()[0], Convolution{N: 1}, theH200(), 0); err == nil {
		t.Error("a card without prices has a forecast")
	}
}
