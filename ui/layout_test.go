package ui

import (
	"fmt"
	"math"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"warpbill/plots/look"
	"warpbill/plots/stage"
	"warpbill/sim"
)

// part is something in the window with its place in it.
type part struct {
	name string
	at   fyne.Position
	size fyne.Size
}

func (p part) right() float32  { return p.at.X + p.size.Width }
func (p part) bottom() float32 { return p.at.Y + p.size.Height }

// parts lists what can be seen and used.
func (w *testWindow) parts() []part {
	var list []part
	add := func(name string, o fyne.CanvasObject) {
		if o.Visible() {
			list = append(list, part{name, o.Position(), o.Size()})
		}
	}
	for _, s := range w.picker.segments {
		add("pattern "+s.title, s.control)
	}
	add("stage", w.stage)
	add("panel", w.panel)
	for i, c := range w.transport.controls() {
		add(fmt.Sprintf("control %d", i), c)
	}
	return list
}

func TestNothingIsCutAndNothingOverlaps(t *testing.T) {
	for _, size := range []fyne.Size{{Width: 640, Height: 400}, {Width: 910, Height: 512}, {Width: 1024, Height: 640}, {Width: 1024, Height: 700}, {Width: 1280, Height: 640}, {Width: 1179, Height: 800}, {Width: 1180, Height: 700}, {Width: 1280, Height: 720}, {Width: 1280, Height: 800}, {Width: 1600, Height: 1000}, {Width: 2560, Height: 1080}} {
		w := openWindow(t, size.Width, size.Height, Deps{})
		for _, zoom := range []float32{.75, 1, 1.25, 1.5, 2} {
			for _, tab := range []string{"stage", "chart"} {
				t.Run(fmt.Sprintf("%vx%v zoom %v %s", size.Width, size.Height, zoom, tab), func(t *testing.T) {
					w.do(setTab{tab})
					w.state.Zoom = zoom
					w.resize(size.Width, size.Height)
					checkParts(t, w)
				})
			}
		}
	}
}

func checkParts(t *testing.T, w *testWindow) {
	t.Helper()
	const slack = .51 // of a pixel
	list := w.parts()
	for i, p := range list {
		if p.at.X < -slack || p.at.Y < -slack || p.right() > w.size.Width+slack || p.bottom() > w.size.Height+slack || p.size.Width < 16 || p.size.Height < 16 {
			t.Errorf("%s is cut: %v %v", p.name, p.at, p.size)
		}
		for _, q := range list[:i] {
			if min(p.right(), q.right())-max(p.at.X, q.at.X) > slack && min(p.bottom(), q.bottom())-max(p.at.Y, q.at.Y) > slack {
				t.Errorf("%s lies over %s", p.name, q.name)
			}
		}
	}
	checkShapes(t, "stage", w.stage.painter.shapes, w.stage.Size(), w.stage.painter.zoom)
	for _, s := range w.picker.segments {
		checkShapes(t, "pattern "+s.title, s.painter.shapes, s.Size(), s.painter.zoom)
	}
	for _, c := range []*control{w.transport.speed, w.transport.all, w.transport.export, w.transport.tabs} {
		if c.Visible() {
			checkShapes(t, c.doc, c.painter.shapes, c.Size(), c.painter.zoom)
		}
	}
	checkShapes(t, "transport", w.transport.bar.painter.shapes, w.transport.bar.Size(), w.transport.bar.painter.zoom)
}

// checkShapes says that every text of a part is inside it.
func checkShapes(t *testing.T, name string, shapes []stage.Shape, size fyne.Size, zoom float64) {
	t.Helper()
	for _, s := range shapes {
		if s.Kind != stage.Text || s.Hidden || s.Text == "" {
			continue
		}
		width := look.TextWidth(s.Text, s.Size, s.Bold)
		left := s.X
		switch s.Align {
		case stage.Center:
			left -= width / 2
		case stage.Trailing:
			left -= width
		}
		if left < -.5 || (left+width)*zoom > float64(size.Width)+.5 || s.Y*zoom > float64(size.Height) || s.Y < .7*s.Size {
			t.Errorf("%s: %q at %.0f, %.0f is cut in %v", name, s.Text, left, s.Y, size)
		}
	}
}

func TestPlan(t *testing.T) {
	for _, c := range []struct {
		w, h    float64
		compact bool
		panel   float64
	}{
		{1280, 800, false, 428}, {1280, 720, false, 428}, {1180, 700, false, 428}, {1179, 800, true, 1139}, {1280, 699, true, 1240}, {1024, 640, true, 984}, {2000, 1100, false, 716},
	} {
		p := newPlan(c.w, c.h)
		if p.Compact != c.compact || math.Abs(p.Panel.W-c.panel) > .01 {
			t.Errorf("%vx%v: compact %v, panel %v; want %v, %v", c.w, c.h, p.Compact, p.Panel.W, c.compact, c.panel)
		}
		if !p.Compact && p.Stage.X+p.Stage.W > p.Divider.X {
			t.Errorf("%vx%v: the stage crosses the divider", c.w, c.h)
		}
	}
	if z := zoomFor(2, 1280, 800); z != 1.25 {
		t.Errorf("zoom 2 in 1280x800 becomes %v, want 1.25", z)
	}
	if z := zoomFor(.75, 1024, 640); z != .75 {
		t.Errorf("zoom .75 becomes %v", z)
	}
	if z := zoomFor(2, 1, 1); !(z >= .5) {
		t.Errorf("zoom in a window of one pixel is %v", z)
	}
}

func TestPagesOfASmallWindow(t *testing.T) {
	w := openWindow(t, 1024, 640, Deps{})
	if !w.stage.Visible() || w.panel.Visible() || !w.transport.tabs.Visible() {
		t.Error("a small window does not begin with the stage alone")
	}
	w.transport.tabs.press()
	if w.stage.Visible() || !w.panel.Visible() {
		t.Error("the chart does not take the stage's place")
	}
	w.resize(1280, 800)
	if !w.stage.Visible() || !w.panel.Visible() || w.transport.tabs.Visible() {
		t.Error("a large window does not show both")
	}
}

func TestLongTextsStayInside(t *testing.T) {
	w := openWindow(t, 1024, 640, Deps{})
	long := "日本語 Zażółć gęślą jaźń 🚀 " + string(make([]byte, 1<<16)) + "end"
	for range 4 {
		long += long
	}
	began := time.Now()
	w.do(setStatus{long})
	w.do(tell{Text: long, Error: true})
	w.do(found{Err: fmt.Errorf("%s", long)})
	if time.Since(began) > 30*time.Second {
		t.Fatal("a long text freezes the window") // a watchdog, no measurement
	}
	checkShapes(t, "transport", w.transport.bar.painter.shapes, w.transport.bar.Size(), 1)
	checkShapes(t, "banner", w.banner.back.painter.shapes, w.banner.back.Size(), 1)
	if b := w.banner.back; b.Position().X < 0 || b.Position().Y+b.Size().Height > 640 {
		t.Errorf("the banner leaves the window: %v %v", b.Position(), b.Size())
	}
	w.do(put{Choice: sim.Choice{ID: "random", Values: []int64{sim.MaxSeed, 32}}})
	checkParts(t, w)
}
