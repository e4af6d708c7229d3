package ui

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"warpbill/plots/stage"
)

// stageView shows the stage and takes the pointer on it: painting lanes,
// scrubbing on the tape, and explaining words.
type stageView struct {
	widget.BaseWidget
	desk    *desk
	paint   func(lane int)
	seek    func(to float64)
	explain func(text string, at fyne.Position)
	choose  func(at fyne.Position) // the path at the lower till; may be nil

	scene     stage.Scene
	geometry  stage.Geometry
	made      [2]float64 // the size that geometry is for
	painter   painter
	bands     bands // what the painter's objects look like
	scrubs    bool  // the drag under way began on the tape
	drawing   bool  // it goes over lanes to paint,
	painted   int   // and this one was the last
	explained bool
	onPath    bool // the pointer is on the lower till's name
}

func newStageView(d *desk) *stageView {
	v := &stageView{desk: d, bands: bands{refresh: d.refresh}}
	v.ExtendBaseWidget(v)
	return v
}

// set shows a scene.
func (v *stageView) set(s stage.Scene) {
	v.scene = s
	v.update()
}

func (v *stageView) update() {
	z := v.desk.zoom
	size := [2]float64{float64(v.Size().Width) / z, float64(v.Size().Height) / z}
	if size[0] < 1 || size[1] < 1 {
		return
	}
	if size != v.made {
		v.geometry, v.made = stage.MainGeometry(size[0], size[1]), size
	}
	changed := v.painter.show(stage.Draw(v.scene, v.geometry, v.desk.theme), z)
	all := v.bands.arrange(v.Position(), v.Size(), v.desk.pixels())
	if changed > 0 || all {
		v.bands.show(v.painter.objects, v.painter.changed, all)
	}
}

// at is a place of the widget in the stage's own coordinates.
func (v *stageView) at(p fyne.Position) (x, y float64) {
	return float64(p.X) / v.desk.zoom, float64(p.Y) / v.desk.zoom
}

// touch paints the lane or goes to the pass at p.
func (v *stageView) touch(p fyne.Position, began bool) {
	x, y := v.at(p)
	if began {
		_, v.scrubs = stage.TapePass(v.geometry, v.scene, x, y)
	}
	if v.scrubs {
		if pass, ok := stage.TapePass(v.geometry, v.scene, x, y); ok {
			v.seek(float64(pass) / float64(max(v.scene.Constant.StepCount(), 1)))
		}
		return
	}
	lane, ok := stage.LaneAt(v.geometry, v.scene, x, y)
	if !ok || !v.scene.Paint {
		v.drawing = false
		return
	}
	if began || !v.drawing {
		v.painted = lane
	}
	for _, l := range lanesTo(v.painted, lane) {
		v.paint(l)
	}
	v.painted, v.drawing = lane, true
}

// lanesTo is every lane from last to lane: a quick drag reports few of the
// points it passes, and must not leave gaps.
func lanesTo(last, lane int) []int {
	step := 1
	if lane < last {
		step = -1
	}
	lanes := []int{lane}
	for lane != last {
		lane -= step
		lanes = append(lanes, lane)
	}
	slices.Reverse(lanes)
	return lanes
}

func (v *stageView) MouseDown(e *desktop.MouseEvent) {
	v.desk.unfocus()
	if e.Button == desktop.MouseButtonPrimary {
		v.touch(e.Position, true)
	}
}

// MouseUp opens the menu of paths below the till's name. It would close again
// if it opened at the press.
func (v *stageView) MouseUp(e *desktop.MouseEvent) {
	if v.choose != nil && e.Button == desktop.MouseButtonPrimary && v.overPath(e.Position) {
		v.MouseOut()
		box, z := stage.PathBox(v.geometry, v.scene), v.desk.zoom
		v.choose(e.AbsolutePosition.Subtract(e.Position).AddXY(float32(box.X*z), float32((box.Y+box.H)*z)))
	}
}

func (v *stageView) overPath(p fyne.Position) bool {
	x, y := v.at(p)
	return stage.PathAt(v.geometry, v.scene, x, y)
}

// Cursor is a hand on the name that opens a menu.
func (v *stageView) Cursor() desktop.Cursor {
	if v.onPath {
		return desktop.PointerCursor
	}
	return desktop.DefaultCursor
}

func (v *stageView) Dragged(e *fyne.DragEvent) { v.touch(e.Position, false) }
func (v *stageView) DragEnd()                  { v.scrubs, v.drawing = false, false }

func (v *stageView) MouseIn(e *desktop.MouseEvent) { v.MouseMoved(e) }

func (v *stageView) MouseMoved(e *desktop.MouseEvent) {
	if v.onPath = v.overPath(e.Position); v.onPath {
		v.explained = true
		v.explain(pathNote(v.scene.Second.Path.ID), e.AbsolutePosition)
		return
	}
	x, y := v.at(e.Position)
	t, _, ok := stage.TermAt(v.geometry, v.scene, x, y)
	if !ok {
		v.MouseOut()
		return
	}
	v.explained = true
	v.explain(t.Text, e.AbsolutePosition)
}

func (v *stageView) MouseOut() {
	v.onPath = false
	if v.explained {
		v.explained = false
		v.explain("", fyne.Position{})
	}
}

func (v *stageView) CreateRenderer() fyne.WidgetRenderer { return &stageRenderer{v} }

type stageRenderer struct{ v *stageView }

func (r *stageRenderer) Layout(fyne.Size)             { r.v.update() }
func (r *stageRenderer) MinSize() fyne.Size           { return fyne.Size{} }
func (r *stageRenderer) Refresh()                     { r.v.update() }
func (r *stageRenderer) Destroy()                     {}
func (r *stageRenderer) Objects() []fyne.CanvasObject { return r.v.bands.rasters }

var (
	_ fyne.Widget        = (*stageView)(nil)
	_ fyne.Draggable     = (*stageView)(nil)
	_ desktop.Mouseable  = (*stageView)(nil)
	_ desktop.Hoverable  = (*stageView)(nil)
	_ desktop.Cursorable = (*stageView)(nil)
)
