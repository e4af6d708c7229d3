package look

import (
	"image/color"
	"math"
	"testing"
)

func TestMix(t *testing.T) {
	black, white := color.NRGBA{A: 255}, color.NRGBA{R: 255, G: 255, B: 255, A: 255}
	for _, c := range []struct {
		t    float64
		want uint8
	}{{0, 0}, {1, 255}, {.5, 128}, {.28, 71}, {.002, 1}} {
		if got := Mix(black, white, c.t); got != (color.NRGBA{c.want, c.want, c.want, 255}) {
			t.Errorf("Mix(%v) = %v, want %d", c.t, got, c.want)
		}
	}
}

func TestLuminanceAndContrast(t *testing.T) {
	black, white := color.NRGBA{A: 255}, color.NRGBA{R: 255, G: 255, B: 255, A: 255}
	if l := Luminance(white); math.Abs(l-1) > 1e-12 {
		t.Errorf("white has luminance %v", l)
	}
	if l := Luminance(black); l != 0 {
		t.Errorf("black has luminance %v", l)
	}
	if c := Contrast(black, white); math.Abs(c-21) > 1e-9 {
		t.Errorf("black on white has contrast %v", c)
	}
	if Contrast(black, white) != Contrast(white, black) {
		t.Error("contrast depends on the order")
	}
	grey := color.NRGBA{R: 0x77, G: 0x77, B: 0x77, A: 255} // 4.48 by every calculator
	if c := Contrast(grey, white); math.Abs(c-4.48) > .005 {
		t.Errorf("#777777 on white has contrast %.3f", c)
	}
}

func TestOn(t *testing.T) {
	for fill, black := range map[string]bool{"FFFFFF": true, "000000": false, "FFEE9F": true, "4E1752": false} {
		if got := On(hex(fill)).R == 0; got != black {
			t.Errorf("black on %s is %v", fill, got)
		}
	}
}

func TestFade(t *testing.T) {
	c := hex("123456")
	for _, v := range []struct {
		a    float64
		want uint8
	}{{1, 255}, {0, 0}, {.45, 115}, {-1, 0}, {7, 255}} {
		if got := Fade(c, v.a); got.A != v.want || got.R != c.R {
			t.Errorf("Fade(%v) = %v, want opacity %d", v.a, got, v.want)
		}
	}
}

func TestTextWidth(t *testing.T) {
	// Digits are all 572 thousandths wide, so that counters do not jitter.
	for _, digit := range "0123456789" {
		for _, bold := range []bool{false, true} {
			if w := TextWidth(string(digit), 1000, bold); math.Abs(w-572) > .01 {
				t.Errorf("digit %c (bold %v) is %.2f wide", digit, bold, w)
			}
		}
	}
	if w := TextWidth("", 13, false); w != 0 {
		t.Errorf("an empty text is %v wide", w)
	}
	one, ten := TextWidth("warp", 1, false), TextWidth("warp", 10, false)
	if math.Abs(ten-10*one) > 1e-9 {
		t.Errorf("the width is not proportional to the size: %v and %v", one, ten)
	}
	if TextWidth("per-lane", 13, true) <= TextWidth("per-lane", 13, false) {
		t.Error("bold is not wider than regular")
	}
	if sum := TextWidth("ab", 13, false); math.Abs(sum-TextWidth("a", 13, false)-TextWidth("b", 13, false)) > 1e-9 {
		t.Error("letters do not add up")
	}
}

// What the visual language says about the letters at hand.
func TestMissing(t *testing.T) {
	if got := Missing("×÷·–—…½µΩ°"); len(got) != 0 {
		t.Errorf("Noto Sans lacks %q", string(got))
	}
	const without = "→←✓▶≥≤≈−"
	if got := string(Missing("a" + without)); got != without {
		t.Errorf("Noto Sans lacks %q, want %q", got, without)
	}
}

func BenchmarkTextWidth(b *testing.B) {
	for b.Loop() {
		TextWidth("constant, per-lane", 13, false)
	}
}
