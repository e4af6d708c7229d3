package look

import (
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"warpbill/plots/fonts"
)

// faces reads both fonts once; they are embedded, and a test reads them too.
var faces = sync.OnceValue(func() (f [2]*sfnt.Font) {
	for i, data := range [][]byte{fonts.Regular, fonts.Bold} {
		f[i], _ = sfnt.Parse(data)
	}
	return f
})

// advances are the widths of the characters up to U+00FF in both fonts, in
// parts of the text size: nearly all text is made of them, and a frame of the
// stage measures many.
var advances = sync.OnceValue(func() *[2][256]float64 {
	var a [2][256]float64
	for i, f := range faces() {
		var buf sfnt.Buffer
		for r := range a[i] {
			a[i][r] = advance(f, &buf, rune(r))
		}
	}
	return &a
})

// advance is the width of one character, as a part of the text size.
func advance(f *sfnt.Font, buf *sfnt.Buffer, r rune) float64 {
	glyph, err := f.GlyphIndex(buf, r)
	if err != nil {
		return 0
	}
	units := f.UnitsPerEm()
	width, err := f.GlyphAdvance(buf, glyph, fixed.Int26_6(units)<<6, font.HintingNone)
	if err != nil {
		return 0
	}
	return float64(width) / 64 / float64(units)
}

// TextWidth is the width of one line of text set in Noto Sans, in the same
// unit as size. Characters that the font lacks count as its missing glyph.
func TextWidth(s string, size float64, bold bool) float64 {
	face := 0
	if bold {
		face = 1
	}
	total, table := 0.0, &advances()[face]
	for _, r := range s {
		if r < 256 {
			total += table[r]
			continue
		}
		var buf sfnt.Buffer
		total += advance(faces()[face], &buf, r)
	}
	return total * size
}

// Missing lists the characters of the text that Noto Sans does not have.
func Missing(s string) []rune {
	var buf sfnt.Buffer
	var missing []rune
	for _, r := range s {
		if glyph, err := faces()[0].GlyphIndex(&buf, r); err != nil || glyph == 0 {
			missing = append(missing, r)
		}
	}
	return missing
}

// Baseline is how far below the top of a line its baseline stands, as a part
// of the text size; LineHeight is the height of the line likewise.
const (
	Baseline   = 1.069
	LineHeight = 1.362
)
