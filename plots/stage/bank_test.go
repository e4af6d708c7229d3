package stage

import (
	"math/rand/v2"
	"testing"

	"warpbill/plots/look"
	"warpbill/plots/words"
	"warpbill/sim"
)

// bankList is a scene ready to be asked about its banks.
func bankList(t testing.TB, path, pattern string, m Moment) *list {
	t.Helper()
	s, g := withSecond(t, path, pattern, m), MainGeometry(816, 672)
	return &list{layout: newLayout(&s, &g, look.DarkTheme())}
}

// The words stand where the hardware has them: one upon the other in the bank
// of their address.
func TestWordsInBanks(t *testing.T) {
	tests := []struct {
		path, pattern string
		words, rows   int
		banks         int // with a word in them
	}{
		{"shared", "per-lane", 32, 1, 32},
		{"shared", "stride:2", 32, 2, 16},
		{"shared", "stride:33", 32, 1, 32},
		{"shared", "pairs", 16, 1, 16},
		{"shared", "broadcast:5", 1, 1, 1},
		{"shared-column", "per-lane", 32, 32, 1},
		{"shared-column", "distinct:8", 8, 8, 1},
		{"shared-padded", "per-lane", 32, 1, 32},
	}
	for _, test := range tests {
		d := bankList(t, test.path, test.pattern, Stop(0))
		banks, rows := map[float64]bool{}, 0
		found := d.words()
		for _, w := range found {
			banks[w.column] = true
			rows = max(rows, w.row+1)
			if w.wide != 1 || w.column < 0 || w.column >= sim.Banks {
				t.Errorf("%s, %s: a word of %v banks in bank %v", test.path, test.pattern, w.wide, w.column)
			}
		}
		if len(found) != test.words || rows != test.rows || len(banks) != test.banks {
			t.Errorf("%s, %s: %d words in %d rows and %d banks, want %d, %d and %d", test.path, test.pattern, len(found), rows, len(banks), test.words, test.rows, test.banks)
		}
	}
}

// In no wavefront does a bank serve two words, and every lane is served in
// the wavefront that reads its word, whatever the width.
func TestBanksOfAnyAccess(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		a := randomAccess(r)
		for lane := range a.Addr {
			a.Addr[lane] %= 64 << 10
		}
		b, err := sim.Shared{}.Bill(a)
		if err != nil {
			t.Fatal(err)
		}
		p, err := sim.FindPath("shared")
		if err != nil {
			t.Fatal(err)
		}
		s, g := sceneOf(t, a, Stop(1)), MainGeometry(816, 672)
		s.Second = words.Second{Path: p, Bill: b}
		d := &list{layout: newLayout(&s, &g, look.DarkTheme())}
		taken := map[[2]int]bool{}
		for _, w := range d.words() {
			for k := range int(w.wide) {
				at := [2]int{int(w.column) + k, w.row}
				if taken[at] || at[0] >= sim.Banks {
					t.Fatalf("bank %d serves two words in wavefront %d of %+v", at[0], w.row+1, a)
				}
				taken[at] = true
			}
			if w.address == nil {
				t.Fatalf("a word without an address in %+v", a)
			}
		}
		for _, lane := range a.Active.Lanes() {
			if n := d.wavefront(lane); n < 1 || n > b.StepCount() {
				t.Fatalf("lane %d is served in wavefront %d of %d", lane, n, b.StepCount())
			}
		}
		if err := check(Draw(s, g, look.DarkTheme()), g); err != nil {
			t.Fatalf("%v in %+v", err, a)
		}
	}
}

// A pass of constant memory and a wavefront of shared memory pass together,
// and what has no wavefront left stays served.
func TestBankLanes(t *testing.T) {
	column := bankList(t, "shared-column", "per-lane", Stop(7))
	for lane, want := range map[int]standing{0: {1, 0}, 5: {1, 0}, 6: {1, 1}, 7: {}, 31: {}} {
		if got := column.bankLane(lane); got != want {
			t.Errorf("column, pass 7: lane %d stands as %+v, want %+v", lane, got, want)
		}
	}
	padded := bankList(t, "shared-padded", "per-lane", Stop(7))
	for _, lane := range []int{0, 6, 31} {
		if got := padded.bankLane(lane); got != (standing{1, 0}) {
			t.Errorf("padded, pass 7: lane %d stands as %+v, want served", lane, got)
		}
	}
	if got := bankList(t, "shared-padded", "per-lane", Stop(0)).bankLane(3); got != (standing{}) {
		t.Errorf("before the first pass lane 3 stands as %+v", got)
	}
	if got := bankList(t, "shared-column", "per-lane", End(32)).bankLane(31); got != (standing{1, 0}) {
		t.Errorf("at the end lane 31 stands as %+v", got)
	}
}

// The stacks never leave their banks, and the tower of a conflict fills its.
func TestStacksStandInTheirBanks(t *testing.T) {
	for _, z := range sizes() {
		s := withSecond(t, "shared-column", "per-lane", End(32))
		d := &list{layout: newLayout(&s, &z.g, look.DarkTheme())}
		top, height, strip := d.bankRoom()
		found := d.words()
		highest := top + height
		for i := range found {
			d.shapes = d.shapes[:0]
			d.word(&found[i], top+strip, height-strip)
			cell := d.shapes[0]
			if cell.Y < top || cell.Y+cell.H > top+height || cell.X < z.g.columns || cell.X+cell.W > z.g.columns+z.g.pitch {
				t.Fatalf("%s: word %d stands at %+v, outside bank 0", z.name, i, cell)
			}
			highest = min(highest, cell.Y)
		}
		if tower := top + height - highest; tower < .85*(height-strip) {
			t.Errorf("%s: 32 words are %.0f high in a bank of %.0f", z.name, tower, height-strip)
		}
	}
}

func BenchmarkDrawBanks(b *testing.B) {
	s := withSecond(b, "shared-column", "per-lane", Moment{Pass: 9, Phase: .3})
	g, th := MainGeometry(816, 672), look.DarkTheme()
	b.ReportAllocs()
	for b.Loop() {
		Draw(s, g, th)
	}
}
