package sim

import (
	"errors"
	"io/fs"
	"math/bits"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
)

// A sharedRule says how many wavefronts a shared load of 8 or 16 bytes takes.
// They are what the rule may be; counters of the H200 decide, in
// testdata/h200-shared-wide.csv (width, index: 32 elements, wavefronts).
type sharedRule struct {
	name string
	// merges says whether two neighbouring parts, halves of a load of 8 bytes
	// or quarters of one of 16, are served together.
	merges func(a Access, first, size int) bool
}

func sharedRules() []sharedRule {
	sameAs := func(a Access, first, end, flip int) bool {
		for lane := first; lane < end; lane++ {
			if other := lane ^ flip; a.Active.Has(lane) && a.Active.Has(other) && a.Addr[lane] != a.Addr[other] {
				return false
			}
		}
		return true
	}
	return []sharedRule{
		{"parts that read the same addresses", func(a Access, first, size int) bool {
			low := a.Active & (AllLanes >> (32 - size) << first)
			high := a.Active & (AllLanes >> (32 - size) << (first + size))
			return a.within(low, high) && a.within(high, low)
		}},
		{"all lanes in pairs i and i^1, or all in pairs i and i^2", func(a Access, _, _ int) bool {
			return sameAs(a, 0, 32, 1) || sameAs(a, 0, 32, 2)
		}},
		{"the parts' lanes in pairs i and i^1, or in pairs i and i^2", func(a Access, first, size int) bool {
			return sameAs(a, first, first+2*size, 1) || sameAs(a, first, first+2*size, 2)
		}},
		{"lanes in pairs i and i^1 only", func(a Access, _, _ int) bool { return sameAs(a, 0, 32, 1) }},
		{"parts whose words do not conflict", func(a Access, first, size int) bool { return bankDegree(a, first, first+2*size) <= 1 }},
		{"parts that together conflict no more than one does", func(a Access, first, size int) bool {
			return bankDegree(a, first, first+2*size) <= max(bankDegree(a, first, first+size), bankDegree(a, first+size, first+2*size))
		}},
		{"parts that read a single address", func(a Access, first, size int) bool {
			seen := map[uint64]bool{}
			for lane := first; lane < first+2*size; lane++ {
				if a.Active.Has(lane) {
					seen[a.Addr[lane]] = true
				}
			}
			return len(seen) <= 1
		}},
		{"none", func(Access, int, int) bool { return false }},
	}
}

// wavefronts adds the parts' bank conflicts.
func (r sharedRule) wavefronts(a Access) int {
	size := 128 / a.Width
	n := 0
	for first := 0; first < 32; first += 2 * size {
		if r.merges(a, first, size) {
			n += bankDegree(a, first, first+2*size)
		} else {
			n += bankDegree(a, first, first+size) + bankDegree(a, first+size, first+2*size)
		}
	}
	return n
}

// wideShared are loads that tell the rules apart.
func wideShared(t *testing.T) []Indices {
	t.Helper()
	var list []Indices
	for _, p := range []string{"broadcast:5", "per-lane", "reverse", "pairs", "stride:2", "stride:3", "stride:4", "stride:8", "stride:16", "distinct:2", "distinct:4", "distinct:8", "distinct:16", "halves", "offset:1"} {
		list = append(list, indicesOf(t, p))
	}
	for _, f := range []func(lane int) int{
		func(l int) int { return l / 4 }, func(l int) int { return l / 8 }, func(l int) int { return l &^ 2 },
		func(l int) int { return l &^ 4 }, func(l int) int { return l &^ 16 }, func(l int) int { return l &^ 8 },
		func(l int) int { return int(bits.Reverse8(uint8(l)) >> 3) }, func(l int) int { return l/2 + l%2*64 },
		func(l int) int { return l % 16 * 16 }, func(l int) int { return l / 2 * 16 }, func(l int) int { return (l &^ 2) * 8 },
		func(l int) int { return max(0, l-15) }, func(l int) int { return min(l, 8) }, func(l int) int { return l / 16 },
	} {
		list = append(list, each(func(lane int) uint64 { return uint64(f(lane)) }))
	}
	for i := range int64(12) {
		list = append(list, randomIndices([]int64{i, []int64{2, 4, 8, 16, 64, 1024}[i%6]}))
	}
	return list
}

// What is known of all of them: a broadcast takes 1 and 2 wavefronts, each
// lane on its neighbour's element 2 and 4; and the loads above tell every two
// of them apart.
func TestSharedRulesCanBeToldApart(t *testing.T) {
	for _, width := range []int{8, 16} {
		counts := map[string][]int{}
		for _, rule := range sharedRules() {
			for _, x := range wideShared(t) {
				a, err := Elements(x, width)
				if err != nil {
					t.Fatal(err)
				}
				counts[rule.name] = append(counts[rule.name], rule.wavefronts(a))
			}
			if got := counts[rule.name]; rule.name != "none" && (got[0] != width/8 || got[1] != width/4) {
				t.Errorf("%d bytes, %s: a broadcast takes %d wavefronts, per-lane %d", width, rule.name, got[0], got[1])
			}
		}
		for i, one := range sharedRules() {
			for _, other := range sharedRules()[:i] {
				if slices.Equal(counts[one.name], counts[other.name]) && !(width == 8 && i == 2) { // with two halves, the whole warp is the parts
					t.Errorf("%d bytes: no load tells %q from %q", width, one.name, other.name)
				}
			}
		}
	}
}

// The rule of the bill is the first of the list.
func TestSharedRuleOfTheBill(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 0))
	for range 500 {
		a := randomAccess(r)
		if a.Width = 8 << r.IntN(2); a.Check() != nil {
			continue
		}
		b, err := Shared{}.Bill(a)
		if err == nil && b.Units() != sharedRules()[0].wavefronts(a) {
			t.Errorf("%+v: %d wavefronts, the rule says %d", a, b.Units(), sharedRules()[0].wavefronts(a))
		}
	}
}

// Wide shared loads as the H200 counts them, against every rule and the bill.
func TestWideSharedLoadsOfTheH200(t *testing.T) {
	const name = "h200-shared-wide.csv"
	if _, err := os.Stat(filepath.Join("testdata", name)); errors.Is(err, fs.ErrNotExist) {
		t.Skip("no wide shared loads were counted yet")
	}
	rows := figures(t, name)
	wrong := map[string]int{}
	for _, row := range rows {
		width, err1 := strconv.Atoi(row["width"])
		counted, err2 := strconv.Atoi(row["wavefronts"])
		x, err3 := ParseIndices(row["index"])
		if err := errors.Join(err1, err2, err3); err != nil {
			t.Fatal(err)
		}
		a, err := Elements(x, width)
		if err != nil {
			t.Fatal(err)
		}
		for _, rule := range sharedRules() {
			if got := rule.wavefronts(a); got != counted {
				wrong[rule.name]++
			}
		}
		b, err := Shared{}.Bill(a)
		if err != nil {
			t.Fatal(err)
		}
		if b.Units() != counted {
			t.Errorf("%d bytes at %v: the bill has %d wavefronts, counted %d", width, x, b.Units(), counted)
		}
	}
	for _, rule := range sharedRules() {
		t.Logf("%q is wrong on %d of %d loads", rule.name, wrong[rule.name], len(rows))
	}
}
