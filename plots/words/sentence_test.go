package words

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"warpbill/plots/look"
	"warpbill/sim"
)

// bills are those of the same access on both paths.
func bills(t testing.TB, a sim.Access) (constant, global sim.Bill) {
	t.Helper()
	constant, err := sim.Constant{}.Bill(a)
	if err != nil {
		t.Fatal(err)
	}
	global, err = sim.Global{}.Bill(a)
	if err != nil {
		t.Fatal(err)
	}
	return constant, global
}

// load4 is a pattern as the command line writes it, read by 32 lanes at tap k.
func load4(t testing.TB, pattern string, tap int) (sim.Choice, sim.Bill, sim.Bill) {
	t.Helper()
	c, err := sim.ParseChoice(pattern)
	if err != nil {
		t.Fatal(err)
	}
	x, err := c.Indices()
	if err != nil {
		t.Fatal(err)
	}
	if tap != 0 {
		x = x.AtTap(tap)
	}
	a, err := sim.Elements(x, 4)
	if err != nil {
		t.Fatal(err)
	}
	constant, global := bills(t, a)
	return c, constant, global
}

// The sentences of the look, word for word.
func TestSentences(t *testing.T) {
	const settled = -1
	tests := []struct {
		pattern   string
		tap, pass int
		want      string
	}{
		{"broadcast:5", 0, 0, "All 32 lanes ask for tap 5: one address."},
		{"broadcast", 5, 0, "All 32 lanes ask for tap 5: one address."},
		{"broadcast:5", 0, 1, "Pass 1 of 1: tap 5 serves all 32 lanes. Global memory moves 1 sector for the same load."},
		{"broadcast:5", 0, settled, "All 32 lanes asked for tap 5: one address, one pass. Constant memory is built for this."},
		{"distinct:8", 0, 0, "32 lanes ask for 8 different taps, 4 lanes each. All 8 lie in one sector."},
		{"distinct:8", 4, 0, "32 lanes ask for 8 different taps, 4 lanes each. They lie in 2 sectors."},
		{"distinct:5", 0, 0, "32 lanes ask for 5 different taps. All 5 lie in one sector."},
		{"distinct:8", 0, 3, "Pass 3 of 8: tap 2 serves lanes 2, 10, 18 and 26. Global memory moved one sector and is done."},
		{"distinct:8", 0, settled, "8 addresses cost 8 passes. They share one sector, so global memory moved 32 bytes."},
		{"distinct:16", 0, 3, "Pass 3 of 16: tap 2 serves lanes 2 and 18. Global memory moved 2 sectors and is done."},
		{"distinct:4", 0, 2, "Pass 2 of 4: tap 1 serves 8 lanes. Global memory moved one sector and is done."},
		{"per-lane", 0, 0, "Every lane asks for its own tap: 32 addresses in 4 sectors."},
		{"per-lane", 0, 1, "Pass 1 of 32: tap 0 serves lane 0. In the same moment one global request serves all 32 lanes."},
		{"per-lane", 0, 7, "Pass 7 of 32: tap 6 serves lane 6 and 25 lanes still wait. Global memory is done."},
		{"per-lane", 3, 7, "Pass 7 of 32: tap 9 serves lane 6 and 25 lanes still wait. Global memory is done."},
		{"per-lane", 0, 31, "Pass 31 of 32: tap 30 serves lane 30 and 1 lane still waits. Global memory is done."},
		{"per-lane", 0, 32, "Pass 32 of 32: tap 31 serves lane 31, the last one. Global memory is done."},
		{"per-lane", 0, settled, "32 addresses: 32 passes in constant memory. Global memory needed 4 sectors in one request."},
		{"stride:2", 0, 0, "Lane l asks for element 2l: every second one, 32 addresses in 8 sectors and two 128-byte lines."},
		{"stride:2", 0, 5, "Pass 5 of 32: element 8 serves lane 4. Global memory moved 8 sectors; half of each is unused."},
		{"stride:4", 0, 5, "Pass 5 of 32: element 16 serves lane 4. 16 sectors moved; three quarters of each are unused."},
		{"stride:8", 0, 5, "Pass 5 of 32: element 32 serves lane 4. 32 sectors moved; seven eighths of each are unused."},
		{"stride:3", 0, 5, "Pass 5 of 32: element 12 serves lane 4. Global memory moved 12 sectors and is done."},
		{"stride:2", 0, settled, "32 addresses, 32 passes. Global memory moved 8 sectors, 256 bytes, for 128 bytes asked."},
		{"stride:0", 0, 0, "All 32 lanes ask for element 0: one address."},
		{"reverse", 0, 0, "The lanes ask in reverse order: the same 32 addresses, the same 4 sectors."},
		{"reverse", 0, 7, "Pass 7 of 32: tap 25 serves lane 6. Order does not matter to either till."},
		{"reverse", 0, settled, "Reversed order, same bill: 32 passes in constant memory, 4 sectors in global memory."},
		{"random:7", 0, 0, "Each lane picks a tap at random (seed 7): 20 different taps in 4 sectors."},
		{"random:7", 0, 6, "Pass 6 of 20: tap 27 serves lanes 6 and 14. 21 lanes still wait. Global memory is done."},
		{"random:7", 0, settled, "20 addresses: 20 passes. Lanes that picked the same tap shared a pass."},
		{"offset:4", 0, settled, "32 passes. Shifted by 4 taps, the warp touches 5 sectors in two 128-byte lines: one sector more."},
		{"offset:8", 0, settled, "32 passes. Shifted by 8 taps, the warp touches 4 sectors in two 128-byte lines: no sector more."},
		{"offset:0", 0, settled, "32 addresses: 32 passes. Not shifted at all, the warp touches 4 sectors in one 128-byte line."},
		{"pairs", 0, 0, "Two neighbouring lanes share a tap: 16 addresses in 2 sectors."},
		{"halves", 0, 0, "Lanes 0 to 15 ask for element 0, lanes 16 to 31 for element 100: 2 addresses in 2 sectors."},
	}
	for _, test := range tests {
		c, constant, global := load4(t, test.pattern, test.tap)
		got := Sentence(c, test.tap, constant, global, test.pass, test.pass == settled)
		if got != test.want {
			t.Errorf("%s at tap %d, pass %d:\n got %q\nwant %q", test.pattern, test.tap, test.pass, got, test.want)
		}
	}
}

func TestPaintedSentences(t *testing.T) {
	c := sim.Choice{ID: sim.PaintID}
	for lane := range c.Painted {
		c.Painted[lane] = uint64(lane % 5 * 2)
	}
	a, err := sim.Elements(c.Painted, 4)
	if err != nil {
		t.Fatal(err)
	}
	constant, global := bills(t, a)
	if got, want := Sentence(c, 0, constant, global, 5, true), "You painted 5 addresses in 2 sectors: 5 passes in constant memory, one global request."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := Sentence(c, 0, constant, global, 0, false), "You painted 5 addresses in 2 sectors."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestSentencesOfOtherLoads(t *testing.T) {
	c, _, _ := load4(t, "per-lane", 0)
	x, err := c.Indices()
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		width, pass int
		active      sim.Mask
		want        string
	}{
		{4, 0, 0, "No lane takes part in this load, so nothing is charged."},
		{4, 0, 1 << 6, "Lane 6 asks for tap 6: one address."},
		{4, 0, 0xff, "8 lanes ask for 8 different taps, 4 bytes each. They lie in 1 sector."},
		{4, 1, 0xff, "Pass 1 of 8: tap 0 serves lane 0. In the same moment one global request serves all 8 lanes."},
		{16, 0, sim.AllLanes, "32 lanes ask for 32 different elements, 16 bytes each. They lie in 16 sectors."},
		{16, 3, sim.AllLanes, "Pass 3 of 64: the first half of element 2 serves lane 2. Global memory is done."},
		{16, 35, sim.AllLanes, "Pass 35 of 64: the second half of element 2 serves lane 2. Global memory is done."},
		{16, -1, sim.AllLanes, "32 addresses cost 64 passes. Global memory moved 16 sectors, 512 bytes, in one request."},
		{16, -1, 1, "1 address costs 2 passes. Global memory moved 1 sector, 32 bytes, in one request."},
	}
	for _, test := range tests {
		a, err := sim.Elements(x, test.width)
		if err != nil {
			t.Fatal(err)
		}
		a.Active = test.active
		constant, global := bills(t, a)
		if got := Sentence(c, 0, constant, global, test.pass, test.pass < 0); got != test.want {
			t.Errorf("width %d, lanes %b, pass %d:\n got %q\nwant %q", test.width, test.active, test.pass, got, test.want)
		}
	}
}

// A sentence about a pattern is not said of a load that is another one.
func TestAnotherPattern(t *testing.T) {
	stride, _, _ := load4(t, "stride:2", 0)
	_, constant, global := load4(t, "random:7", 0)
	got := Sentence(stride, 0, constant, global, 0, false)
	if strings.Contains(got, "second one") || !strings.Contains(got, "20 different") {
		t.Errorf("of a random load with the choice stride it is said: %q", got)
	}
}

var (
	passOf     = regexp.MustCompile(`Pass (\d+) of (\d+): (?:the (first|second) half of )?(?:tap|element) (\d+) serves (.*?)(?:\.| and \d+ lanes? still|, the last)`)
	numbered   = regexp.MustCompile(`(\d+|one|no) (passes|pass|sectors|sector|addresses|address|different)\b( more)?`)
	bytesOf    = regexp.MustCompile(`(\d+) bytes\b( each| asked)?`)
	linesOf    = regexp.MustCompile(`(\w+) 128-byte line`)
	stillWaits = regexp.MustCompile(`(\d+) lanes? still wait`)
)

// numbersOf compares every number in a sentence with the bills.
func numbersOf(sentence string, constant, global *sim.Bill, pass int, settled bool) error {
	distinct := constant.Access.DistinctAddresses()
	want := map[string]int{
		"pass": constant.StepCount(), "passes": constant.StepCount(), "sector": global.Units(), "sectors": global.Units(),
		"address": distinct, "addresses": distinct, "different": distinct,
	}
	for _, m := range numbered.FindAllStringSubmatch(sentence, -1) {
		n := map[string]int{"one": 1, "no": 0}[m[1]]
		if v, err := strconv.Atoi(m[1]); err == nil {
			n = v
		}
		expected := want[m[2]]
		if m[3] != "" {
			expected -= 4 // sectors more than a warp of 4-byte elements side by side
		}
		if n != expected {
			return fmt.Errorf("%q: the bill has %d", m[0], expected)
		}
	}
	for _, m := range bytesOf.FindAllStringSubmatch(sentence, -1) {
		expected := map[string]int{"": global.BytesMoved(), " each": constant.Access.Width, " asked": global.BytesRequested()}[m[2]]
		if m[1] != strconv.Itoa(expected) {
			return fmt.Errorf("%q: the bill has %d", m[0], expected)
		}
	}
	for _, m := range linesOf.FindAllStringSubmatch(sentence, -1) {
		if m[1] != small(global.Lines) {
			return fmt.Errorf("%q: the bill has %d", m[0], global.Lines)
		}
	}
	if pass < 1 || settled || constant.Access.Active == 0 {
		return nil
	}
	return passNumbers(sentence, constant, pass)
}

// passNumbers compares what a sentence says of one pass with the bill.
func passNumbers(sentence string, constant *sim.Bill, pass int) error {
	step := constant.Step(pass)
	for _, m := range stillWaits.FindAllStringSubmatch(sentence, -1) {
		if m[1] != strconv.Itoa(step.Waiting.Count()) {
			return fmt.Errorf("%q: the bill has %d", m[0], step.Waiting.Count())
		}
	}
	m := passOf.FindStringSubmatch(sentence)
	if m == nil {
		return fmt.Errorf("it does not say what the pass does")
	}
	element := step.Charges[0].Base / uint64(constant.Access.Width)
	if m[1] != strconv.Itoa(pass) || m[2] != strconv.Itoa(step.Of) || m[4] != strconv.FormatUint(element, 10) || m[5] != LaneList(step.Lanes) {
		return fmt.Errorf("%q: the bill has pass %d of %d, element %d, %s", m[0], pass, step.Of, element, LaneList(step.Lanes))
	}
	return nil
}

// sound says what is wrong with a sentence about a load.
func sound(sentence string, constant, global *sim.Bill, pass int, settled bool) error {
	if sentence == "" || !strings.HasSuffix(sentence, ".") || strings.Contains(sentence, "  ") {
		return fmt.Errorf("not a sentence")
	}
	if missing := look.Missing(sentence); len(missing) > 0 {
		return fmt.Errorf("the font lacks %q", missing)
	}
	if w := look.TextWidth(sentence, 26, false); w > 1200 {
		return fmt.Errorf("%.0f wide in a presentation, 1200 are there", w)
	}
	if w := look.TextWidth(sentence, 17, false); w > 2*770*.95 {
		return fmt.Errorf("%.0f wide, more than two lines of the window", w)
	}
	return numbersOf(sentence, constant, global, pass, settled)
}

func everyMoment(t *testing.T, name string, c sim.Choice, tap int, constant, global sim.Bill) {
	t.Helper()
	for pass := 0; pass <= constant.StepCount(); pass++ {
		s := Sentence(c, tap, constant, global, pass, false)
		if err := sound(s, &constant, &global, pass, false); err != nil {
			t.Fatalf("%s at tap %d, pass %d: %q: %v", name, tap, pass, s, err)
		}
	}
	s := Sentence(c, tap, constant, global, constant.StepCount(), true)
	if err := sound(s, &constant, &global, constant.StepCount(), true); err != nil {
		t.Fatalf("%s at tap %d, settled: %q: %v", name, tap, s, err)
	}
	if alt := AltText(c, tap, constant, global, 1); len(look.Missing(alt)) > 0 || !strings.HasSuffix(alt, ".") {
		t.Fatalf("%s: the description is %q", name, alt)
	}
}

func TestSentencesOfAllPatterns(t *testing.T) {
	names := []string{"broadcast", "broadcast:1048576", "per-lane", "reverse", "pairs", "halves"}
	for k := 1; k <= 32; k++ {
		names = append(names, fmt.Sprintf("distinct:%d", k), fmt.Sprintf("stride:%d", k), fmt.Sprintf("offset:%d", k))
	}
	for _, n := range []int64{0, 33, 100, 1000, 65536, 1<<20 - 1, 1 << 20} {
		names = append(names, fmt.Sprintf("stride:%d", n), fmt.Sprintf("offset:%d", n), fmt.Sprintf("random:%d", n), fmt.Sprintf("random:%d,%d", int64(sim.MaxSeed)-n, max(n, 1)))
	}
	for _, name := range names {
		c, constant, global := load4(t, name, 0)
		everyMoment(t, name, c, 0, constant, global)
		if x, _ := c.Indices(); x.InFilter() {
			for tap := 1; tap < 32; tap += 5 {
				c, constant, global = load4(t, name, tap)
				everyMoment(t, name, c, tap, constant, global)
			}
		}
	}
}

func TestSentencesOfRandomLoads(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	choices := sim.Patterns()
	for i := range 2000 {
		a := sim.Access{Active: sim.AllLanes, Width: 1 << r.IntN(5)}
		if i%2 == 0 {
			half := sim.Mask(r.Uint32())
			a.Active = half & sim.Mask(r.Uint32())
		}
		span := uint64(1) << r.IntN(42)
		for lane := range a.Addr {
			a.Addr[lane] = r.Uint64N(span) * uint64(a.Width)
		}
		c := sim.Choice{ID: choices[r.IntN(len(choices))].ID}
		if i%3 == 0 {
			c = sim.Choice{ID: sim.PaintID}
			for lane := range c.Painted {
				c.Painted[lane] = a.Index(lane)
			}
		}
		constant, global := bills(t, a)
		everyMoment(t, fmt.Sprintf("load %d, width %d", i, a.Width), c, 0, constant, global)
	}
}

func BenchmarkSentence(b *testing.B) {
	c, constant, global := load4(b, "per-lane", 0)
	for b.Loop() {
		Sentence(c, 0, constant, global, 7, false)
	}
}
