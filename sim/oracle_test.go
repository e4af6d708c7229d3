package sim

import (
	"math/rand/v2"
	"reflect"
	"testing"
)

// receipt is what the oracle finds; it is compared with the bills.
type receipt struct {
	distinct, passes, replays       int
	requests, sectors, lines, bytes int
	data, tags, shared              int
}

// oracle counts sets of bytes, lane by lane, straight from the rules. It knows
// nothing of the code under test and takes its time.
func oracle(a Access) receipt {
	addresses, bytes := map[uint64]bool{}, map[uint64]bool{}
	sectors, lines := map[uint64]bool{}, map[uint64]bool{}
	for lane := range WarpSize {
		if a.Active>>lane&1 == 0 {
			continue
		}
		addresses[a.Addr[lane]] = true
		for i := range uint64(a.Width) {
			at := a.Addr[lane] + i
			bytes[at], sectors[at/32], lines[at/128] = true, true, true
		}
	}
	r := receipt{distinct: len(addresses), bytes: len(bytes), sectors: len(sectors), lines: len(lines)}
	if len(addresses) == 0 {
		return r
	}
	r.requests, r.passes = 1, len(addresses)
	r.replays = r.passes - 1
	if a.Width == 16 {
		r.passes *= 2
		r.replays = r.passes - 2
	}
	r.data = bankDegree(a, 0, 32)
	r.tags = tagDegree(lines)
	r.shared = sharedWavefronts(a)
	return r
}

// bankDegree is the largest number of distinct 4-byte words in one of 32 banks
// that the lanes from first up to (not including) end read.
func bankDegree(a Access, first, end int) int {
	banks := map[uint64]map[uint64]bool{}
	most := 0
	for lane := first; lane < end; lane++ {
		if a.Active>>lane&1 == 0 {
			continue
		}
		for i := range uint64(a.Width) {
			word := (a.Addr[lane] + i) / 4
			if banks[word%32] == nil {
				banks[word%32] = map[uint64]bool{}
			}
			banks[word%32][word] = true
			most = max(most, len(banks[word%32]))
		}
	}
	return most
}

// tagDegree spells out both parities of the tag hash bit by bit.
func tagDegree(lines map[uint64]bool) int {
	banks := map[[2]uint64]int{}
	most := 0
	for line := range lines {
		bit := func(i int) uint64 { return line >> i & 1 }
		bank := [2]uint64{
			bit(0) ^ bit(2) ^ bit(4) ^ bit(5) ^ bit(7),
			bit(0) ^ bit(1) ^ bit(2) ^ bit(3) ^ bit(5) ^ bit(6) ^ bit(8),
		}
		banks[bank]++
		most = max(most, banks[bank])
	}
	return most
}

// sharedWavefronts adds the parts of the warp: one up to 4 bytes, halves at 8,
// quarters at 16; a part and its neighbour that read the same merge.
func sharedWavefronts(a Access) int {
	size := map[int]int{1: 32, 2: 32, 4: 32, 8: 16, 16: 8}[a.Width]
	reads := func(first int) map[uint64]bool {
		set := map[uint64]bool{}
		for lane := first; lane < first+size; lane++ {
			if a.Active>>lane&1 == 1 {
				set[a.Addr[lane]] = true
			}
		}
		return set
	}
	equal := func(x, y map[uint64]bool) bool {
		for k := range x {
			if !y[k] {
				return false
			}
		}
		return len(x) == len(y)
	}
	if size == 32 {
		return bankDegree(a, 0, 32)
	}
	n := 0
	for first := 0; first < 32; first += 2 * size {
		if equal(reads(first), reads(first+size)) {
			n += bankDegree(a, first, first+2*size)
		} else {
			n += bankDegree(a, first, first+size) + bankDegree(a, first+size, first+2*size)
		}
	}
	return n
}

// compare bills the access on every path and holds the bills against the
// oracle's receipt and against what every bill keeps to.
func compare(t *testing.T, a Access) {
	t.Helper()
	want := oracle(a)
	var got receipt
	constant, err := Constant{}.Bill(a)
	if err != nil {
		t.Fatal(err)
	}
	got.distinct, got.passes, got.replays = a.DistinctAddresses(), constant.Units(), constant.Replays()
	global, err := Global{}.Bill(a)
	if err != nil {
		t.Fatal(err)
	}
	got.requests, got.sectors, got.lines, got.bytes = global.Instructions, global.Units(), global.Lines, global.BytesRequested()
	got.data, got.tags = global.DataWavefronts, global.TagWavefronts
	checkBill(t, &constant)
	checkBill(t, &global)
	if shared, err := (Shared{}).Bill(a); err == nil {
		got.shared = shared.Units()
		checkBill(t, &shared)
	} else {
		got.shared = want.shared // refused: an address beyond any block's memory
	}
	if got != want {
		t.Errorf("bills of %+v\n got %+v\nwant %+v", a, got, want)
	}
}

// checkBill holds a bill against what is true of every bill.
func checkBill(t *testing.T, b *Bill) {
	t.Helper()
	var union Mask
	pass := 0
	for i, c := range b.Charges {
		if c.Lanes == 0 || c.Lanes&^b.Access.Active != 0 {
			t.Errorf("%s: charge %d serves lanes %032b of %032b", b.Path, i, c.Lanes, b.Access.Active)
		}
		if c.Pass != pass && c.Pass != pass+1 {
			t.Errorf("%s: charge %d is in pass %d after pass %d", b.Path, i, c.Pass, pass)
		}
		if c.Size <= 0 {
			t.Errorf("%s: charge %d moves %d bytes", b.Path, i, c.Size)
		}
		pass = c.Pass
		union |= c.Lanes
	}
	checkUnits(t, b)
	if union != b.Access.Active {
		t.Errorf("%s: the charges serve %032b of %032b", b.Path, union, b.Access.Active)
	}
	if e := b.Efficiency(); e < 0 || b.Path == "global" && e > 1 {
		t.Errorf("%s: efficiency %v", b.Path, e)
	}
	checkSteps(t, b)
}

// checkUnits holds the places of the charges against their lanes' addresses:
// a pass or a sector is charged once and holds what its lanes ask for; a
// wavefront starts at the lowest word that it reads.
func checkUnits(t *testing.T, b *Bill) {
	t.Helper()
	seen := map[uint64]bool{}
	for i, c := range b.Charges {
		lowest, highest := ^uint64(0), uint64(0)
		for _, lane := range c.Lanes.Lanes() {
			lowest, highest = min(lowest, b.Access.Addr[lane]), max(highest, b.Access.Addr[lane])
		}
		if b.Path == "shared" {
			if c.Base != lowest/4*4 {
				t.Errorf("shared: wavefront %d starts at %d, its lanes at %d", i, c.Base, lowest)
			}
			continue
		}
		if b.Path == "constant" && i >= b.Units()/b.Instructions { // the second half of 16 bytes
			lowest, highest = lowest+8, highest+8
		}
		if seen[c.Base] || lowest < c.Base || highest >= c.Base+uint64(c.Size) {
			t.Errorf("%s: charge %d is for %d bytes at %d, its lanes ask for %d to %d", b.Path, i, c.Size, c.Base, lowest, highest)
		}
		seen[c.Base] = true
	}
}

// checkSteps holds the replay of a bill against its charges: every step
// serves some lanes, none is lost or served late, and Step agrees with Steps.
func checkSteps(t *testing.T, b *Bill) {
	t.Helper()
	if s := b.Step(0); s.Served != 0 || s.Waiting != b.Access.Active || len(s.Charges) != 0 {
		t.Errorf("%s: before the first pass: %+v", b.Path, s)
	}
	n, charges, served := 0, 0, Mask(0)
	for s := range b.Steps() {
		n++
		charges += len(s.Charges)
		if again := b.Step(n); !reflect.DeepEqual(again, s) || s.Pass != n || s.Of != b.StepCount() {
			t.Errorf("%s: step %d is %+v, Step gives %+v", b.Path, n, s, again)
		}
		checkStep(t, b, s, served)
		served = s.Served
	}
	if n != b.StepCount() || charges != b.Units() || served != b.Access.Active {
		t.Errorf("%s: %d steps of %d, %d charges of %d, served %032b", b.Path, n, b.StepCount(), charges, b.Units(), served)
	}
	if before, after := b.Step(-3), b.Step(n+5); before.Pass != 0 || before.Waiting != b.Access.Active || after.Pass != n {
		t.Errorf("%s: beyond the ends: %+v, %+v", b.Path, before, after)
	}
}

func checkStep(t *testing.T, b *Bill, s Step, servedBefore Mask) {
	t.Helper()
	if s.Served&s.Waiting != 0 || s.Served|s.Waiting != b.Access.Active || servedBefore&^s.Served != 0 {
		t.Errorf("%s: step %d: served %032b after %032b, waiting %032b", b.Path, s.Pass, s.Served, servedBefore, s.Waiting)
	}
	var lanes Mask
	for _, c := range s.Charges {
		lanes |= c.Lanes
	}
	if s.Lanes == 0 || s.Lanes != lanes {
		t.Errorf("%s: step %d serves %032b, its charges %032b", b.Path, s.Pass, s.Lanes, lanes)
	}
}

// randomAccess draws accesses of every kind: few or many lanes, near or far.
func randomAccess(r *rand.Rand) Access {
	a := Access{Width: 1 << r.IntN(5)}
	span := 1 << r.IntN(13)
	for lane := range a.Addr {
		a.Addr[lane] = uint64(r.IntN(span)) * uint64(a.Width)
	}
	switch r.IntN(4) {
	case 0:
		a.Active = AllLanes
	case 1:
		a.Active = Mask(r.Uint32() & r.Uint32() & r.Uint32())
	default:
		a.Active = Mask(r.Uint32())
	}
	return a
}

func TestBillsAgreeWithTheOracle(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		if compare(t, randomAccess(r)); t.Failed() {
			return
		}
	}
}
