package stage

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"warpbill/plots/look"
	"warpbill/sim"
)

// slots counts the hollow slots, the chips and the numbers of a tape.
func (v view) slots(y float64) (hollow, chips, numbers int) {
	for _, s := range v.list {
		if s.Hidden || s.Y < y-.1 || s.Y > y+v.g.tape || s.X < v.g.columns {
			continue
		}
		if s.Kind == Text && s.Align == Center {
			numbers++
		}
		if s.Kind != Rect || s.W >= v.g.pitch || s.Fill == v.th.Paper {
			continue
		}
		if s.Fill.A == 0 {
			hollow++
		} else {
			chips++
		}
	}
	return hollow, chips, numbers
}

// paperOf is how far a tape is printed, in columns, and how high.
func (v view) paperOf(y float64) (columns, height float64) {
	for _, s := range v.list {
		if s.Kind == Rect && !s.Hidden && s.Fill == v.th.Paper && s.X == v.g.columns && math.Abs(s.Y-y) < .1 {
			return s.W / v.g.pitch, s.H
		}
	}
	return 0, 0
}

// tornAt counts the circles of a torn edge.
func (v view) tornAt(y float64) int {
	n := 0
	for _, s := range v.list {
		if s.Kind == Circle && !s.Hidden && s.Fill == v.th.Bg && s.Y > y && s.Y < y+v.g.tape {
			n++
		}
	}
	return n
}

func TestConstantTape(t *testing.T) {
	tests := []struct {
		m                      Moment
		hollow, chips, numbers int
		printed                float64
		torn                   bool
	}{
		{Stop(0), 8, 0, 0, 0, false},
		{Moment{Pass: 1}, 8, 0, 0, 0, false},
		{Moment{Pass: 1, Phase: .5}, 8, 1, 0, .5, false},
		{Stop(1), 7, 1, 1, 1, false},
		{Moment{Pass: 3, Phase: .25}, 6, 3, 2, 2.25, false},
		{Moment{Pass: 3, Phase: .9}, 6, 3, 3, 2.9, false},
		{Stop(8), 0, 8, 8, 8, false},
		{End(8), 0, 8, 8, 8, true},
	}
	for _, test := range tests {
		v := newView(t, newScene(t, "distinct:8", 0, test.m), look.DarkTheme())
		hollow, chips, numbers := v.slots(v.g.tape1)
		printed, _ := v.paperOf(v.g.tape1)
		if hollow != test.hollow || chips != test.chips || numbers != test.numbers || math.Abs(printed-test.printed) > 1e-9 {
			t.Errorf("%+v: %d hollow, %d chips, %d numbers, %.2f columns of paper; want %+v", test.m, hollow, chips, numbers, printed, test)
		}
		if torn := v.tornAt(v.g.tape1); (torn > 0) != test.torn {
			t.Errorf("%+v: torn %d", test.m, torn)
		}
	}
}

// The tape prints linearly: equal times print equal lengths.
func TestTapeIsLinear(t *testing.T) {
	for _, reduce := range []bool{false, true} {
		before := 0.
		for step := 1; step <= 80; step++ {
			s := newScene(t, "per-lane", 0, Moment{Pass: 1 + (step-1)/10, Phase: float64((step-1)%10+1) / 10})
			s.ReduceMotion = reduce
			v := newView(t, s, look.DarkTheme())
			printed, _ := v.paperOf(v.g.tape1)
			if math.Abs(printed-before-.1) > 1e-9 {
				t.Fatalf("step %d prints %.3f columns, want 0.1", step, printed-before)
			}
			before = printed
		}
	}
}

// The sectors of one request are printed all at once.
func TestGlobalTapeAllAtOnce(t *testing.T) {
	tests := []struct {
		m       Moment
		chips   int
		columns float64
		height  float64
		torn    bool
	}{
		{Stop(0), 0, 0, 0, false},
		{Moment{Pass: 1, Phase: .2}, 0, 4, .4, false},
		{Moment{Pass: 1, Phase: .45}, 4, 4, .9, false},
		{Moment{Pass: 1, Phase: .5}, 4, 4, 1, true},
		{Stop(7), 4, 4, 1, true},
		{End(32), 4, 4, 1, true},
	}
	for _, test := range tests {
		v := newView(t, newScene(t, "per-lane", 0, test.m), look.LightTheme())
		_, chips, numbers := v.slots(v.g.tape2)
		columns, height := v.paperOf(v.g.tape2)
		if chips != test.chips || numbers != test.chips || columns != test.columns || math.Abs(height-test.height*v.g.tape) > 1e-9 {
			t.Errorf("%+v: %d chips, %d numbers, %v columns, %v high; want %+v", test.m, chips, numbers, columns, height, test)
		}
		if torn := v.tornAt(v.g.tape2); (torn > 0) != test.torn {
			t.Errorf("%+v: torn %d", test.m, torn)
		}
	}
}

// The axis runs from 0 to 32 whatever is charged.
func TestAxisIsFixed(t *testing.T) {
	for _, pattern := range []string{"broadcast:5", "distinct:2", "per-lane", "stride:33"} {
		v := newView(t, newScene(t, pattern, 0, Stop(1)), look.DarkTheme())
		y := v.g.tape2 + v.g.tape + 7
		for k := 0; k <= 32; k += 4 {
			found := false
			for _, s := range v.list {
				found = found || s.Kind == Text && s.Text == itoa(uint64(k)) && s.Y > y && math.Abs(s.X-v.g.columns-float64(k)*v.g.pitch) < .01
			}
			if !found {
				t.Errorf("%s: the axis lacks %d", pattern, k)
			}
		}
	}
}

func TestPlayhead(t *testing.T) {
	tests := []struct {
		m       Moment
		columns float64
		shown   bool
	}{
		{Stop(0), 0, false}, {Moment{Pass: 1, Phase: .5}, .5, true}, {Stop(7), 7, true}, {Stop(32), 32, true}, {End(32), 32, false},
	}
	for _, test := range tests {
		v := newView(t, newScene(t, "per-lane", 0, test.m), look.DarkTheme())
		shown := false
		for _, s := range v.list {
			if s.Kind == Triangle && !s.Hidden {
				shown = true
				if at := (s.X + s.W/2 - v.g.columns) / v.g.pitch; math.Abs(at-test.columns) > 1e-9 || s.Tip != TipUp {
					t.Errorf("%+v: the playhead is at %.2f", test.m, at)
				}
			}
		}
		if shown != test.shown {
			t.Errorf("%+v: playhead %v", test.m, shown)
		}
	}
}

// More than 32 charges go on in a second row.
func TestSecondTapeRow(t *testing.T) {
	var x sim.Indices
	for lane := range x {
		x[lane] = uint64(lane)
	}
	a, err := sim.Elements(x, 16)
	if err != nil {
		t.Fatal(err)
	}
	v := newView(t, sceneOf(t, a, Stop(40)), look.DarkTheme())
	half := (v.g.tape - 2) / 2
	first, height := v.paperOf(v.g.tape1)
	second, _ := v.paperOf(v.g.tape1 + half + 2)
	if first != 32 || second != 8 || height != half {
		t.Errorf("the rows are printed to %v and %v, %v high", first, second, height)
	}
	for _, s := range v.list {
		if s.Kind == Triangle && math.Abs(s.X+s.W/2-v.g.columns-8*v.g.pitch) > 1e-9 {
			t.Errorf("the playhead is at column %.1f of the second row", (s.X+s.W/2-v.g.columns)/v.g.pitch)
		}
	}
}

func TestReceiptLines(t *testing.T) {
	starts := map[string]string{}
	for pass := 0; pass <= 32; pass++ {
		v := newView(t, newScene(t, "per-lane", 0, Stop(pass)), look.DarkTheme())
		want := fmt.Sprintf("%d passes", pass)
		if pass == 1 {
			want = "1 pass"
		}
		if !v.has(want) || !v.has("one address after another") || !v.has("1 request, all lanes at once") {
			t.Errorf("pass %d: the receipt does not say %q", pass, want)
		}
		for _, s := range v.list {
			if s.Kind != Text || !strings.HasPrefix(s.Text, ". ") {
				continue
			}
			key, now := fmt.Sprintf("%.0f", s.Y), fmt.Sprintf("%s at %.3f", s.Text, s.X)
			if before, ok := starts[key]; ok && before != now {
				t.Fatalf("pass %d: the dots change from %q to %q", pass, before, now)
			}
			starts[key] = now
		}
	}
	if len(starts) != 2 {
		t.Errorf("%d lines with dots, want 2", len(starts))
	}
}

func TestBillHeader(t *testing.T) {
	s := newScene(t, "per-lane", 0, Stop(7))
	s.Price = "on an NVIDIA H200: 64 cycles against 2.5, the least a load takes"
	if v := newView(t, s, look.DarkTheme()); v.has(s.Price) || !v.has("a column for each pass, a column for each sector") {
		t.Error("the time is shown before the bill is settled")
	}
	s.Moment = End(32)
	if v := newView(t, s, look.DarkTheme()); !v.has(s.Price) {
		t.Error("the settled bill lacks its time")
	}
}

// The lines that a load touches have a row each, at most eight.
func TestLines(t *testing.T) {
	tests := []struct {
		pattern string
		rows    int
		columns bool // the constant till has a column for each address
		labels  []string
		none    []string
	}{
		{"per-lane", 1, false, []string{"128 B line", "sector 3", "taps"}, []string{"line 0", "elements"}},
		{"broadcast:200", 1, false, []string{"line 6", "sector 24", "sector 27", "223", "elements"}, []string{"128 B line", "31 "}},
		{"offset:4", 2, false, []string{"line 0", "line 1", "63", "taps"}, []string{"sector 0", "128 B line"}},
		{"halves", 2, false, []string{"line 0", "line 3", "127"}, []string{"line 1", "line 2", "63"}},
		{"stride:3", 3, true, []string{"line 0", "line 1", "line 2", "93", "asks for"}, []string{"128 B line"}},
		{"stride:4", 4, true, []string{"line 0", "to", "line 3", "124"}, []string{"line 1", "125"}},
		{"stride:8", 8, true, []string{"line 0", "to", "line 7", "248"}, []string{"line 6"}},
		{"stride:33", 8, true, []string{"line 0", "to 7", "and 24 more"}, []string{"line 7"}},
		{"stride:1000", 8, true, []string{"line 0", "to 218", "and 24 more", "31", "000"}, []string{"31000"}},
		{"stride:1048576", 8, true, []string{"line 0", "to 229376", "and 24 more"}, []string{"1048576", "1", "048"}},
	}
	for _, test := range tests {
		s := newScene(t, test.pattern, 0, Stop(0))
		g, th := MainGeometry(816, 672), look.DarkTheme()
		l := newLayout(&s, &g, th)
		if len(l.lines) != test.rows || l.columns != test.columns {
			t.Errorf("%s: %d rows, a column for each address %v; want %d, %v", test.pattern, len(l.lines), l.columns, test.rows, test.columns)
		}
		if bottom := g.constantTaps + (&list{layout: l}).constantHeight(); bottom > g.constantLanes-g.lift {
			t.Errorf("%s: the taps end at %.1f, below the lanes' top", test.pattern, bottom)
		}
		v := view{t: t, list: Draw(s, g, th), g: g, th: th}
		for _, label := range test.labels {
			if !v.has(label) {
				t.Errorf("%s: %q is not there", test.pattern, label)
			}
		}
		for _, label := range test.none {
			if v.has(label) && !(label == "1") {
				t.Errorf("%s: %q is there", test.pattern, label)
			}
		}
	}
}

// Elements of other widths stand where their bytes are.
func TestWidths(t *testing.T) {
	for _, width := range []int{1, 2, 4, 8, 16} {
		var x sim.Indices
		for lane := range x {
			x[lane] = uint64(lane)
		}
		a, err := sim.Elements(x, width)
		if err != nil {
			t.Fatal(err)
		}
		s := sceneOf(t, a, Stop(1))
		g := MainGeometry(816, 672)
		l := newLayout(&s, &g, look.DarkTheme())
		at, wide := l.column(5)
		if want := math.Mod(float64(5*width), 128) / 4; at != want || wide != float64(width)/4 {
			t.Errorf("width %d: element 5 is at column %v, %v wide; want %v", width, at, wide, want)
		}
		if len(l.lines) != s.Global.Lines {
			t.Errorf("width %d: %d rows for %d lines", width, len(l.lines), s.Global.Lines)
		}
		if width < 4 && l.numbered {
			t.Errorf("width %d: cells of a quarter column have numbers", width)
		}
		for sector := range uint64(20) {
			if want := sector < uint64(width); l.movedIn(sector) != want {
				t.Errorf("width %d: sector %d moved %v", width, sector, !want)
			}
		}
	}
}

// movedIn asks the drawing whether a sector is on the bill.
func (l *layout) movedIn(sector uint64) bool {
	d := list{layout: l}
	return d.moved(sector)
}

func TestWrap(t *testing.T) {
	tests := []struct {
		text       string
		width      float64
		line, rest string
	}{
		{"", 10, "", ""},
		{"one two", 1000, "one two", ""},
		{"one two three", look.TextWidth("one two", 17, false) + 1, "one two", "three"},
		{"one two three", look.TextWidth("one two thre", 17, false), "one two", "three"},
		{"indivisible", 5, "indivisible", ""},
	}
	for _, test := range tests {
		line, rest := wrap(test.text, 17, test.width)
		if line != test.line || rest != test.rest {
			t.Errorf("%q in %.0f: %q and %q", test.text, test.width, line, rest)
		}
	}
}

func TestLeader(t *testing.T) {
	for _, width := range []float64{-5, 0, 3, 100, 333} {
		dots := leader(width, 15)
		if w := look.TextWidth(dots, 15, false); w > max(width, 0) {
			t.Errorf("dots %.1f wide in %.1f", w, width)
		}
		if width >= 100 && !strings.HasSuffix(dots, ".") {
			t.Errorf("%q does not end in a dot", dots)
		}
	}
}

func TestEaseOut(t *testing.T) {
	for v, want := range map[float64]float64{-1: 0, 0: 0, .5: .875, 1: 1, 7: 1} {
		if got := easeOut(v); got != want {
			t.Errorf("easeOut(%v) = %v, want %v", v, got, want)
		}
	}
}
