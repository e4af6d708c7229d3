package plots

import (
	"math"
	"testing"
	"time"

	"warpbill/cuda/measure"
)

// recording is a built-in result.
func recording(t testing.TB, id string) measure.Result {
	t.Helper()
	r, err := measure.FindRecording(id)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func figureNamed(t testing.TB, id string) Figure {
	t.Helper()
	f, err := FindFigure(id)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// about is a value with an interval of the given half width, relative to it.
func about(v, e float64) measure.Summary {
	return measure.Summary{Value: v, Low: v * (1 - e), High: v * (1 + e)}
}

// made is a result of simple arithmetic, for tests only: a launch takes 2 µs,
// and a constant load costs more for each distinct address.
func made(card string, masks []int, sizes int) measure.Result {
	r := measure.Result{
		Method: "median of 21 pairs", Date: "2026-11-29T20:00:00Z", Complete: true,
		Device: measure.Device{Name: card, L2Bytes: 4 << 20, CUDA: "13.0", Driver: "580.1"},
	}
	for i := range sizes {
		n := uint64(1024) << i
		for _, mask := range masks {
			p := measure.Point{N: n, RotMask: mask}
			global := .002 + float64(n)*2.5e-8
			constant := .002 + float64(n)*(2e-8+6e-9*float64(p.Distinct()))
			e := .01 + .1/float64(i+1)
			r.Rows = append(r.Rows, measure.Row{
				Point: p, Constant: about(constant, e), Global: about(global, e), Ratio: about(constant/global, e), LaunchBound: i < 3,
			})
		}
	}
	return r
}

var (
	twoMasks = []int{0, 31}
	sixMasks = []int{0, 1, 3, 7, 15, 31}
)

// within fails the test when f does not return: a hang is the failure that
// the libraries below are known for.
func within(t testing.TB, limit time.Duration, f func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	select {
	case <-done:
	case <-time.After(limit):
		t.Fatal("it hangs")
	}
}

func near(a, b, e float64) bool { return math.Abs(a-b) <= e }
