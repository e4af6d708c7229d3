package sim

import (
	"math/rand/v2"
	"testing"
)

// counts are the figures of a bill that do not depend on who asks.
func counts(t *testing.T, path Tariff, a Access) [6]int {
	t.Helper()
	b, err := path.Bill(a)
	if err != nil {
		t.Fatal(err)
	}
	return [6]int{b.Units(), b.Instructions, b.Lines, b.DataWavefronts, b.TagWavefronts, b.BytesRequested()}
}

// settled are the paths whose rules counters have settled at the width.
func settled(width int) []Tariff {
	if width > BankBytes {
		return []Tariff{Constant{}, Global{}}
	}
	return Tariffs()
}

func TestPermutingLanesKeepsTheBill(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 500 {
		a := randomAccess(r)
		permuted := Access{Width: a.Width}
		for from, to := range r.Perm(WarpSize) {
			permuted.Addr[to] = a.Addr[from]
			if a.Active.Has(from) {
				permuted.Active |= 1 << to
			}
		}
		for _, path := range settled(a.Width) {
			if was, is := counts(t, path, a), counts(t, path, permuted); was != is {
				t.Fatalf("%s: %v, permuted %v: %+v", path.Name(), was, is, a)
			}
		}
	}
}

func TestAddingALaneNeverLowersTheBill(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 100 {
		full := randomAccess(r)
		order := r.Perm(WarpSize)
		for _, path := range settled(full.Width) {
			a, was := full, [6]int{}
			a.Active = 0
			for _, lane := range order {
				a.Active |= 1 << lane
				is := counts(t, path, a)
				for i := range is {
					if is[i] < was[i] {
						t.Fatalf("%s: lane %d lowers %v to %v: %+v", path.Name(), lane, was, is, a)
					}
				}
				was = is
			}
		}
	}
}

func TestNoLanesCostNothing(t *testing.T) {
	for _, path := range Tariffs() {
		b, err := path.Bill(Access{Width: 4})
		if err != nil || b.Units() != 0 || b.StepCount() != 0 || b.Instructions != 0 || b.Replays() != 0 || b.Wavefronts() != 0 || b.Efficiency() != 0 {
			t.Errorf("%s: %+v, %v", path.Name(), b, err)
		}
		for range b.Steps() {
			t.Errorf("%s: a step without lanes", path.Name())
		}
	}
}

func TestStepsStopWhenAsked(t *testing.T) {
	b := billOf(t, Constant{}, "per-lane", 4)
	n := 0
	for range b.Steps() {
		if n++; n == 3 {
			break
		}
	}
	if n != 3 {
		t.Errorf("%d steps after a break at the third", n)
	}
}

// billOf is the bill of a pattern as the command line writes it.
func billOf(t testing.TB, path Tariff, pattern string, width int) Bill {
	t.Helper()
	c, err := ParseChoice(pattern)
	if err != nil {
		t.Fatal(err)
	}
	x, err := c.Indices()
	if err != nil {
		t.Fatal(err)
	}
	a, err := Elements(x, width)
	if err != nil {
		t.Fatal(err)
	}
	b, err := path.Bill(a)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestPassesGoToTheLowestWaitingLane(t *testing.T) {
	b := billOf(t, Constant{}, "random:7", 4)
	waiting := AllLanes
	for s := range b.Steps() {
		if c := s.Charges[0]; !c.Lanes.Has(waiting.lowest()) || c.Base != b.Access.Addr[waiting.lowest()] {
			t.Errorf("pass %d serves %v at %d while lane %d waits", s.Pass, c.Lanes.Lanes(), c.Base, waiting.lowest())
		}
		waiting = s.Waiting
	}
}

func TestBytesAndEfficiency(t *testing.T) {
	for _, c := range []struct {
		path             Tariff
		pattern          string
		width            int
		requested, moved int
	}{
		{Global{}, "broadcast", 4, 4, 32},
		{Global{}, "per-lane", 4, 128, 128},
		{Global{}, "offset:1", 4, 128, 160},
		{Global{}, "stride:8", 4, 128, 1024},
		{Global{}, "per-lane", 16, 512, 512},
		{Constant{}, "per-lane", 16, 512, 512},
		{Constant{}, "pairs", 1, 16, 16},
		{Shared{}, "per-lane", 4, 128, 128},
	} {
		b := billOf(t, c.path, c.pattern, c.width)
		if b.BytesRequested() != c.requested || b.BytesMoved() != c.moved {
			t.Errorf("%s %s/%d: %d of %d bytes, not %d of %d", b.Path, c.pattern, c.width, b.BytesRequested(), b.BytesMoved(), c.requested, c.moved)
		}
		if want := float64(c.requested) / float64(c.moved); b.Efficiency() != want {
			t.Errorf("%s %s/%d: efficiency %v, not %v", b.Path, c.pattern, c.width, b.Efficiency(), want)
		}
	}
}

func TestGlobalServesAllLanesAtOnceInOrderOfAddress(t *testing.T) {
	b := billOf(t, Global{}, "reverse", 4)
	if b.StepCount() != 1 || b.Step(1).Waiting != 0 {
		t.Errorf("%d steps, then %032b wait", b.StepCount(), b.Step(1).Waiting)
	}
	for i, c := range b.Charges {
		if c.Base != uint64(i)*SectorBytes || c.Lanes != 0xff<<(24-8*i) {
			t.Errorf("sector %d starts at %d and serves %032b", i, c.Base, c.Lanes)
		}
	}
}

func TestWideSharedLoads(t *testing.T) {
	for _, c := range []struct {
		pattern string
		width   int
		want    int
	}{
		{"broadcast", 8, 1}, {"broadcast", 16, 2}, // all parts read the same
		{"per-lane", 8, 2}, {"per-lane", 16, 4},
		{"stride:2", 8, 4}, {"stride:16", 8, 32},
		{"per-lane", 1, 1}, {"per-lane", 2, 1},
	} {
		b := billOf(t, Shared{}, c.pattern, c.width)
		if b.Units() != c.want || b.Wavefronts() != c.want {
			t.Errorf("%s at %d bytes: %d wavefronts, not %d", c.pattern, c.width, b.Units(), c.want)
		}
		if b.Unverified != (c.width > 4) {
			t.Errorf("%s at %d bytes: unverified is %v", c.pattern, c.width, b.Unverified)
		}
	}
}
