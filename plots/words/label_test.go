package words

import (
	"strings"
	"testing"

	"warpbill/plots/look"
	"warpbill/sim"
)

func TestLaneList(t *testing.T) {
	tests := []struct {
		mask sim.Mask
		want string
	}{
		{1 << 6, "lane 6"}, {1<<2 | 1<<10, "lanes 2 and 10"}, {1<<2 | 1<<10 | 1<<18 | 1<<26, "lanes 2, 10, 18 and 26"},
		{31, "5 lanes"}, {sim.AllLanes, "all 32 lanes"}, {sim.AllLanes >> 1, "31 lanes"}, {0, "0 lanes"},
	}
	for _, test := range tests {
		if got := LaneList(test.mask); got != test.want {
			t.Errorf("%b is %q, want %q", test.mask, got, test.want)
		}
	}
}

func TestCounters(t *testing.T) {
	_, constant, global := load4(t, "per-lane", 0)
	_, one, few := load4(t, "broadcast:5", 0)
	pass := func(b *sim.Bill, p int, settled bool) string {
		n, rest := PassCounter(b, p, settled)
		return n + rest
	}
	sector := func(b *sim.Bill, charged bool) string {
		c := SectorCounter(b, charged)
		return strings.Join(c[:], "")
	}
	for _, test := range [][2]string{
		{pass(&constant, 7, false), "7 of 32 passes"}, {pass(&constant, 32, true), "32 passes"}, {pass(&constant, 99, false), "32 of 32 passes"},
		{pass(&one, 0, false), "0 of 1 pass"}, {pass(&one, 1, true), "1 pass"},
		{sector(&global, true), "4 sectors in 1 request"}, {sector(&few, true), "1 sector in 1 request"}, {sector(&few, false), "0 sectors in 0 requests"},
		{ConstantReceipt(&constant, 7).Amount, "7 passes"}, {ConstantReceipt(&constant, 1).Amount, "1 pass"}, {ConstantReceipt(&constant, 0).Amount, "0 passes"},
		{GlobalReceipt(&global, true).Amount, "4 sectors"}, {GlobalReceipt(&few, true).Amount, "1 sector"}, {GlobalReceipt(&few, false).Amount, "0 sectors"},
		{ConstantReceipt(&constant, 7).How, "one address after another"}, {GlobalReceipt(&global, true).How, "1 request, all lanes at once"},
		{ConstantRule(&constant), "one pass for each distinct address"}, {GlobalRule(&global), "one request, charged by 32-byte sector"},
		{BillRule("", true), "a column for each pass, a column for each sector"}, {BillRule("x", false), "a column for each pass, a column for each sector"}, {BillRule("x", true), "x"},
		{RowTaps("tap"), "taps"}, {RowAsks("tap"), "asks tap"}, {RowAsks("element"), "asks for"},
		{LineName(3), "line 3"}, {LineName(1015807), "1015807"}, {SectorName(2), "sector 2"}, {MoreLines(24), "and 24 more"}, {LinesBetween(7, 24), "to 7"}, {LinesBetween(7, 0), "to"},
	} {
		if test[0] != test[1] {
			t.Errorf("%q, want %q", test[0], test[1])
		}
	}
	_, _, strided := load4(t, "stride:2", 0)
	if got, want := GlobalRule(&strided), "one request, charged by 32-byte sector · 2 wavefronts"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestChoiceTitles(t *testing.T) {
	for _, test := range []struct{ choice, title, picker string }{
		{"broadcast:5", "Broadcast", "Broadcast"},
		{"distinct:8", "8 distinct", "8 distinct"},
		{"per-lane", "Per-lane", "Per-lane"},
		{"stride:2", "Stride 2", "Stride"},
		{"offset:4", "Offset 4", "Offset"},
		{"random:7", "Random 7", "Random"},
		{"random:7,64", "Random 7 of 64", "Random"},
		{"halves", "Halves", "Halves"},
	} {
		c, err := sim.ParseChoice(test.choice)
		if err != nil {
			t.Fatal(err)
		}
		if ChoiceTitle(c) != test.title || PickerTitle(c) != test.picker {
			t.Errorf("%s: %q, %q; want %q, %q", test.choice, ChoiceTitle(c), PickerTitle(c), test.title, test.picker)
		}
	}
	paint := sim.Choice{ID: sim.PaintID}
	if ChoiceTitle(paint) != "Paint" || PickerTitle(paint) != "Paint" {
		t.Errorf("paint: %q, %q", ChoiceTitle(paint), PickerTitle(paint))
	}
	if got := ChoiceTitle(sim.Choice{ID: "unheard of"}); got != "unheard of" {
		t.Errorf("an unknown pattern is %q", got)
	}
}

func TestPrice(t *testing.T) {
	for _, test := range []struct {
		constant, global float64
		want             string
	}{
		{64.28, 1.29, "on an NVIDIA H200: 64 cycles against 2.5, the least a load takes"},
		{2.28, 1.29, "on an NVIDIA H200: no difference, both take the least that a load takes"},
		{2.28, 8.29, "on an NVIDIA H200: 2.4 cycles, the least a load takes, against 8.3"},
		{16.28, 4.29, "on an NVIDIA H200: 16 cycles against 4.3"},
	} {
		if got := Price("NVIDIA H200", test.constant, test.global, 2.35, 2.53); got != test.want {
			t.Errorf("%v against %v: %q, want %q", test.constant, test.global, got, test.want)
		}
	}
	if got := Price("Tesla T4", 64, 2, 1, 1); !strings.HasPrefix(got, "on a Tesla T4: ") {
		t.Errorf("%q", got)
	}
}

func TestPanelTexts(t *testing.T) {
	for _, test := range [][2]string{
		{RunHint("NVIDIA H200"), "measure on this GPU: NVIDIA H200"},
		{Running("NVIDIA H200", "warming up", 0, 20), "NVIDIA H200: warming up, 0 of 20 points"},
		{Running("NVIDIA H200", "", 1, 1), "NVIDIA H200: 1 of 1 point"},
		{TimeLeft(.2), "under 1 s left"}, {TimeLeft(12.4), "about 12 s left"}, {TimeLeft(150), "about 3 min left"},
		{NoGPU(""), "Measuring needs an NVIDIA GPU; all the rest works without one."},
		{NoGPU(" there is no driver. "), "No GPU to measure on: there is no driver."},
		{NoChartData("stride 2", "Tesla T4", "per-lane"), "Tesla T4 has no times for stride 2. The nearest pattern measured is per-lane."},
		{NoChartData("stride 2", "Tesla T4", ""), "Tesla T4 has no times for stride 2."},
		{NoTimes("8 distinct"), "No times for 8 distinct here; the nearest is"},
	} {
		if test[0] != test[1] {
			t.Errorf("%q, want %q", test[0], test[1])
		}
	}
}

func TestPatternName(t *testing.T) {
	for pattern, want := range map[string]string{
		"broadcast": "broadcast", "distinct:8": "8 distinct", "stride:2": "stride 2", "offset:4": "offset 4", "reverse": "reverse",
		"random:7": "random (seed 7)", "random:7,100": "random (seed 7 of 100)",
	} {
		c, err := sim.ParseChoice(pattern)
		if err != nil {
			t.Fatal(err)
		}
		if got := PatternName(c); got != want {
			t.Errorf("%s: %q, want %q", pattern, got, want)
		}
	}
	if got := PatternName(sim.Choice{ID: sim.PaintID}); got != "the painted pattern" {
		t.Errorf("painted: %q", got)
	}
}

func TestOrdinal(t *testing.T) {
	for n, want := range map[int64]string{1: "1st", 2: "2nd", 3: "3rd", 4: "4th", 11: "11th", 12: "12th", 13: "13th", 21: "21st", 111: "111th", 1002: "1002nd"} {
		if got := ordinal(n); got != want {
			t.Errorf("%d is %q, want %q", n, got, want)
		}
	}
}

func TestGlossary(t *testing.T) {
	for _, word := range []string{"warp", "lane", "tap", "pass", "sector", "request", "line", "wavefront", "SM", "n", "card"} {
		if _, ok := FindTerm(word); !ok {
			t.Errorf("%q is not explained", word)
		}
	}
	for _, term := range Glossary() {
		if strings.Count(term.Text, ". ") > 0 || !strings.HasSuffix(term.Text, ".") {
			t.Errorf("%s: not one sentence: %q", term.Word, term.Text)
		}
		if missing := look.Missing(term.Text); len(missing) > 0 {
			t.Errorf("%s: the font lacks %q", term.Word, missing)
		}
	}
	for word, want := range map[string]string{"Passes.": "pass", "addresses:": "address", "lanes,": "lane", "taps": "tap", "sectors;": "sector", "Warp": "warp", "SMs": "SM"} {
		if term, ok := FindTerm(word); !ok || term.Word != want {
			t.Errorf("%q explains %q, want %q", word, term.Word, want)
		}
	}
	for _, word := range []string{"", "N", "ns", "the", "memory", "."} {
		if term, ok := FindTerm(word); ok {
			t.Errorf("%q explains %q", word, term.Word)
		}
	}
}

func TestConstantTexts(t *testing.T) {
	for _, s := range []string{Law, ConstantName, GlobalName, BillName, RowLane, RowLine, RowCharged, ChartRatio, ChartTime, RatioSubtitle, TimeSubtitle, ChartScope} {
		if missing := look.Missing(s); len(missing) > 0 {
			t.Errorf("%q: the font lacks %q", s, missing)
		}
	}
	if w := look.TextWidth(Law, 26, false); w > 1200 {
		t.Errorf("the law is %.0f wide", w)
	}
}

func TestAltText(t *testing.T) {
	c, constant, global := load4(t, "distinct:2", 0)
	got := AltText(c, 0, constant, global, 1)
	for _, want := range []string{"32 lanes, pattern 2 distinct", "ask for taps 0, 1, 0, 1", "1 of 2 passes", "1 of 1 sector moved", "Pass 1 of 2: tap 0 serves 16 lanes."} {
		if !strings.Contains(got, want) {
			t.Errorf("%q lacks %q", got, want)
		}
	}
	a := constant.Access
	a.Active = 0
	constant, global = bills(t, a)
	if got := AltText(c, 0, constant, global, 0); !strings.Contains(got, "0 lanes") || !strings.Contains(got, "nothing is charged") {
		t.Errorf("%q", got)
	}
}
