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

// TextWidth is the width of one line of text set in Noto Sans, in the same
// unit as size. Characters that the font lacks count as its missing glyph.
func TextWidth(s string, size float64, bold bool) float64 {
	f := faces()[0]
	if bold {
		f = faces()[1]
	}
	var buf sfnt.Buffer
	units := f.UnitsPerEm()
	ppem := fixed.Int26_6(units) << 6
	total := fixed.Int26_6(0)
	for _, r := range s {
		glyph, err := f.GlyphIndex(&buf, r)
		if err != nil {
			continue
		}
		if advance, err := f.GlyphAdvance(&buf, glyph, ppem, font.HintingNone); err == nil {
			total += advance
		}
	}
	return float64(total) / 64 / float64(units) * size
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
