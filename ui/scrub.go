package ui

import (
	"fyne.io/fyne/v2"

	"warpbill/plots/stage"
)

// scrubBar is the run as a line with one tick a pass. It is clicked and
// dragged, and shows where the run stands.
type scrubBar struct {
	control
	seek   func(to float64)
	at     float64 // 0 to 1
	passes int
}

const scrubPad = 10 // room for the handle at both ends

func newScrubBar(d *desk, seek func(float64)) *scrubBar {
	s := &scrubBar{seek: seek, passes: 1}
	s.desk, s.doc, s.radius = d, keyHint("go to a moment of the run", "Left, Right"), 6
	s.control.draw = s.shapes
	s.ExtendBaseWidget(s)
	return s
}

// set shows a part of a run of so many passes.
func (s *scrubBar) set(at float64, passes int) {
	if !(at > 0) {
		at = 0
	}
	s.at, s.passes = min(at, 1), max(passes, 1)
	s.update()
}

func (s *scrubBar) shapes(f face) []stage.Shape {
	x, w, m := float64(scrubPad), max(f.W-2*scrubPad, 1), f.H/2-2
	here := x + w*s.at
	list := []stage.Shape{segment(x, m, x+w, m, 4, f.Hair), segment(x, m, here, m, 4, f.Text)}
	every := 1 // ticks closer than 4 dp say nothing
	for float64(every)*w/float64(s.passes) < 4 {
		every *= 2
	}
	for k := 0; k <= s.passes; k += every {
		c, long := f.Line, 13.
		if float64(k)/float64(s.passes) <= s.at+1e-6 {
			c = f.Text
		}
		if s.passes <= 8 || k%8 == 0 {
			long = 17
		}
		tx := x + w*float64(k)/float64(s.passes)
		list = append(list, segment(tx, m+9, tx, m+long, 1.3, c))
	}
	return append(list, stage.Shape{Kind: stage.Circle, X: here, Y: m, Radius: 9, Fill: f.Text, Stroke: f.Panel, StrokeWidth: 2})
}

// to is the part of the run at a place of the bar.
func (s *scrubBar) to(p fyne.Position) {
	pad := float32(scrubPad * s.desk.zoom)
	if w := s.Size().Width - 2*pad; w > 0 {
		s.seek(float64(min(max((p.X-pad)/w, 0), 1)))
	}
}

func (s *scrubBar) Tapped(e *fyne.PointEvent) {
	s.to(e.Position)
	s.desk.unfocus()
}

func (s *scrubBar) Dragged(e *fyne.DragEvent) { s.to(e.Position) }
func (s *scrubBar) DragEnd()                  {}

var (
	_ fyne.Draggable = (*scrubBar)(nil)
	_ fyne.Focusable = (*scrubBar)(nil)
)
