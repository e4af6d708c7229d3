package sim

import (
	"strings"
	"testing"
)

func TestParseIndices(t *testing.T) {
	want := elements(t, "per-lane")
	words := strings.Fields(want.String())
	for name, text := range map[string]string{
		"spaces":      strings.Join(words, " "),
		"commas":      strings.Join(words, ","),
		"both":        strings.Join(words, ", "),
		"lines":       strings.Join(words, "\r\n") + "\n",
		"tabs":        "\t" + strings.Join(words, "\t"),
		"wide spaces": strings.Join(words, "\u00a0"),
	} {
		if got, err := ParseIndices(text); err != nil || got != want {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}

func TestParseIndicesRefuses(t *testing.T) {
	// list is 32 zeros, with one of them replaced.
	list := func(lane int, word string) string {
		words := strings.Fields(strings.Repeat("0 ", WarpSize))
		words[lane] = word
		return strings.Join(words, " ")
	}
	for _, c := range []struct{ name, text, words string }{
		{"nothing", "", "the list has 0 numbers for 32 lanes: add 32"},
		{"one", "7", "the list has 1 number for 32 lanes: add 31"},
		{"31", strings.Repeat("1 ", 31), "the list has 31 numbers for 32 lanes: add 1"},
		{"33", strings.Repeat("1 ", 33), "the list has 33 numbers for 32 lanes: leave out 1"},
		{"negative", list(3, "-1"), "lane 3 asks for element -1, but elements are counted from 0: use 0 or more"},
		{"minus zero", list(0, "-0"), "lane 0 asks for element -0"},
		{"word", list(31, "ten"), `lane 31 has "ten", which is not a whole number: give 32 numbers`},
		{"minus", list(31, "-"), `lane 31 has "-", which is not a whole number`},
		{"fraction", list(1, "1.5"), `lane 1 has "1.5", which is not a whole number`},
		{"hexadecimal", list(1, "0x10"), `lane 1 has "0x10"`},
		{"semicolon", list(1, "1;2"), `lane 1 has "1;2"`},
		{"too large", list(2, "1125899906842625"), "lane 2 asks for element 1125899906842625, which is beyond any memory: use an index up to 1125899906842624"},
		{"2^64", list(2, "18446744073709551616"), "beyond any memory"},
		{"2^63 below zero", list(2, "-9223372036854775809"), "counted from 0"},
		{"many digits", list(2, strings.Repeat("9", 1000)), "element 999999999999999999999999..., which is beyond"},
		{"many letters", list(2, strings.Repeat("é", 1000)), `lane 2 has "` + strings.Repeat("é", 24) + `..."`},
		{"a megabyte", strings.Repeat("0 ", 500000), "the list of indices is 1000000 bytes long: give 32 numbers"},
	} {
		_, err := ParseIndices(c.text)
		if err == nil {
			t.Errorf("%s is accepted", c.name)
			continue
		}
		checkSentence(t, err)
		if !strings.Contains(err.Error(), c.words) {
			t.Errorf("%s: %v\nnot %q", c.name, err, c.words)
		}
	}
}

func TestInFilter(t *testing.T) {
	x := elements(t, "per-lane")
	if !x.InFilter() {
		t.Error("the 32 taps do not lie in the filter")
	}
	if x[31] = FilterTaps; x.InFilter() {
		t.Error("element 32 lies in the filter")
	}
}
