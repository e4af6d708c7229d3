package plots

import (
	"slices"
	"strings"
	"testing"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot/vg"

	"warpbill/plots/look"
)

func TestClean(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"Tesla T4", "Tesla T4"},
		{"a\x00b\x1bc\u202ed", "abcd"},
		{"two\nlines\tand\r\n", "two lines and"},
		{"\xff\xfe", "\uFFFD"},
		{"µ × ÷ é Ω Ж", "µ × ÷ é Ω Ж"},
		{"a → b ≥ c ≤ d ≈ e − f", "a -> b >= c <= d ~ e - f"},
		{"漢字 ▶", "?? ?"},
		{"<script>alert(1)</script>", "<script>alert(1)</script>"},
		{strings.Repeat("x", 1000), strings.Repeat("x", 299) + "…"},
		{"", ""},
	} {
		got := clean(c.in)
		if got != c.want {
			t.Errorf("clean(%q) = %q, want %q", c.in, got, c.want)
		}
		if missing := look.Missing(got); len(missing) > 0 {
			t.Errorf("clean(%q) still has %q", c.in, string(missing))
		}
	}
}

func TestFit(t *testing.T) {
	for _, s := range []string{"", "short", "a somewhat longer label", strings.Repeat("W", 300)} {
		for _, width := range []float64{0, 5, 40, 100, 1000} {
			got := fit(s, 13, true, width)
			if w := look.TextWidth(got, 13, true); w > width {
				t.Errorf("fit(%.10q, %v) = %q is %v wide", s, width, got, w)
			}
			if look.TextWidth(s, 13, true) <= width && got != s {
				t.Errorf("fit(%.10q, %v) shortened to %q", s, width, got)
			}
		}
	}
	if got := fit("a b c d", 13, false, look.TextWidth("a b…", 13, false)+.1); got != "a b…" {
		t.Errorf("%q", got)
	}
}

func TestWrap(t *testing.T) {
	w := look.TextWidth("one two", 13, false) + .1
	for _, c := range []struct {
		in    string
		lines int
		want  []string
		ok    bool
	}{
		{"one two", 2, []string{"one two"}, true},
		{"one two six", 2, []string{"one two", "six"}, true},
		{"  one   two  ", 1, []string{"one two"}, true},
		{"", 2, nil, true},
		{"one two six ten five", 2, []string{"one two", "six ten…"}, false},
		{"incomprehensibilities", 2, nil, false},
	} {
		got, ok := wrap(c.in, 13, false, w, c.lines)
		if ok != c.ok || len(got) > c.lines {
			t.Errorf("%q: %q, %v", c.in, got, ok)
		}
		if c.ok && !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.in, got, c.want)
		}
		for _, line := range got {
			if look.TextWidth(line, 13, false) > w {
				t.Errorf("%q: the line %q is too wide", c.in, line)
			}
		}
	}
}

// Charts are set in the letters of the window, never in gonum's own.
func TestFace(t *testing.T) {
	for _, bold := range []bool{false, true} {
		f := face(13, bold)
		if f.Face == nil || f.Font.Typeface != typeface || f.Font.Size != vg.Length(13) {
			t.Fatalf("bold %v: %+v", bold, f.Font)
		}
		if got := f.Font.Weight == xfont.WeightBold; got != bold {
			t.Errorf("bold is %v, want %v", got, bold)
		}
		if w := float64(f.Width("per-lane")); !near(w, look.TextWidth("per-lane", 13, bold), .05) {
			t.Errorf("bold %v: gonum says %v, look says %v", bold, w, look.TextWidth("per-lane", 13, bold))
		}
	}
	if plainText().Cache() != faces() {
		t.Error("the text handler has other fonts")
	}
}
