package words

import (
	"strings"
	"testing"

	"warpbill/plots/look"
	"warpbill/sim"
)

func TestNoun(t *testing.T) {
	for _, test := range []struct{ pattern, want string }{
		{"per-lane", "tap"}, {"distinct:8", "tap"}, {"broadcast:5", "tap"}, {"broadcast:63", "tap"}, {"broadcast:64", "element"},
		{"offset:4", "tap"}, {"offset:32", "tap"}, {"offset:33", "element"}, {"halves", "element"},
		{"stride:1", "element"}, {"stride:2", "element"}, {"random:7", "tap"}, {"random:7,64", "element"},
	} {
		c, constant, _ := load4(t, test.pattern, 0)
		if got := Noun(c, &constant.Access); got != test.want {
			t.Errorf("%s reads a %s, want %s", test.pattern, got, test.want)
		}
	}
	c, constant, _ := load4(t, "per-lane", 0)
	a := constant.Access
	a.Width = 2
	if got := Noun(c, &a); got != "element" {
		t.Errorf("2-byte loads read a %s", got)
	}
	far := constant.Access
	far.Addr[31], far.Active = 4096, sim.AllLanes>>1
	if got := Noun(c, &far); got != "tap" {
		t.Errorf("an inactive lane makes it a %s", got)
	}
}

// A load is known as the pattern only when every lane reads what the pattern
// says.
func TestMatches(t *testing.T) {
	c, constant, _ := load4(t, "per-lane", 3)
	a := constant.Access
	if !matches(c, 3, &a) || matches(c, 0, &a) || matches(c, 4, &a) {
		t.Error("per-lane at tap 3 is not known at tap 3 only")
	}
	less := a
	less.Active--
	if matches(c, 3, &less) {
		t.Error("31 lanes are known as a whole warp")
	}
	wide := a
	wide.Width = 2
	if matches(c, 3, &wide) {
		t.Error("2-byte loads are known as the convolution's")
	}
	if matches(sim.Choice{ID: "unheard of"}, 0, &a) || matches(sim.Choice{ID: "stride"}, 0, &a) {
		t.Error("an unknown choice is known")
	}
	// Stride does not live in the filter, so the tap does not turn it.
	c, constant, _ = load4(t, "stride:2", 0)
	if !matches(c, 5, &constant.Access) {
		t.Error("the tap turned a pattern outside the filter")
	}
}

func TestSmallWords(t *testing.T) {
	for _, test := range [][2]string{
		{count(1, "pass", "passes"), "1 pass"}, {count(0, "pass", "passes"), "0 passes"}, {count(32, "pass", "passes"), "32 passes"},
		{small(0), "no"}, {small(2), "two"}, {small(10), "ten"}, {small(11), "11"}, {small(-1), "-1"},
		{lines(1), "one 128-byte line"}, {lines(2), "two 128-byte lines"}, {lines(32), "32 128-byte lines"},
		{capital("lane 6"), "Lane 6"}, {capital(""), ""}, {capital("8 lanes"), "8 lanes"},
		{every(1), "each one"}, {every(2), "every second one"}, {every(3), "every 3rd one"},
		{factor(1), ""}, {factor(2), "2"}, {ask(1), " asks for "}, {ask(2), " ask for "},
		{oneOrMore(0), "no sector"}, {oneOrMore(1), "one sector"}, {oneOrMore(2), "two sectors"},
		{stillWait(0), ", the last one"}, {stillWait(1), " and 1 lane still waits"}, {stillWait(2), " and 2 lanes still wait"},
		{waits(0), "No lane waits"}, {waits(1), "1 lane still waits"}, {waits(2), "2 lanes still wait"},
		{cycles(64.28), "64"}, {cycles(2.53), "2.5"}, {cycles(2), "2"}, {cycles(9.96), "10"},
		{article("NVIDIA H200"), "an "}, {article("A100"), "an "}, {article("Tesla T4"), "a "}, {article(""), "a "},
	} {
		if test[0] != test[1] {
			t.Errorf("%q, want %q", test[0], test[1])
		}
	}
}

// The fullest sentence that fits is said; the last one in any case.
func TestFitting(t *testing.T) {
	long := strings.Repeat("long ", 40)
	if got := fitting(long, "short", "shorter"); got != "short" {
		t.Errorf("got %q", got)
	}
	if got := fitting(long, long+"and longer"); got != long+"and longer" {
		t.Errorf("got %q", got)
	}
	edge := strings.Repeat("i", int(lineWidth/look.TextWidth("i", lineSize, false)))
	if got := fitting(edge, "short"); got != edge {
		t.Error("what just fits is not said")
	}
	if got := fitting(edge+"i", "short"); got != "short" {
		t.Error("what just does not fit is said")
	}
}

func TestShare(t *testing.T) {
	for pattern, want := range map[string]int{"distinct:8": 4, "distinct:5": 0, "per-lane": 1, "broadcast": 32, "pairs": 2, "random:7": 0} {
		c, constant, global := load4(t, pattern, 0)
		l := newLoad(c, 0, &constant, &global)
		if got := l.share(); got != want {
			t.Errorf("%s: an address serves %d lanes, want %d", pattern, got, want)
		}
	}
}

func TestUnused(t *testing.T) {
	for pattern, want := range map[string]string{
		"stride:1": "", "stride:2": "half of each is unused", "stride:3": "", "stride:4": "three quarters of each are unused",
		"stride:8": "seven eighths of each are unused", "stride:16": "seven eighths of each are unused", "distinct:4": "",
	} {
		c, constant, global := load4(t, pattern, 0)
		l := newLoad(c, 0, &constant, &global)
		if got := l.unused(); got != want {
			t.Errorf("%s: %q, want %q", pattern, got, want)
		}
		if want == "" {
			continue
		}
		unused := 1 - global.Efficiency()
		if part := map[string]float64{"half": .5, "three": .75, "seven": .875}[strings.Fields(want)[0]]; part != unused {
			t.Errorf("%s: %q, but %.3f is unused", pattern, want, unused)
		}
	}
}

// The moments of a run follow each other as the bill's steps do: the lanes
// that the sentences name are each named once.
func TestEveryLaneIsServedOnce(t *testing.T) {
	for _, pattern := range []string{"per-lane", "reverse", "stride:2", "offset:4"} {
		c, constant, global := load4(t, pattern, 0)
		named := map[string]int{}
		for pass := 1; pass <= constant.StepCount(); pass++ {
			m := passOf.FindStringSubmatch(Sentence(c, 0, constant, global, pass, false))
			if m == nil {
				t.Fatalf("%s, pass %d: no lane is named", pattern, pass)
			}
			named[m[5]]++
		}
		if len(named) != 32 {
			t.Errorf("%s: %d lanes are named", pattern, len(named))
		}
	}
}

// Out of range, the sentence is that of the nearest moment.
func TestPassOutOfRange(t *testing.T) {
	c, constant, global := load4(t, "distinct:8", 0)
	if Sentence(c, 0, constant, global, -5, false) != Sentence(c, 0, constant, global, 0, false) {
		t.Error("before the start it is not the start")
	}
	if Sentence(c, 0, constant, global, 99, false) != Sentence(c, 0, constant, global, 8, false) {
		t.Error("after the last pass it is not the last pass")
	}
}
