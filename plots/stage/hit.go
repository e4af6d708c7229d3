package stage

import (
	"math"

	"warpbill/plots/look"
	"warpbill/plots/words"
	"warpbill/sim"
)

// LaneAt is the lane at a point of the area, in either till.
func LaneAt(g Geometry, _ Scene, x, y float64) (lane int, ok bool) {
	for _, top := range []float64{g.constantLanes, g.globalLanes} {
		if y >= top-g.lift && y <= top+g.laneHeight+g.xs*1.4 {
			at := math.Floor((x - g.columns) / g.pitch)
			if at >= 0 && at < sim.WarpSize {
				return int(at), true
			}
		}
	}
	return 0, false
}

// TapePass is the pass to which a point on the tapes or their axis leads: 0
// at their start, the last one behind their end.
func TapePass(g Geometry, s Scene, x, y float64) (pass int, ok bool) {
	d := list{layout: newLayout(&s, &g, look.DarkTheme())}
	bottom := d.axisTop() + 9 + g.xs*1.2
	if y < g.tape1-4 || y > bottom || x < g.columns-g.pitch || x > g.right()+g.pitch {
		return 0, false
	}
	rows := d.constantRows()
	at := max(int(math.Ceil((x-g.columns)/g.pitch)), 0)
	if len(rows) > 1 {
		at = min(at, columnsOf)
		if y > rows[1].y-1 {
			at += columnsOf
		}
	}
	return min(at, d.passes), true
}

// Box is a rectangle on the stage.
type Box struct{ X, Y, W, H float64 }

// TermAt is the glossary's entry for the word at a point, and the box round
// that word.
func TermAt(g Geometry, s Scene, x, y float64) (words.Term, Box, bool) {
	for _, shape := range Draw(s, g, look.DarkTheme()) {
		if shape.Kind != Text || shape.Hidden {
			continue
		}
		left, top, right, bottom := textBox(&shape)
		if x < left || x > right || y < top || y > bottom {
			continue
		}
		if term, box, ok := termIn(&shape, left, x); ok {
			box.Y, box.H = top, bottom-top
			return term, box, true
		}
	}
	return words.Term{}, Box{}, false
}

// termIn looks for a term at x in a text that begins at left.
func termIn(shape *Shape, left, x float64) (words.Term, Box, bool) {
	text := shape.Text
	for i := 0; i < len(text); {
		if text[i] == ' ' {
			i++
			continue
		}
		end := i
		for end < len(text) && text[end] != ' ' && text[end] != '-' {
			end++
		}
		from := left + look.TextWidth(text[:i], shape.Size, shape.Bold)
		to := left + look.TextWidth(text[:end], shape.Size, shape.Bold)
		if x >= from && x <= to {
			term, ok := words.FindTerm(text[i:end])
			return term, Box{X: from, W: to - from}, ok
		}
		i = end + 1
	}
	return words.Term{}, Box{}, false
}

// textBox is the room that the letters of a text take.
func textBox(s *Shape) (left, top, right, bottom float64) {
	w := look.TextWidth(s.Text, s.Size, s.Bold)
	left = s.X
	switch s.Align {
	case Center:
		left -= w / 2
	case Trailing:
		left -= w
	}
	return left, s.Y - .9*s.Size, left + w, s.Y + .25*s.Size
}
