package plots

import (
	"io"
	"testing"

	"warpbill/cuda/measure"
	"warpbill/plots/look"
)

func benchData(b *testing.B) (Figure, Data) {
	b.Helper()
	r, err := measure.FindRecording("t4")
	if err != nil {
		b.Fatal(err)
	}
	f, err := FindFigure("time")
	if err != nil {
		b.Fatal(err)
	}
	return f, Data{Sources: []measure.Result{r}}
}

// The window's budget for a redraw after a new row is 50 ms.
func BenchmarkPanel(b *testing.B) {
	f, d := benchData(b)
	for b.Loop() {
		if _, err := Image(f, d, Style{Theme: look.DarkTheme()}, 428, 268, 1); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPanelAtScale2(b *testing.B) {
	f, d := benchData(b)
	for b.Loop() {
		if _, err := Image(f, d, Style{Theme: look.DarkTheme()}, 856, 536, 2); err != nil {
			b.Fatal(err)
		}
	}
}

// The budget of a slide of 1920 by 1080 at scale 2 as PNG is 400 ms.
func BenchmarkSlidePNG(b *testing.B) {
	f, d := benchData(b)
	for b.Loop() {
		if err := Write(io.Discard, "png", f, d, Style{Format: Slide}, Size{1920, 1080, 2}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSlideSVG(b *testing.B) {
	f, d := benchData(b)
	for b.Loop() {
		if err := Write(io.Discard, "svg", f, d, Style{Format: Slide}, Size{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSlidePDF(b *testing.B) {
	f, d := benchData(b)
	for b.Loop() {
		if err := Write(io.Discard, "pdf", f, d, Style{Format: Slide}, Size{}); err != nil {
			b.Fatal(err)
		}
	}
}
