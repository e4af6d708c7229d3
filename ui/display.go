package ui

import (
	"fyne.io/fyne/v2"

	"warpbill/ui/settings"
)

// move shows only what changes while the run plays.
func (w *Window) move() {
	w.stage.set(w.state.scene(w.state.selected(w.deps), w.reduceMotion()))
	w.transport.move(w.state)
}

func (w *Window) reduceMotion() bool { return !w.app.Settings().ShowAnimations() }

// display shows the state after an action.
func (w *Window) display(a Action) {
	if _, only := a.(setStatus); only {
		w.transport.say(w.state)
		return
	}
	w.move()
	w.picker.set(w.desk, w.state)
	w.transport.set(w.state)
	w.panel.Set(w.panelView())
	w.pages()
	w.banner.show(w.state.Notice, w.plan.W)
}

// pages shows the stage or the chart where a small window has room for one.
func (w *Window) pages() {
	compact, chart := w.plan.Compact, w.state.Tab == "chart"
	visible(w.stage, !compact || !chart)
	visible(w.panel, !compact || chart)
	visible(w.divider, !compact)
	visible(w.transport.tabs, compact)
}

func visible(o fyne.CanvasObject, yes bool) {
	switch {
	case yes == o.Visible():
	case yes:
		o.Show()
	default:
		o.Hide()
	}
}

// restyle takes over the theme and the zoom as they are now.
func (w *Window) restyle() {
	if w.closing {
		return
	}
	w.desk.theme = w.palette.look(w.app.Settings().ThemeVariant())
	w.tips.theme = w.desk.theme
	w.arrange(w.root.Size())
	if w.clock != nil {
		w.display(nil)
	}
}

// rootLayout places the parts of the window.
type rootLayout struct{ w *Window }

func (l *rootLayout) Layout(_ []fyne.CanvasObject, size fyne.Size) { l.w.arrange(size) }

func (l *rootLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(settings.LeastWidth, settings.LeastHeight)
}

func (w *Window) arrange(size fyne.Size) {
	if size.Width < 1 || size.Height < 1 {
		return
	}
	z := zoomFor(float64(w.state.Zoom), float64(size.Width), float64(size.Height))
	w.desk.zoom, w.tips.ruler = z, ruler{float32(z)}
	if w.state.Dialog == "" { // an open one keeps its zoom
		w.sizeWidgets()
	}
	w.plan = newPlan(float64(size.Width)/z, float64(size.Height)/z)
	p := w.plan
	for _, c := range []*fyne.Container{w.picker.Container, w.transport.Container, w.banner.Container, w.tips.layer} {
		c.Resize(size)
	}
	w.picker.layout(p.Picker)
	w.divider.place(p.Divider.X, p.Divider.Y, p.Divider.W, p.Divider.H)
	w.transport.layout(p.Transport, p.Compact)
	for o, b := range map[fyne.CanvasObject]box{w.stage: p.Stage, w.panel: p.Panel} {
		o.Move(fyne.NewPos(float32(b.X*z), float32(b.Y*z)))
		o.Resize(fyne.NewSize(float32(b.W*z), float32(b.H*z)))
	}
	w.stage.update()
	if v := w.panel.view; v.Zoom != float32(z) || v.Compact != p.Compact {
		w.panel.Set(w.panelView()) // no action comes when nothing plays
	}
	w.pages()
	w.banner.show(w.state.Notice, p.W)
}
