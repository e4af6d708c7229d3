package look

import (
	"image/color"
	"math"
	"strconv"
	"strings"
)

// hex reads a colour of this package's own tables, which the tests check.
func hex(s string) color.NRGBA {
	v, _ := strconv.ParseUint(s, 16, 32)
	return color.NRGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 255}
}

func ramp(list string) [32]color.NRGBA {
	var r [32]color.NRGBA
	for i, s := range strings.Fields(list) {
		r[i] = hex(s)
	}
	return r
}

// Mix is the colour t of the way from a to b, in sRGB.
func Mix(a, b color.NRGBA, t float64) color.NRGBA {
	m := func(x, y uint8) uint8 { return uint8(math.Round(float64(x) + (float64(y)-float64(x))*t)) }
	return color.NRGBA{R: m(a.R, b.R), G: m(a.G, b.G), B: m(a.B, b.B), A: m(a.A, b.A)}
}

// Luminance is the relative luminance of WCAG 2, from 0 to 1.
func Luminance(c color.NRGBA) float64 {
	lin := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= .04045 {
			return x / 12.92
		}
		return math.Pow((x+.055)/1.055, 2.4)
	}
	return .2126*lin(c.R) + .7152*lin(c.G) + .0722*lin(c.B)
}

// Contrast is the contrast ratio of WCAG 2, from 1 to 21.
func Contrast(a, b color.NRGBA) float64 {
	x, y := Luminance(a), Luminance(b)
	return (max(x, y) + .05) / (min(x, y) + .05)
}

// On is black or white, whichever reads better on the fill.
func On(fill color.NRGBA) color.NRGBA {
	black, white := color.NRGBA{A: 255}, color.NRGBA{R: 255, G: 255, B: 255, A: 255}
	if Contrast(black, fill) >= Contrast(white, fill) {
		return black
	}
	return white
}

// Fade is the colour with its opacity multiplied by a, from 0 to 1.
func Fade(c color.NRGBA, a float64) color.NRGBA {
	c.A = uint8(math.Round(float64(c.A) * min(max(a, 0), 1)))
	return c
}
