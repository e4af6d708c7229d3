package cuda

import (
	"math/bits"
	"testing"

	"warpbill/cuda/measure"
	"warpbill/sim"
)

// An element cannot pass for another, whatever a launch multiplies it by.
func TestTableTellsElementsApart(t *testing.T) {
	words := probeWords()
	loads := probeWarmUpAnd(probeLoads(2.5, 1980, 1))
	for _, width := range []int{4, 8, 16} {
		seen := make(map[uint32]bool)
		elements := 4 * len(words) / width
		for at := 0; at < elements; at += sim.WarpSize {
			var x sim.Indices
			for lane := range x {
				x[lane] = uint64(at + lane)
			}
			a, err := sim.Elements(x, width)
			if err != nil {
				t.Fatal(err)
			}
			for _, sum := range probeSums(words, a, loads) {
				seen[sum] = true
			}
		}
		if len(seen) != elements {
			t.Errorf("%d different sums of %d elements of %d bytes", len(seen), elements, width)
		}
	}
}

func probeWarmUpAnd(loads int) int { return 4*unrolled + loads }

func TestSumsByHand(t *testing.T) {
	words := []uint32{0x04030201, 0x80000000, 5, 6}
	for width, want := range map[int]uint32{1: 3 * 1, 2: 3 * 0x0201, 4: 3 * 0x04030201 & 0xffffffff, 8: 0x8c090603, 16: 0x8c090603 + 33} {
		a, err := sim.Elements(sim.Indices{}, width)
		if err != nil {
			t.Fatal(err)
		}
		if got := probeSums(words, a, 3)[31]; got != want {
			t.Errorf("%d bytes: %#x, want %#x", width, got, want)
		}
	}
}

func TestCountOfLoads(t *testing.T) {
	for _, c := range []struct {
		cycles, mhz, ms float64
		low, top        float64 // cycles of the launch
	}{
		{2.5, 1980, 1, 1.95e6, 2.01e6},
		{800, 1980, 0.05, 9.9e4, 1.3e6}, // no fewer than unrolled
		{2, 100, 0.05, 1e4, 1.2e4},      // the least
	} {
		loads := probeLoads(c.cycles, c.mhz, c.ms)
		if took := float64(loads) * c.cycles * probeWarps; took < c.low || took > c.top {
			t.Errorf("%+v: %d loads take %v cycles", c, loads, took)
		}
		if loads%unrolled != 0 || bits.TrailingZeros(uint(loads)) != 4 {
			t.Errorf("%+v: %d loads are no odd multiple of %d", c, loads, unrolled)
		}
	}
	if loads := probeLoads(1e-9, 1e6, 100); loads > 1.1e7 {
		t.Errorf("%d loads do not fit what a launch takes", loads)
	}
}

func TestBlocksApart(t *testing.T) {
	blocks := []clocks{{3200, 1, 0}, {6400, 1, 1}, {6400, 1, 1}, {3300, 1, 2}, {3250, 1, 9}}
	kept := apart(blocks)
	if len(kept) != 3 || cyclesPerLoad(kept, 10) != 3250.0/320 {
		t.Errorf("%v take %v cycles a load", kept, cyclesPerLoad(kept, 10))
	}
}

func TestGateNamesTheLane(t *testing.T) {
	var want [sim.WarpSize]uint32
	got := make([]uint32, 64)
	if err := gateSums(measure.Load{Path: "shared", Width: 8}, got, want); err != nil {
		t.Error(err)
	}
	got[33] = 7
	err := gateSums(measure.Load{Path: "shared", Pattern: "pairs", Width: 8}, got, want)
	if text := `gate 1: probe_shared_8 with the pattern "pairs" is wrong on the shared path at lane 1 of thread 33: got 7, wanted 0; it was not timed`; err == nil || err.Error() != text {
		t.Errorf("%v, want %s", err, text)
	}
}
