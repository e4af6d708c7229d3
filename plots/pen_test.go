package plots

import (
	"image/color"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"

	"warpbill/plots/look"
)

// bounds is the box of a path's corners.
func bounds(p vg.Path) box {
	b := box{1e9, 1e9, -1e9, -1e9}
	for _, c := range p {
		if c.Type == vg.CloseComp {
			continue
		}
		x, y := float64(c.Pos.X), float64(c.Pos.Y)
		b = box{min(b.x0, x), min(b.y0, y), max(b.x1, x), max(b.y1, y)}
	}
	return b
}

// The three marks look equally large, and each is closed.
func TestOutlines(t *testing.T) {
	for _, c := range []struct {
		g     glyph
		r     float64
		parts int
	}{{circle, 10, 6}, {square, 9, 5}, {diamond, 12.5, 5}} {
		path := outline(c.g, pt{50, 60}, 10)
		want := box{50 - c.r, 60 - c.r, 50 + c.r, 60 + c.r}
		if got := bounds(path); !near(got.x0, want.x0, 1e-9) || !near(got.y1, want.y1, 1e-9) || !near(got.x1-got.x0, got.y1-got.y0, 1e-9) {
			t.Errorf("mark %d spans %v, want %v", c.g, got, want)
		}
		if len(path) != c.parts || path[len(path)-1].Type != vg.CloseComp {
			t.Errorf("mark %d has %d parts", c.g, len(path))
		}
	}
}

func TestPill(t *testing.T) {
	b := box{10, 10, 60, 30}
	path := pill(b, 10)
	if got := bounds(path); got != b {
		t.Errorf("the pill spans %v, want %v", got, b)
	}
	lines := 0
	for _, c := range path {
		if c.Type == vg.LineComp {
			lines++
		}
	}
	if lines != 2 {
		t.Errorf("a pill with round ends has %d straight sides", lines)
	}
}

// actions are what a pen does on an empty canvas.
func actions(f func(pen)) []recorder.Action {
	var c recorder.Canvas
	f(pen{draw.NewCanvas(&c, 100, 100)})
	return c.Actions
}

func count[T any](all []recorder.Action) int {
	n := 0
	for _, a := range all {
		if _, ok := a.(T); ok {
			n++
		}
	}
	return n
}

func TestGlyph(t *testing.T) {
	ink, bg := color.NRGBA{R: 9, A: 255}, color.NRGBA{G: 9, A: 255}
	for _, c := range []struct {
		name   string
		hollow bool
		bg     color.NRGBA
		fills  int
	}{
		{"filled", false, bg, 1},
		{"hollow", true, bg, 1},
		{"hollow on nothing", true, color.NRGBA{}, 0},
	} {
		all := actions(func(p pen) { p.glyph(square, pt{50, 50}, 5, ink, c.hollow, c.bg, 1) })
		if fills, strokes := count[*recorder.Fill](all), count[*recorder.Stroke](all); fills != c.fills || strokes != 1 {
			t.Errorf("%s: %d fills and %d strokes", c.name, fills, strokes)
		}
	}
}

func TestPenLines(t *testing.T) {
	c := color.NRGBA{A: 255}
	if n := count[*recorder.Stroke](actions(func(p pen) { p.lines([]pt{{1, 1}}, c, 2, nil) })); n != 0 {
		t.Error("a single place is a line")
	}
	all := actions(func(p pen) { p.lines([]pt{{1, 1}, {5, 5}, {9, 1}}, c, 2, []float64{3, 1}) })
	if n := count[*recorder.Stroke](all); n != 1 {
		t.Errorf("%d strokes", n)
	}
	if n := count[*recorder.SetLineDash](all); n == 0 {
		t.Error("a dashed line is solid")
	}
}

func TestPenText(t *testing.T) {
	w := look.TextWidth("per-lane", 13, false)
	for _, c := range []struct {
		a anchor
		x float64
	}{{start, 50}, {middle, 50 - w/2}, {end, 50 - w}} {
		all := actions(func(p pen) { p.text(pt{50, 20}, "per-lane", 13, color.NRGBA{A: 255}, false, c.a) })
		for _, a := range all {
			if s, ok := a.(*recorder.FillString); ok && (!near(float64(s.Point.X), c.x, 1e-9) || s.Point.Y != 20) {
				t.Errorf("anchor %v: at %v, want %v", c.a, s.Point, c.x)
			}
		}
		if count[*recorder.FillString](all) != 1 {
			t.Errorf("anchor %v: no text", c.a)
		}
	}
	if len(actions(func(p pen) { p.text(pt{}, "", 13, color.NRGBA{A: 255}, false, start) })) > 0 {
		t.Error("an empty text is drawn")
	}
}
