package sim

import (
	"fmt"
	"strings"
	"testing"
)

// elements are the indices of a pattern as the command line writes it.
func elements(t *testing.T, pattern string) Indices {
	t.Helper()
	c, err := ParseChoice(pattern)
	if err != nil {
		t.Fatal(err)
	}
	x, err := c.Indices()
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func TestPatterns(t *testing.T) {
	for _, c := range []struct {
		pattern                    string
		lane1, lane17, lane31      uint64
		passes, sectors, wavefront int
	}{
		{"broadcast", 0, 0, 0, 1, 1, 1},
		{"broadcast:5", 5, 5, 5, 1, 1, 1},
		{"distinct:1", 0, 0, 0, 1, 1, 1},
		{"distinct:2", 1, 1, 1, 2, 1, 1},
		{"distinct:4", 1, 1, 3, 4, 1, 1},
		{"distinct:8", 1, 1, 7, 8, 1, 1},
		{"distinct:16", 1, 1, 15, 16, 2, 1},
		{"distinct:32", 1, 17, 31, 32, 4, 1},
		{"per-lane", 1, 17, 31, 32, 4, 1},
		{"stride:0", 0, 0, 0, 1, 1, 1},
		{"stride:2", 2, 34, 62, 32, 8, 2},
		{"stride:32", 32, 544, 992, 32, 32, 32},
		{"offset:0", 1, 17, 31, 32, 4, 1},
		{"offset:4", 5, 21, 35, 32, 5, 1},
		{"offset:8", 9, 25, 39, 32, 4, 1},
		{"reverse", 30, 14, 0, 32, 4, 1},
		{"pairs", 0, 8, 15, 16, 2, 1},
		{"halves", 0, 100, 100, 2, 2, 1},
	} {
		x := elements(t, c.pattern)
		if x[1] != c.lane1 || x[17] != c.lane17 || x[31] != c.lane31 {
			t.Errorf("%s: lanes 1, 17, 31 ask for %d, %d, %d", c.pattern, x[1], x[17], x[31])
		}
		constant, global, shared := bills(t, x, 4)
		if constant.Units() != c.passes || global.Units() != c.sectors || shared.Units() != c.wavefront {
			t.Errorf("%s: %d passes, %d sectors, %d wavefronts", c.pattern, constant.Units(), global.Units(), shared.Units())
		}
	}
}

func TestRandomIsAPatternForEver(t *testing.T) {
	x := elements(t, "random:7")
	constant, _, _ := bills(t, x, 4)
	if constant.Units() != 20 || !x.InFilter() {
		t.Errorf("seed 7 over 32 taps has %d distinct, not 20: %v", constant.Units(), x)
	}
	if x != elements(t, "random:7,32") || x == elements(t, "random:8") {
		t.Error("the seed does not decide alone")
	}
	if elements(t, "random:7,1") != (Indices{}) {
		t.Error("a span of 1 leaves a choice")
	}
}

func TestPatternTable(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range Patterns() {
		if p.Title == "" || p.Doc == "" || seen[p.ID] || p.ID == PaintID {
			t.Errorf("pattern %q is not told apart or not described", p.ID)
		}
		seen[p.ID] = true
		for _, param := range p.Params {
			if param.Name == "" || param.Word == "" || param.Doc == "" || !param.allows(param.Default) || param.Min > param.Max {
				t.Errorf("%s: parameter %+v", p.ID, param)
			}
		}
		// Stride and offset may happen to stay in the filter, but do not wrap in it.
		x := p.Indices(defaults(p))
		if x.InFilter() != p.InFilter && p.ID != "offset" && p.ID != "stride" {
			t.Errorf("%s: InFilter is %v for %v", p.ID, p.InFilter, x)
		}
	}
}

func defaults(p Pattern) []int64 {
	values := make([]int64, len(p.Params))
	for i, param := range p.Params {
		values[i] = param.Default
	}
	return values
}

func TestEndsOfEveryRangeAreUsable(t *testing.T) {
	for _, p := range Patterns() {
		for i, param := range p.Params {
			for _, end := range []int64{param.Min, param.Max} {
				values := defaults(p)
				values[i] = end
				if _, err := Elements(p.Indices(values), 16); err != nil {
					t.Errorf("%s: %v: %v", p.ID, values, err)
				}
			}
		}
	}
}

func TestAtTap(t *testing.T) {
	x := elements(t, "per-lane")
	for _, c := range []struct{ k, lane0, lane31 int }{{0, 0, 31}, {1, 1, 0}, {31, 31, 30}, {32, 0, 31}, {-1, 31, 30}} {
		y := x.AtTap(c.k)
		if y[0] != uint64(c.lane0) || y[31] != uint64(c.lane31) {
			t.Errorf("tap %d: lane 0 on %d, lane 31 on %d", c.k, y[0], y[31])
		}
	}
	if x.AtTap(5).AtTap(27) != x {
		t.Error("32 taps do not turn once round")
	}
}

func TestParseChoice(t *testing.T) {
	for text, want := range map[string]string{
		"broadcast": "broadcast:0", " broadcast:3 ": "broadcast:3", "per-lane": "per-lane",
		"distinct: 4": "distinct:4", "random:7": "random:7,32", "random:7, 64": "random:7,64",
		"stride:1048576": "stride:1048576", "random:9007199254740991": "random:9007199254740991,32",
	} {
		c, err := ParseChoice(text)
		if err != nil || c.String() != want {
			t.Errorf("%q is %q, %v, not %q", text, c, err, want)
		}
	}
	for text, words := range map[string]string{
		"":            `there is no pattern ""`,
		"zigzag":      `there is no pattern "zigzag": use one of broadcast, distinct,`,
		"paint":       `there is no pattern "paint"`,
		"stride":      "needs its stride: write stride:S",
		"random":      "needs its seed: write random:SEED[,SPAN]",
		"stride:":     `stride is "", which is not a whole number: use 0 to 1048576`,
		"stride:two":  `stride is "two", which is not a whole number`,
		"stride:-1":   "stride is -1: use 0 to 1048576",
		"stride:1.5":  "not a whole number",
		"distinct:0":  "distinct is 0: use 1 to 32, or write distinct:K",
		"distinct:33": "use 1 to 32",
		"random:7,0":  `pattern "random": span is 0: use 1 to 1048576, or write random:SEED[,SPAN]`,
		"per-lane:1":  `takes 0 values, not 1: write per-lane`,
		"stride:1,2":  `takes 1 value, not 2: write stride:S`,
		"stride:99999999999999999999999999999999": "stride is 999999999999999999999999...: use 0 to 1048576",
		strings.Repeat("x", 1e6):                  `there is no pattern "xxxxxxxxxxxxxxxxxxxxxxxx...": use one of`,
	} {
		_, err := ParseChoice(text)
		if err == nil {
			t.Errorf("%.40q is accepted", text)
			continue
		}
		checkSentence(t, err)
		if !strings.Contains(err.Error(), words) {
			t.Errorf("%.40q: %v\nnot %q", text, err, words)
		}
	}
}

// A file may hold any choice; none of them may bring the program down.
func TestChoiceFromAFile(t *testing.T) {
	for _, c := range []Choice{
		{}, {ID: "nothing"}, {ID: "distinct"}, {ID: "distinct", Values: []int64{0}},
		{ID: "distinct", Values: []int64{4, 4}}, {ID: "random", Values: []int64{7, 0}},
		{ID: "random", Values: []int64{7, -1}}, {ID: "stride", Values: []int64{1 << 62}},
	} {
		if x, err := c.Indices(); err == nil {
			t.Errorf("%+v gives %v", c, x)
		} else {
			checkSentence(t, err)
		}
	}
}

func TestPaintedChoice(t *testing.T) {
	c := Choice{ID: PaintID, Painted: elements(t, "stride:3")}
	x, err := c.Indices()
	if err != nil || x != c.Painted {
		t.Errorf("%v, %v", x, err)
	}
	if back, err := ParseIndices(c.String()); err != nil || back != x {
		t.Errorf("%q is read as %v, %v", c, back, err)
	}
}

func TestUsage(t *testing.T) {
	var usages []string
	for _, p := range Patterns() {
		usages = append(usages, p.Usage())
	}
	want := "[broadcast[:K] distinct:K per-lane stride:S offset:O reverse pairs halves random:SEED[,SPAN]]"
	if got := fmt.Sprint(usages); got != want {
		t.Errorf("%s\nnot %s", got, want)
	}
}
