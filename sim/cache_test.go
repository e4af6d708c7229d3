package sim

import (
	"math"
	"math/rand/v2"
	"testing"
)

// fitsSlowly counts the lines of each set in maps.
func fitsSlowly(a Access, line, sets, ways uint64) bool {
	in := map[uint64]map[uint64]bool{}
	for lane := range WarpSize {
		if a.Active>>lane&1 == 0 {
			continue
		}
		l := a.Addr[lane] / line
		if in[l%sets] == nil {
			in[l%sets] = map[uint64]bool{}
		}
		in[l%sets][l] = true
		if uint64(len(in[l%sets])) > ways {
			return false
		}
	}
	return true
}

func TestFits(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 0))
	fits, spills := 0, 0
	for range 2000 {
		a := randomAccess(r)
		c := ConstantCache{LineBytes: 32 << r.IntN(4), Sets: 1 << r.IntN(5), Ways: 1 + r.IntN(8)}
		b, err := Constant{}.Bill(a)
		if err != nil {
			t.Fatal(err)
		}
		want := fitsSlowly(a, uint64(c.LineBytes), uint64(c.Sets), uint64(c.Ways))
		if got := c.Fits(&b); got != want {
			t.Fatalf("%+v, %+v: fits %v, not %v", c, a, got, want)
		}
		if o := c.overflow(&b); (o.misses == 0) != want || o.misses < 0 || o.misses > float64(b.Units()) || o.crowded < 0 || o.crowded > o.misses {
			t.Fatalf("%+v, %+v: %+v", c, a, o)
		}
		if want {
			fits++
		} else {
			spills++
		}
	}
	if fits < 200 || spills < 200 {
		t.Errorf("%d loads fit and %d do not: too few of one kind", fits, spills)
	}
	var unknown ConstantCache
	b := constantBill(t, spaced(32, 2048))
	if !unknown.Fits(&b) || unknown.Known() {
		t.Error("a load does not fit a cache of which nothing is known")
	}
}

// What misses of the H200's cache: 8 sets of 4 lines of 64 bytes.
func TestOverflow(t *testing.T) {
	c := ConstantCache{LineBytes: 64, Sets: 8, Ways: 4, Miss: 4, MissLow: 2, MissHigh: 6, Thrash: 16}
	x := func(bytes ...uint64) Indices {
		return each(func(lane int) uint64 { return bytes[lane%len(bytes)] / 4 })
	}
	tests := []struct {
		name            string
		x               Indices
		set, lines      int
		misses, crowded float64
		more            float64
	}{
		{"two lines", spaced(32, 4), 0, 1, 0, 0, 0},
		{"the whole cache", spaced(32, 64), 0, 4, 0, 0, 0},
		{"five lines in each of four sets", spaced(20, 128), 0, 5, 4, 0, 16},
		{"eight in each of two", spaced(16, 256), 0, 8, 8, 0, 32},
		{"all in one set", spaced(8, 512), 0, 8, 4, 4, 64},
		// Six of eight passes: half way between spread and crowded.
		{"six in set 1, two elsewhere", x(64, 576, 1088, 1600, 2112, 2624, 0, 128), 1, 6, 2, 1, 2 * 4 * 2},
		// Neighbouring passes to one line miss once: 5 lines, 10 passes.
		{"pairs in five lines", x(0, 4, 512, 516, 1024, 1028, 1536, 1540, 2048, 2052), 0, 5, 1, 1, 16},
		// The same passes, line by line in turns: each may miss.
		{"turns in five lines", x(0, 512, 1024, 1536, 2048, 4, 516, 1028, 1540, 2052), 0, 5, 2, 2, 32},
	}
	for _, test := range tests {
		b := constantBill(t, test.x)
		o := c.overflow(&b)
		set, lines := c.Fullest(&b)
		cost := c.cost(o)
		if math.Abs(o.misses-test.misses) > 1e-9 || math.Abs(o.crowded-test.crowded) > 1e-9 || math.Abs(cost.Cycles-test.more) > 1e-9 {
			t.Errorf("%s: %+v for %.2f cycles; want %v misses, %v crowded, %v cycles", test.name, o, cost.Cycles, test.misses, test.crowded, test.more)
		}
		if set != test.set || lines != test.lines {
			t.Errorf("%s: %d lines in set %d, not %d in %d", test.name, lines, set, test.lines, test.set)
		}
		if math.Abs(cost.Low-cost.Cycles/2) > 1e-9 || math.Abs(cost.High-cost.Cycles*1.5) > 1e-9 {
			t.Errorf("%s: bounds %+v", test.name, cost)
		}
	}
	a, _ := Elements(spaced(8, 512), 16) // elements of 16 bytes: 2048 apart
	wide, _ := Constant{}.Bill(a)
	if o := c.overflow(&wide); math.Abs(o.misses-8) > 1e-9 {
		t.Errorf("two loads of 8 bytes for each of 16: %+v", o)
	}
}

// Whatever a file says of a cache, a load has a cost.
func TestOddCaches(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 0))
	for range 500 {
		p := Prices{Constant: Price{1, 2, 0}, Cache: ConstantCache{
			LineBytes: r.IntN(300) - 20, Sets: (r.IntN(40) - 4) << r.IntN(30), Ways: r.IntN(40) - 4,
			Miss: float64(r.IntN(3)), Thrash: float64(r.IntN(3)), MissHigh: float64(r.IntN(3)),
		}}
		a := randomAccess(r)
		b, err := Constant{}.Bill(a)
		if err != nil {
			t.Fatal(err)
		}
		c, known := p.Load(&b)
		if known != (a.Active != 0) || math.IsNaN(c.Cycles+c.Low+c.High) || c.Cycles < 2*float64(b.Units()) {
			t.Fatalf("%+v, %+v: %+v, %v", p.Cache, a, c, known)
		}
	}
}
