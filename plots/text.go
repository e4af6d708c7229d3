package plots

import (
	"slices"
	"strings"
	"sync"

	xfont "golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"

	"warpbill/cuda/measure"
	"warpbill/plots/fonts"
	"warpbill/plots/look"
)

const typeface = font.Typeface("Noto Sans")

// faces holds Noto Sans for gonum/plot, read once; a test reads it too.
var faces = sync.OnceValue(func() *font.Cache {
	var c font.Collection
	for weight, data := range map[xfont.Weight][]byte{xfont.WeightNormal: fonts.Regular, xfont.WeightBold: fonts.Bold} {
		if f, err := opentype.Parse(data); err == nil {
			c = append(c, font.Face{Font: font.Font{Typeface: typeface, Weight: weight}, Face: f})
		}
	}
	return font.NewCache(c)
})

func face(size float64, bold bool) font.Face {
	f := font.Font{Typeface: typeface}
	if bold {
		f.Weight = xfont.WeightBold
	}
	return faces().Lookup(f, vg.Length(size))
}

// substitutes stand for characters that Noto Sans lacks.
var substitutes = strings.NewReplacer("→", "->", "←", "<-", "≥", ">=", "≤", "<=", "≈", "~", "≠", "!=", "−", "-", "√", "sqrt", "∞", "inf")

// clean makes a text from outside safe to print: on one line, without control
// and direction characters, in letters that the font has.
func clean(s string) string {
	s = substitutes.Replace(measure.CleanText(s, 300))
	missing := look.Missing(s)
	if len(missing) == 0 {
		return s
	}
	return strings.Map(func(r rune) rune {
		if slices.Contains(missing, r) {
			return '?'
		}
		return r
	}, s)
}

// fit shortens a text with an ellipsis until it is no wider than width.
func fit(s string, size float64, bold bool, width float64) string {
	if look.TextWidth(s, size, bold) <= width {
		return s
	}
	runes := []rune(s)
	for n := len(runes); n > 0; n-- {
		short := strings.TrimRight(string(runes[:n]), " ") + "…"
		if look.TextWidth(short, size, bold) <= width {
			return short
		}
	}
	return ""
}

// wrap breaks a text at spaces into at most lines lines no wider than width;
// what is left over ends in an ellipsis. ok says that nothing was cut.
func wrap(s string, size float64, bold bool, width float64, lines int) (out []string, ok bool) {
	words := strings.Fields(s)
	for len(words) > 0 && len(out) < lines {
		n := 1
		for n < len(words) && look.TextWidth(strings.Join(words[:n+1], " "), size, bold) <= width {
			n++
		}
		if len(out) == lines-1 {
			n = len(words)
		}
		line := strings.Join(words[:n], " ")
		short := fit(line, size, bold, width)
		if short != line {
			return append(out, short), false
		}
		out, words = append(out, line), words[n:]
	}
	return out, true
}
