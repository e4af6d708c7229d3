package cuda

import (
	"encoding/binary"
	"fmt"
	"math"

	"warpbill/cuda/measure"
	"warpbill/sim"
)

// probeWarps is the number of warps in a block of the probe. They share an SM.
const probeWarps = probeThreads / sim.WarpSize

// probeThreads is the size of the largest block that there is.
const probeThreads = 1024

// unrolled is what the counts of loads are multiples of.
const unrolled = 16

// probeWords is the table that the probe reads. Word i is (i + 1) times an odd
// number, so that all words differ, and so do the sums of any two elements'
// words: by a multiple of at most 2^14. They do so still when each is multiplied
// by a number of loads that has no factor of 2^18.
func probeWords() []uint32 {
	words := make([]uint32, sim.ConstantBytes/4)
	for i := range words {
		words[i] = uint32(i+1) * 0x9e3779b1
	}
	return words
}

// probeSums is what each lane has added up after so many loads: the numbers
// that its element consists of, modulo 2^32.
func probeSums(words []uint32, a sim.Access, loads int) (sums [sim.WarpSize]uint32) {
	bytes := make([]byte, 0, 4*len(words))
	for _, word := range words {
		bytes = binary.LittleEndian.AppendUint32(bytes, word)
	}
	for lane, at := range a.Addr {
		element := bytes[at : at+uint64(a.Width)]
		switch a.Width {
		case 1:
			sums[lane] = uint32(element[0])
		case 2:
			sums[lane] = uint32(binary.LittleEndian.Uint16(element))
		default:
			for ; len(element) > 0; element = element[4:] {
				sums[lane] += binary.LittleEndian.Uint32(element)
			}
		}
		sums[lane] *= uint32(loads)
	}
	return sums
}

// probeKernel is the name of the kernel that does such loads.
func probeKernel(l measure.Load) string { return fmt.Sprintf("probe_%s_%d", l.Path, l.Width) }

// gateSums is gate 1 for a load: what every thread has added up. Its first
// mistake is named by the load, the lane and the thread.
func gateSums(l measure.Load, got []uint32, want [sim.WarpSize]uint32) error {
	for thread, sum := range got {
		if lane := thread % sim.WarpSize; sum != want[lane] {
			return fmt.Errorf("gate 1: %s with the pattern %q is wrong on the %s path at lane %d of thread %d: got %d, wanted %d; it was not timed",
				probeKernel(l), l.Pattern, l.Path, lane, thread, sum, want[lane])
		}
	}
	return nil
}

// clocks is what one block of the probe tells.
type clocks struct{ cycles, nanoseconds, sm uint64 }

// apart are the blocks that had their SM to themselves. When two share one,
// each takes about twice as long.
func apart(blocks []clocks) []clocks {
	count := make(map[uint64]int)
	for _, b := range blocks {
		count[b.sm]++
	}
	list := make([]clocks, 0, len(blocks))
	for _, b := range blocks {
		if count[b.sm] == 1 {
			list = append(list, b)
		}
	}
	return list
}

// cyclesPerLoad is the median over the blocks of what a warp load took.
func cyclesPerLoad(blocks []clocks, loads int) float64 {
	each := make([]float64, 0, len(blocks))
	for _, b := range blocks {
		each = append(each, float64(b.cycles)/float64(probeWarps*loads))
	}
	return measure.Summarize(each).Value
}

// probeLoads is how many loads a warp does in a launch that is to take so many
// milliseconds at a clock in MHz, and 10,000 cycles at least, when one takes so
// many cycles. It is an odd multiple of unrolled, see probeWords.
func probeLoads(cycles, mhz, ms float64) int {
	const least, most = 1e4, 1e7
	enough := min(max(least, 1000*mhz*ms)/(probeWarps*cycles), most)
	return unrolled * (int(math.Ceil(enough/unrolled)) | 1)
}
