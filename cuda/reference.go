package cuda

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"warpbill/sim"
)

// blockSize is the number of threads in a block of every launch.
const blockSize = sim.BlockSize

// chunkSize is how many outputs are computed, copied and compared at a time.
// It is a multiple of the block, so that the lanes of a chunk start at 0.
const chunkSize = 1 << 18

// keptChunks is how many chunks of each mask stay in memory for the next
// check; what lies beyond is computed anew each time.
const keptChunks = 32

// reference is what the kernels have to compute, from the same definition and
// in integers. Inputs are 12-bit and taps 7-bit whole numbers, so every sum of
// 32 products stays below 2^24: a float32 holds it exactly, fused or not and
// in whatever order it is added. Outputs are therefore compared for equality.
type reference struct {
	n     uint64 // outputs of the largest size
	taps  [sim.FilterTaps]int32
	masks []int               // of the sweep, broadcast always among them
	kept  map[int][]keptChunk // by rotMask
}

type keptChunk struct {
	once sync.Once
	want []int32
}

// newReference prepares the masks of a sweep whose largest size is n.
func newReference(masks []int, n uint64) *reference {
	r := &reference{n: n, masks: masks, kept: make(map[int][]keptChunk)}
	if !slices.Contains(masks, 0) {
		r.masks = append([]int{0}, masks...)
	}
	for k := range r.taps {
		r.taps[k] = int32(sim.TapValue(k))
	}
	for _, mask := range r.masks {
		r.kept[mask] = make([]keptChunk, min(chunksOf(n), keptChunks))
	}
	return r
}

func chunksOf(n uint64) uint64 { return (n + chunkSize - 1) / chunkSize }

// filter is the 32 taps as the kernels get them.
func (r *reference) filter() []float32 {
	list := make([]float32, len(r.taps))
	for k, tap := range r.taps {
		list[k] = float32(tap)
	}
	return list
}

// input is element i of the input: a whole number from -2048 to 2047 that
// looks random and depends on i alone.
func input(i uint64) int32 {
	i = (i + 1) * 0x9e3779b97f4a7c15
	i ^= i >> 29
	i *= 0xbf58476d1ce4e5b9
	return int32(int64(i) >> 52)
}

// inputs fills list with the inputs from element from on.
func inputs(list []float32, from uint64) {
	for j := range list {
		list[j] = float32(input(from + uint64(j)))
	}
}

// inputs is the inputs at the places of chunk number c: what a copy gives.
func (r *reference) inputs(c uint64) []int32 {
	list := make([]int32, min(chunkSize, r.n-c*chunkSize))
	for j := range list {
		list[j] = input(c*chunkSize + uint64(j))
	}
	return list
}

// chunk is the outputs of chunk number c under a mask.
func (r *reference) chunk(mask int, c uint64) []int32 {
	if c < uint64(len(r.kept[mask])) {
		k := &r.kept[mask][c]
		k.once.Do(func() { k.want = r.compute(mask, c) })
		return k.want
	}
	return r.compute(mask, c)
}

// compute takes two outputs at a time, the halves of the chunk side by side in
// 64 bits: both are of the same lane and meet the same taps, and neither sum
// outgrows its 32 bits.
func (r *reference) compute(mask int, c uint64) []int32 {
	first, size := c*chunkSize, min(chunkSize, r.n-c*chunkSize)
	half := (size + 2*sim.WarpSize - 1) / (2 * sim.WarpSize) * sim.WarpSize
	in := make([]int64, half+sim.FilterTaps)
	for j := range in {
		at := first + uint64(j)
		in[j] = int64(input(at)) + int64(input(at+half))<<32
	}
	taken := r.takenTaps(mask)
	out := make([]int32, 2*half)
	for i := range half {
		both := dot(&taken[i%sim.WarpSize], (*[sim.FilterTaps]int64)(in[i:]))
		low := int32(both)
		out[i], out[half+i] = low, int32((both-int64(low))>>32)
	}
	return out[:size]
}

// takenTaps is, lane by lane, the taps that it reads from turn to turn.
func (r *reference) takenTaps(mask int) (taken [sim.WarpSize][sim.FilterTaps]int64) {
	for lane := range taken {
		for k := range taken[lane] {
			taken[lane][k] = int64(r.taps[(lane&mask+k)%sim.FilterTaps])
		}
	}
	return taken
}

// dot is spelled out by fours: it is what the check's time goes into.
func dot(taps, in *[sim.FilterTaps]int64) int64 {
	var a, b, c, d int64
	for k := 0; k < sim.FilterTaps; k += 4 {
		a += taps[k] * in[k]
		b += taps[k+1] * in[k+1]
		c += taps[k+2] * in[k+2]
		d += taps[k+3] * in[k+3]
	}
	return a + b + c + d
}

// prepare starts to compute the chunks that are kept, on all processors but
// the one that drives the card. stop ends that and waits for its end; what was
// not computed by then is computed when it is asked for.
func (r *reference) prepare(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var group sync.WaitGroup
	var next atomic.Uint64
	masks := uint64(len(r.masks))
	total := masks * uint64(len(r.kept[0]))
	for range max(1, runtime.GOMAXPROCS(0)-1) {
		group.Go(func() {
			for job := next.Add(1) - 1; job < total && ctx.Err() == nil; job = next.Add(1) - 1 {
				r.chunk(r.masks[job%masks], job/masks)
			}
		})
	}
	return func() {
		cancel()
		group.Wait()
	}
}
