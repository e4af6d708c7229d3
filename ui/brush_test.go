package ui

import (
	"image"
	"image/color"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
)

// stroked is what a brush leaves of one object.
func stroked(o fyne.CanvasObject, scale float32) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, 60, 60))
	(&brush{scale: scale}).draw(img, o, fyne.NewPos(1, 1))
	return img
}

func TestBrushEdges(t *testing.T) {
	test.NewTempApp(t)
	red, blue := color.NRGBA{R: 255, A: 255}, color.NRGBA{B: 255, A: 255}
	rectangle := func(x, y, w, h, radius, stroke float32, fill color.Color) *canvas.Rectangle {
		r := &canvas.Rectangle{FillColor: fill, StrokeColor: blue, StrokeWidth: stroke, CornerRadius: radius}
		r.Move(fyne.NewPos(x, y))
		r.Resize(fyne.NewSize(w, h))
		return r
	}
	line := func(x1, y1, x2, y2, width float32) *canvas.Line {
		return &canvas.Line{Position1: fyne.NewPos(x1, y1), Position2: fyne.NewPos(x2, y2), StrokeColor: red, StrokeWidth: width}
	}
	disc := &canvas.Circle{FillColor: red, Position1: fyne.NewPos(9, 9), Position2: fyne.NewPos(19, 19)}
	tip := &canvas.ArbitraryPolygon{FillColor: red, Points: []fyne.Position{{X: 5}, {X: 10, Y: 10}, {Y: 10}}}
	tip.Move(fyne.NewPos(9, 9))
	tip.Resize(fyne.NewSize(10, 10))
	none, full, edge := color.RGBA{}, color.RGBA{R: 255, A: 255}, color.RGBA{B: 255, A: 255}
	for _, c := range []struct {
		name  string
		o     fyne.CanvasObject
		scale float32
		x, y  int
		want  color.RGBA
	}{
		{"inside", rectangle(9, 9, 20, 10, 0, 0, red), 1, 10, 10, full},
		{"left of it", rectangle(9, 9, 20, 10, 0, 0, red), 1, 9, 15, none},
		{"last column", rectangle(9, 9, 20, 10, 0, 0, red), 1, 29, 19, full},
		{"right of it", rectangle(9, 9, 20, 10, 0, 0, red), 1, 30, 15, none},
		{"outline", rectangle(9, 9, 20, 10, 0, 2, red), 1, 11, 15, edge},
		{"within the outline", rectangle(9, 9, 20, 10, 0, 2, red), 1, 12, 15, full},
		{"outline alone", rectangle(9, 9, 20, 10, 0, 2, color.Transparent), 1, 15, 15, none},
		{"round corner", rectangle(9, 9, 20, 20, 8, 0, red), 1, 10, 10, none},
		{"middle of a round one", rectangle(9, 9, 20, 20, 8, 0, red), 1, 20, 20, full},
		{"pill's end", rectangle(9, 9, 20, 10, 5, 0, red), 1, 10, 10, none},
		{"pill's middle", rectangle(9, 9, 20, 10, 5, 0, red), 1, 20, 15, full},
		{"twice the pixels", rectangle(9, 9, 10, 10, 0, 0, red), 2, 39, 39, full},
		{"twice the pixels, outside", rectangle(9, 9, 10, 10, 0, 0, red), 2, 40, 39, none},
		{"disc", disc, 1, 15, 15, full},
		{"beside the disc", disc, 1, 10, 10, none},
		{"thin line", line(9, 20, 29, 20, 1), 1, 20, 20, full},
		{"above the thin line", line(9, 20, 29, 20, 1), 1, 20, 19, none},
		{"beyond the line", line(9, 20, 29, 20, 1), 1, 31, 20, none},
		{"upright line", line(20, 9, 20, 29, 1), 1, 20, 20, full},
		{"slanting line", line(9, 9, 29, 29, 3), 1, 20, 20, full},
		{"beside the slanting line", line(9, 9, 29, 29, 3), 1, 25, 20, none},
		{"triangle", tip, 1, 15, 17, full},
		{"beside its tip", tip, 1, 11, 11, none},
	} {
		if got := stroked(c.o, c.scale).RGBAAt(c.x, c.y); got != c.want {
			t.Errorf("%s: %v at %d, %d, want %v", c.name, got, c.x, c.y, c.want)
		}
	}
}

func TestBrushKeepsToItsBox(t *testing.T) {
	test.NewTempApp(t)
	red := color.NRGBA{R: 255, A: 255}
	text := canvas.NewText("gÅj", red)
	text.TextSize = 20
	text.Move(fyne.NewPos(7.3, 6.6))
	text.Resize(text.MinSize())
	ring := &canvas.Circle{StrokeColor: red, StrokeWidth: 3, Position1: fyne.NewPos(9, 9), Position2: fyne.NewPos(28, 28)}
	for _, o := range []fyne.CanvasObject{text, ring, &canvas.Line{Position1: fyne.NewPos(30, 5), Position2: fyne.NewPos(8, 25), StrokeColor: red, StrokeWidth: 4}} {
		for _, scale := range []float32{1, 1.3} {
			img, left := stroked(o, scale), 0
			box := (&brush{scale: scale}).box(o, fyne.NewPos(1, 1))
			each(img, img.Rect, func(x, y int) {
				if img.RGBAAt(x, y).A > 0 {
					left++
					if !(image.Point{X: x, Y: y}).In(box) {
						t.Fatalf("%T at scale %v leaves a trace at %d, %d, outside %v", o, scale, x, y, box)
					}
				}
			})
			if left < 20 {
				t.Errorf("%T at scale %v leaves %d pixels", o, scale, left)
			}
		}
	}
}

// TestBrushKeepsWords: a text is laid out once, whatever its colours, and the
// words that are kept do not grow without bound.
func TestBrushKeepsWords(t *testing.T) {
	test.NewTempApp(t)
	var l letters
	text := canvas.NewText("tap 7", color.White)
	first := l.word(text, 1)
	text.Color = color.Black
	if again := l.word(text, 1); again.mask != first.mask {
		t.Error("another colour lays the text out again")
	}
	if larger := l.word(text, 2); larger.mask.Rect.Dx() < first.mask.Rect.Dx()*3/2 {
		t.Errorf("twice the pixels give a word of %v, once %v", larger.mask.Rect, first.mask.Rect)
	}
	for i := range 2 * mostWords {
		text.TextSize = 10 + float32(i)/100
		l.word(text, 1)
	}
	if len(l) > mostWords {
		t.Errorf("%d words are kept", len(l))
	}
}
