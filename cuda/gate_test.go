package cuda

import (
	"math"
	"strings"
	"testing"

	"warpbill/cuda/measure"
)

func TestVerdict(t *testing.T) {
	const n = chunkSize + 1000
	r := newReference([]int{0, 31}, n)
	nan := float32(math.NaN())
	for _, c := range []struct {
		name  string
		mask  int
		spoil func(c uint64, got []float32)
		want  string // "" passes
	}{
		{"right", 31, func(uint64, []float32) {}, ""},
		{"right broadcast", 0, func(uint64, []float32) {}, ""},
		{"one wrong", 31, func(c uint64, got []float32) {
			if c == 1 {
				got[7] = -got[7] - 1
			}
		}, "gate 1: k at n = 263144, per-lane, is wrong at index 262151: got "},
		{"first of several", 0, func(c uint64, got []float32) {
			got[900] += 1
			got[300] += 1
		}, "gate 1: k at n = 263144, broadcast, is wrong at index 300: "},
		{"never written", 31, func(c uint64, got []float32) {
			if c == 1 {
				got[999] = nan
			}
		}, "index 263143: got NaN, wanted "},
		{"rotMask ignored", 31, func(c uint64, got []float32) {
			for i, x := range r.chunk(0, c)[:len(got)] {
				got[i] = float32(x)
			}
		}, "gate 2: k at n = 263144, per-lane, has 263144 of 263144 outputs in common with broadcast (at most 131572 may be): rotMask"},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := &comparison{ref: r, kernel: "k", point: measure.Point{N: n, RotMask: c.mask}}
			for chunk := chunksOf(n); chunk > 0; chunk-- { // in any order
				want := r.chunk(c.mask, chunk-1)
				got := make([]float32, len(want))
				for i, x := range want {
					got[i] = float32(x)
				}
				c.spoil(chunk-1, got)
				v.add(chunk-1, got)
			}
			err := v.verdict()
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("verdict %v, want %q", err, c.want)
			}
		})
	}
}

func TestAllowedShared(t *testing.T) {
	for _, c := range []struct {
		n    uint64
		mask int
		want uint64
	}{
		{4096, 31, 2048},
		{4096, 3, 2048},
		{4096, 1, 3072}, // half of the lanes share by design
		{1, 31, 1},      // a single lane has a single pattern
		{2, 31, 1},
		{32, 31, 16},
	} {
		if got := allowedShared(c.n, c.mask); got != c.want {
			t.Errorf("allowedShared(%d, %d) = %d, want %d", c.n, c.mask, got, c.want)
		}
	}
}

// Right kernels pass gate 2 at every mask and size, however small.
func TestRightOutputsPassGateTwo(t *testing.T) {
	var masks []int
	for mask := range 32 {
		masks = append(masks, mask)
	}
	r := newReference(masks, 4096)
	for _, n := range []uint64{1, 2, 3, 5, 31, 32, 33, 100, 1000, 4096} {
		for _, mask := range masks {
			v := &comparison{ref: r, kernel: "k", point: measure.Point{N: n, RotMask: mask}}
			got := make([]float32, n)
			for i, x := range r.chunk(mask, 0)[:n] {
				got[i] = float32(x)
			}
			v.add(0, got)
			if err := v.verdict(); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestGateRows(t *testing.T) {
	if err := gateRows("rows", 10, 10); err != nil {
		t.Error(err)
	}
	for _, got := range []int{0, 9, 11} {
		if err := gateRows("rows", got, 10); err == nil || !strings.Contains(err.Error(), "gate 3") {
			t.Errorf("%d rows of 10: %v", got, err)
		}
	}
}
