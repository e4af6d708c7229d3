package sim

import (
	"math/rand/v2"
	"testing"
)

// searched is how many patterns the random search looks at.
const searched = 10000

// drawn is a pattern as people try them: over spans of 32 to 16384 elements, at
// random, in strides, in groups, or nearly in order; of any width, with all
// lanes or some.
func drawn(r *rand.Rand) Access {
	span := 32 << r.IntN(10)
	stride, start, group := r.IntN(2*span/WarpSize)+1, r.IntN(span), 1<<r.IntN(6)
	kind := r.IntN(4)
	var x Indices
	for lane := range x {
		at := r.IntN(span)
		switch kind {
		case 1:
			at = lane*stride + start
		case 2:
			at = lane/group*stride + start
		case 3:
			if r.IntN(8) > 0 {
				at = lane + start
			}
		}
		x[lane] = uint64(at % span)
	}
	a, err := Elements(x, 1<<r.IntN(5))
	if err != nil {
		panic(err)
	}
	if r.IntN(2) == 0 {
		a.Active = Mask(r.Uint32())
	}
	return a
}

// The seeded random search: no pattern is billed otherwise than the oracle
// counts it, on any path.
func TestRandomSearch(t *testing.T) {
	r := rand.New(rand.NewPCG(20, 26))
	seen := map[[2]int]int{} // by width and whether all lanes take part
	for i := range searched {
		a := drawn(r)
		whole := 0
		if a.Active == AllLanes {
			whole = 1
		}
		seen[[2]int{a.Width, whole}]++
		compareCounts(t, a)
		if i%10 == 0 {
			compare(t, a) // the steps of its bills as well
		}
		if t.Failed() {
			t.Fatalf("pattern %d", i)
		}
	}
	for width := 1; width <= 16; width *= 2 {
		for whole := range 2 {
			if n := seen[[2]int{width, whole}]; n < searched/20 {
				t.Errorf("only %d patterns of %d bytes, all lanes %d", n, width, whole)
			}
		}
	}
}

// compareCounts holds the numbers of a load's bills against the oracle's.
func compareCounts(t *testing.T, a Access) {
	t.Helper()
	want := oracle(a)
	constant, err1 := Constant{}.Bill(a)
	global, err2 := Global{}.Bill(a)
	texture, err3 := Texture{}.Bill(a)
	if err1 != nil || err2 != nil || err3 != nil {
		t.Fatal(err1, err2, err3)
	}
	got := receipt{
		distinct: a.DistinctAddresses(), passes: constant.Units(), replays: constant.Replays(),
		requests: global.Instructions, sectors: global.Units(), lines: global.Lines, bytes: global.BytesRequested(),
		data: global.DataWavefronts, tags: global.TagWavefronts, shared: want.shared,
	}
	if shared, err := (Shared{}).Bill(a); err == nil {
		got.shared = shared.Units()
	}
	if got != want || texture.Units() != want.sectors || texture.Lines != want.lines {
		t.Errorf("bills of %+v\n got %+v\nwant %+v", a, got, want)
	}
}
