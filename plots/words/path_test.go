package words

import (
	"regexp"
	"strings"
	"testing"

	"warpbill/plots/look"
	"warpbill/sim"
)

// second is a path with the bill of a pattern.
func second(t testing.TB, path, pattern string, tap int) (s Second, c sim.Choice, constant, global sim.Bill) {
	t.Helper()
	c, constant, global = load4(t, pattern, tap)
	p, err := sim.FindPath(path)
	if err != nil {
		t.Fatal(err)
	}
	var x sim.Indices
	for lane := range x {
		x[lane] = constant.Access.Index(lane)
	}
	return NewSecond(p, x), c, constant, global
}

func TestEveryPathHasWords(t *testing.T) {
	names := Paths()
	if len(names) != len(sim.Paths()) {
		t.Fatalf("%d paths have words, want %d", len(names), len(sim.Paths()))
	}
	tills := map[string]bool{}
	for i, p := range sim.Paths() {
		n := names[i]
		if n.ID != p.ID || NamesOf(p.ID) != n {
			t.Errorf("path %d is %s in the words, %s in the model", i, n.ID, p.ID)
		}
		if tills[n.Till] || n.Till == "" {
			t.Errorf("%s: the till's name %q is taken or empty", p.ID, n.Till)
		}
		tills[n.Till] = true
		if look.TextWidth(n.Bill, 15, false) > look.TextWidth("Constant", 15, false) {
			t.Errorf("%s: %q is wider than its column of the bill", p.ID, n.Bill)
		}
	}
	if NamesOf("").Till != GlobalName || NamesOf("drum").Till != GlobalName {
		t.Error("without a path the till is not that of global memory")
	}
}

// The notes say in two or three sentences what is charged and when to choose
// the path, and fit a tip of six lines.
func TestNotes(t *testing.T) {
	sentence := regexp.MustCompile(`[.](\s|$)`)
	for _, n := range Paths() {
		if found := len(sentence.FindAllString(n.Note, -1)); found < 2 || found > 3 {
			t.Errorf("%s: %d sentences: %q", n.ID, found, n.Note)
		}
		if len(look.Missing(n.Note)) > 0 {
			t.Errorf("%s: the font lacks %q", n.ID, look.Missing(n.Note))
		}
		if w := look.TextWidth(n.Note, 13, false); w > 5.6*300 {
			t.Errorf("%s: the note is %.0f wide, more than six lines of a tip", n.ID, w)
		}
		if n.ID != "copy" && !regexp.MustCompile("(?i)choose it").MatchString(n.Note) {
			t.Errorf("%s: the note does not say when to choose the path", n.ID)
		}
	}
}

// What a till counts at the start, at pass 3 and at the end.
func TestSecondCounters(t *testing.T) {
	tests := []struct {
		path, pattern, start, third, end, receipt string
	}{
		{"global", "per-lane", "0 sectors in 0 requests", "4 sectors in 1 request", "4 sectors in 1 request", "4 sectors"},
		{"texture", "per-lane", "0 sectors in 0 requests", "4 sectors in 1 request", "4 sectors in 1 request", "4 sectors"},
		{"shared", "per-lane", "0 of 1 wavefront", "1 wavefront", "1 wavefront", "1 wavefront"},
		{"shared-column", "per-lane", "0 of 32 wavefronts", "3 of 32 wavefronts", "32 wavefronts", "3 wavefronts"},
		{"shared", "stride:2", "0 of 2 wavefronts", "2 wavefronts", "2 wavefronts", "2 wavefronts"},
		{"shared-column", "stride:1000", "0 wavefronts", "0 wavefronts", "0 wavefronts", "0 wavefronts"},
		{"literal", "per-lane", "0 loads", "0 loads", "0 loads", "no load"},
		{"constant-fixed", "per-lane", "0 loads by lanes", "0 loads by lanes", "0 loads by lanes", "no load by lanes"},
		{"blocked", "per-lane", "35 inputs for 128 products", "35 inputs for 128 products", "35 inputs for 128 products", "no tap loaded"},
		{"copy", "per-lane", "0 sectors in, 0 out", "4 sectors in, 4 out", "4 sectors in, 4 out", "8 sectors"},
	}
	for _, test := range tests {
		s, _, constant, _ := second(t, test.path, test.pattern, 0)
		text := func(pass int, settled bool) string { return strings.Join(s.Counter(pass, settled), "") }
		got := [3]string{text(0, false), text(3, false), text(constant.StepCount(), true)}
		if want := [3]string{test.start, test.third, test.end}; got != want {
			t.Errorf("%s, %s counts %q, want %q", test.path, test.pattern, got, want)
		}
		if r := s.Receipt(3); r.Amount != test.receipt || r.Name != NamesOf(test.path).Bill || r.How == "" {
			t.Errorf("%s, %s: the receipt is %+v, want %q", test.path, test.pattern, r, test.receipt)
		}
	}
}

// With nothing chosen the second till says what it always said.
func TestGlobalIsTheSecondPath(t *testing.T) {
	_, constant, global := load4(t, "offset:4", 0)
	s := Second{Bill: global}
	c := SectorCounter(&global, true)
	if got := s.Counter(3, false); strings.Join(got, "") != strings.Join(c[:], "") {
		t.Errorf("the counter is %q, want %q", got, c)
	}
	if s.Rule() != GlobalRule(&global) || s.UnitRule() != BillRule("", false) || s.RowTaps("tap") != "taps" {
		t.Error("the rules of global memory have changed")
	}
	for _, pass := range []int{0, 1} {
		if got, want := s.Receipt(pass), GlobalReceipt(&global, pass > 0); got != want {
			t.Errorf("pass %d: the receipt is %+v, want %+v", pass, got, want)
		}
		var choice sim.Choice
		if got, want := s.Sentence(choice, 0, constant, global, pass, false), Sentence(choice, 0, constant, global, pass, false); got != want {
			t.Errorf("pass %d: %q, want %q", pass, got, want)
		}
		if got, want := s.AltText(choice, 0, constant, global, pass), AltText(choice, 0, constant, global, pass); got != want {
			t.Errorf("pass %d: %q, want %q", pass, got, want)
		}
	}
}

func TestOperandsAndBanksHaveRules(t *testing.T) {
	seen := map[string]string{}
	for _, p := range []string{"global", "shared", "literal", "blocked", "copy"} {
		s, _, _, _ := second(t, p, "per-lane", 0)
		rule := s.Rule() + s.UnitRule()
		if other := seen[rule]; other != "" {
			t.Errorf("%s has the rules of %s: %q", p, other, rule)
		}
		seen[rule] = p
	}
	if RowWords("tap", 1) != "taps" || RowWords("element", 0) != "elements" || RowWords("tap", 32) != "32 deep" {
		t.Error("the row of words is not named by its depth")
	}
	texture, _, _, _ := second(t, "texture", "per-lane", 0)
	if texture.RowTaps("tap") != "texels" {
		t.Error("a texture's elements are texels")
	}
	texture.Bill.Unverified = true
	if rule := texture.Rule(); !strings.HasPrefix(rule, "taken to be") {
		t.Errorf("a rule that nothing has confirmed reads %q", rule)
	}
	if texture.Bill.Unverified = false; texture.Rule() != "charged by 32-byte sector" {
		t.Errorf("a confirmed rule reads %q", texture.Rule())
	}
}
