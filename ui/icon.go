package ui

import (
	"image/color"

	"warpbill/plots/look"
	"warpbill/plots/stage"
)

// Shapes that the controls are drawn from.

func rect(x, y, w, h, radius float64, fill color.NRGBA) stage.Shape {
	return stage.Shape{Kind: stage.Rect, X: x, Y: y, W: w, H: h, Radius: radius, Fill: fill}
}

func frame(x, y, w, h, radius, width float64, c color.NRGBA) stage.Shape {
	return stage.Shape{Kind: stage.Rect, X: x, Y: y, W: w, H: h, Radius: radius, Stroke: c, StrokeWidth: width}
}

func segment(x, y, x2, y2, width float64, c color.NRGBA) stage.Shape {
	return stage.Shape{Kind: stage.Line, X: x, Y: y, X2: x2, Y2: y2, Stroke: c, StrokeWidth: width}
}

func label(x, y float64, text string, size float64, bold bool, align stage.Align, c color.NRGBA) stage.Shape {
	return stage.Shape{Kind: stage.Text, X: x, Y: y, Text: text, Size: size, Bold: bold, Align: align, Fill: c}
}

// arrowhead is a triangle that points left or right, centred at x, y.
func arrowhead(x, y, r float64, right bool, c color.NRGBA) stage.Shape {
	s := stage.Shape{Kind: stage.Triangle, X: x - .75*r, Y: y - r, W: 1.5 * r, H: 2 * r, Fill: c, Tip: stage.TipLeft}
	if right {
		s.Tip = stage.TipRight
	}
	return s
}

// caret is a small triangle that points down: there is a menu.
func caret(x, y float64, c color.NRGBA) stage.Shape {
	return stage.Shape{Kind: stage.Triangle, X: x - 4, Y: y - 2.5, W: 8, H: 5, Fill: c, Tip: stage.TipDown}
}

// icon draws a sign in the middle of a control.
type icon func(f face, c color.NRGBA) []stage.Shape

func iconStart(f face, c color.NRGBA) []stage.Shape {
	x, y := f.W/2, f.H/2
	return []stage.Shape{rect(x-11, y-8, 2.6, 16, 0, c), arrowhead(x-2, y, 7, false, c), arrowhead(x+8, y, 7, false, c)}
}

func iconBack(f face, c color.NRGBA) []stage.Shape {
	x, y := f.W/2, f.H/2
	return []stage.Shape{arrowhead(x-4, y, 8, false, c), rect(x+5, y-8, 3, 16, 0, c)}
}

func iconForward(f face, c color.NRGBA) []stage.Shape {
	x, y := f.W/2, f.H/2
	return []stage.Shape{rect(x-8, y-8, 3, 16, 0, c), arrowhead(x+4, y, 8, true, c)}
}

func iconEnd(f face, c color.NRGBA) []stage.Shape {
	x, y := f.W/2, f.H/2
	return []stage.Shape{arrowhead(x-8, y, 7, true, c), arrowhead(x+2, y, 7, true, c), rect(x+9, y-8, 2.6, 16, 0, c)}
}

func iconPlay(f face, c color.NRGBA) []stage.Shape {
	return []stage.Shape{arrowhead(f.W/2+1, f.H/2, 10, true, c)}
}

func iconPause(f face, c color.NRGBA) []stage.Shape {
	x, y := f.W/2, f.H/2
	return []stage.Shape{rect(x-8, y-9, 5, 18, 1, c), rect(x+3, y-9, 5, 18, 1, c)}
}

func iconMinus(f face, c color.NRGBA) []stage.Shape {
	x, y := f.W/2, f.H/2
	return []stage.Shape{segment(x-5, y, x+5, y, 2, c)}
}

func iconPlus(f face, c color.NRGBA) []stage.Shape {
	x, y := f.W/2, f.H/2
	return []stage.Shape{segment(x-5, y, x+5, y, 2, c), segment(x, y-5, x, y+5, 2, c)}
}

// iconFull is four corners.
func iconFull(f face, c color.NRGBA) []stage.Shape {
	x, y, r, l := f.W/2, f.H/2, 8., 5.
	var s []stage.Shape
	for _, q := range [][2]float64{{-1, -1}, {1, -1}, {-1, 1}, {1, 1}} {
		cx, cy := x+q[0]*r, y+q[1]*r
		s = append(s, segment(cx, cy, cx-q[0]*l, cy, 2, c), segment(cx, cy, cx, cy-q[1]*l, 2, c))
	}
	return s
}

// iconExport is an arrow out of a tray.
func iconExport(f face, c color.NRGBA) []stage.Shape {
	x, y := f.W/2, f.H/2
	return []stage.Shape{
		segment(x, y-9, x, y+3, 2, c), segment(x, y-9, x-4, y-5, 2, c), segment(x, y-9, x+4, y-5, 2, c),
		segment(x-9, y+1, x-9, y+8, 2, c), segment(x-9, y+8, x+9, y+8, 2, c), segment(x+9, y+8, x+9, y+1, 2, c),
	}
}

// iconClose is a cross.
func iconClose(f face, c color.NRGBA) []stage.Shape {
	x, y := f.W/2, f.H/2
	return []stage.Shape{segment(x-4, y-4, x+4, y+4, 1.6, c), segment(x-4, y+4, x+4, y-4, 1.6, c)}
}

// ground is the box of a button: raised, and a little lighter under the
// pointer.
func ground(f face, radius float64) stage.Shape {
	c := f.Raise
	if f.Hover {
		c = look.Mix(f.Raise, f.Text, .1)
	}
	return rect(0, 0, f.W, f.H, radius, c)
}

// wash is the ground of a button that stands on the panel without a box.
func wash(f face, radius float64) stage.Shape {
	s := rect(0, 0, f.W, f.H, radius, f.Raise)
	s.Hidden = !f.Hover
	return s
}
