package cuda

import (
	"fmt"
	"math/bits"
	"sync"

	"warpbill/cuda/measure"
	"warpbill/sim"
)

// comparison is gate 1 and gate 2 for one kernel at one point: what the kernel
// computed against the reference, and against the broadcast reference.
type comparison struct {
	ref    *reference
	kernel string
	point  measure.Point
	copied bool // the outputs have to be the inputs

	mu      sync.Mutex
	wrong   bool
	index   uint64 // of the first wrong output
	got     float32
	want    int32
	shared  uint64 // outputs that equal the broadcast ones
	counted uint64 // outputs that were compared with the broadcast ones
}

// add compares the outputs of chunk c. It may be called from any goroutine.
func (v *comparison) add(c uint64, got []float32) {
	want := v.wanted(c)
	first := -1
	for i, x := range got {
		if x != float32(want[i]) { // NaN, the poison, differs from everything
			first = i
			break
		}
	}
	shared, counted := v.sharedWithBroadcast(c, got)

	v.mu.Lock()
	defer v.mu.Unlock()
	v.shared += shared
	v.counted += counted
	if index := c*chunkSize + uint64(first); first >= 0 && (!v.wrong || index < v.index) {
		v.wrong, v.index, v.got, v.want = true, index, got[first], want[first]
	}
}

func (v *comparison) wanted(c uint64) []int32 {
	if v.copied {
		return v.ref.inputs(c)
	}
	return v.ref.chunk(v.point.RotMask, c)
}

// sharedWithBroadcast counts outputs that are those of the broadcast pattern.
// The chunks that are kept are enough for it: millions of outputs.
func (v *comparison) sharedWithBroadcast(c uint64, got []float32) (shared, counted uint64) {
	if v.point.RotMask == 0 || c >= uint64(len(v.ref.kept[0])) {
		return 0, 0
	}
	for i, want := range v.ref.chunk(0, c)[:len(got)] {
		if got[i] == float32(want) {
			shared++
		}
	}
	return shared, uint64(len(got))
}

// verdict is the gates' answer once all outputs were added. Gate 2 speaks
// first: a kernel that ignores rotMask fails both, and says more there.
func (v *comparison) verdict() error {
	if limit := allowedShared(v.counted, v.point.RotMask); v.counted > 0 && v.shared > limit {
		return fmt.Errorf("gate 2: %s at n = %d, %s, has %d of %d outputs in common with broadcast (at most %d may be): rotMask has stopped doing anything, so nothing was timed",
			v.kernel, v.point.N, v.point.Lanes(), v.shared, v.counted, limit)
	}
	if v.wrong {
		return fmt.Errorf("gate 1: %s at n = %d, %s, is wrong at index %d: got %g, wanted %d; nothing was timed",
			v.kernel, v.point.N, v.point.Lanes(), v.index, v.got, v.want)
	}
	return nil
}

// allowedShared is how many of n outputs may be those of broadcast: half. Lanes
// that rotMask leaves on tap k share theirs by design; where these are more
// than a quarter (two distinct taps, or a few outputs only), half of the others.
func allowedShared(n uint64, mask int) uint64 {
	same := uint64(0) // lanes of a warp whose tap is that of broadcast
	for lane := range min(n, sim.WarpSize) {
		if int(lane)&mask == 0 {
			same++
		}
	}
	if n >= sim.WarpSize {
		same = n >> bits.OnesCount(uint(mask))
	}
	if 4*same <= n {
		return n / 2
	}
	return same + (n-same)/2
}

// gateRows is gate 3: as many rows as were planned, and in them as many times
// of further paths.
func gateRows(what string, got, planned int) error {
	if got != planned {
		return fmt.Errorf("gate 3: the sweep gave %d %s and %d were planned: do not use this result", got, what, planned)
	}
	return nil
}
