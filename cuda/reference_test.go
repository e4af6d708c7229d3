package cuda

import (
	"context"
	"math"
	"slices"
	"testing"

	"warpbill/sim"
)

// plain is the convolution as its definition reads, in exact arithmetic.
func plain(r *reference, mask int, i uint64) int64 {
	var sum int64
	for k := range sim.FilterTaps {
		thread := int(i % blockSize)
		sum += int64(r.taps[((thread&mask)+k)&31]) * int64(input(i+uint64(k)))
	}
	return sum
}

func TestReferenceIsTheConvolution(t *testing.T) {
	masks := []int{0, 1, 5, 31}
	n := uint64(2*chunkSize + 700) // the last chunk is short
	r := newReference(masks, n)
	for _, mask := range masks {
		for c := range chunksOf(n) {
			chunk := r.chunk(mask, c)
			for j := 0; j < len(chunk); j += 61 {
				if want := plain(r, mask, c*chunkSize+uint64(j)); int64(chunk[j]) != want {
					t.Fatalf("mask %d, output %d: %d, want %d", mask, c*chunkSize+uint64(j), chunk[j], want)
				}
			}
		}
	}
	if got := len(r.chunk(31, 2)); got != 700 {
		t.Errorf("the last chunk has %d outputs, want 700", got)
	}
}

// The taps at turn k are those that the model bills.
func TestReferenceReadsWhatTheModelBills(t *testing.T) {
	for _, mask := range []int{0, 1, 3, 7, 15, 31, 9} {
		c := sim.Convolution{N: 4096, RotMask: mask}
		for k := range sim.FilterTaps {
			for lane, tap := range c.FilterIndices(k) {
				if want := uint64(((lane & mask) + k) & 31); tap != want {
					t.Errorf("mask %d, turn %d, lane %d: the model reads tap %d, the kernel %d", mask, k, lane, tap, want)
				}
			}
		}
	}
}

// Sums have to be exact in a float32 in any order, or equality means nothing.
func TestSumsAreExact(t *testing.T) {
	r := newReference([]int{0}, 1)
	worst := int64(0)
	for _, tap := range r.taps {
		if tap == 0 {
			t.Error("a tap is zero: a wrong input would go unnoticed")
		}
		worst += int64(max(tap, -tap)) * 2048
	}
	if worst >= 1<<24 {
		t.Errorf("a sum can reach %d, beyond what a float32 holds", worst)
	}
	if list := slices.Sorted(slices.Values(r.taps[:])); len(slices.Compact(list)) != sim.FilterTaps {
		t.Error("two taps are equal: taking one for the other would go unnoticed")
	}
	var low, high int32
	for i := range uint64(1 << 20) {
		low, high = min(low, input(i)), max(high, input(i))
	}
	if low != -2048 || high != 2047 {
		t.Errorf("inputs are %d to %d, want -2048 to 2047", low, high)
	}
}

func TestInputsForTheCardAreTheReferences(t *testing.T) {
	const n = chunkSize + 5000
	all := make([]float32, n)
	for i := range all {
		all[i] = float32(math.NaN())
	}
	s := startInputs(n)
	for part := range s.parts {
		copy(all[part.from:], part.list)
		s.giveBack(part)
	}
	s.stop()
	for i, x := range all {
		if x != float32(input(uint64(i))) {
			t.Fatalf("input %d is %v, want %d", i, x, input(uint64(i)))
		}
	}
	// Whoever gives up early leaves no goroutine behind: stop waits for all.
	s = startInputs(100 * chunkSize)
	<-s.parts
	s.stop()
}

func TestPrepareComputesWhatIsKept(t *testing.T) {
	n := uint64(2 * chunkSize)
	r := newReference([]int{31}, n)
	stop := r.prepare(context.Background())
	for _, mask := range r.masks {
		for c := range chunksOf(n) {
			r.chunk(mask, c) // waits for whoever is at it
		}
	}
	stop()
	for _, mask := range []int{0, 31} { // broadcast comes along for gate 2
		for c := range r.kept[mask] {
			if got := len(r.kept[mask][c].want); got != chunkSize {
				t.Errorf("mask %d, chunk %d: %d outputs prepared, want %d", mask, c, got, chunkSize)
			}
		}
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	r = newReference([]int{0}, n)
	r.prepare(ended)()
	if r.kept[0][1].want != nil {
		t.Error("the reference was computed although the sweep had ended")
	}
}

func BenchmarkReference(b *testing.B) {
	r := newReference([]int{31}, chunkSize)
	for b.Loop() {
		r.compute(31, 0)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/chunkSize, "ns/output")
}

func BenchmarkInputs(b *testing.B) {
	list := make([]float32, chunkSize)
	for b.Loop() {
		inputs(list, 0)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/chunkSize, "ns/input")
}
