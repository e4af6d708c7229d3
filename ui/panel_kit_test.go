package ui

import (
	"fmt"
	"image"
	"strings"
	"sync"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"go.uber.org/goleak"

	"warpbill/cuda/measure"
	"warpbill/plots/look"
)

// posts stands for the UI goroutine: it keeps what was posted until the test
// runs it.
type posts struct {
	mu    sync.Mutex
	queue []func()
	came  chan struct{}
}

func newPosts() *posts { return &posts{came: make(chan struct{}, 1)} }

func (p *posts) post(f func()) {
	p.mu.Lock()
	p.queue = append(p.queue, f)
	p.mu.Unlock()
	select {
	case p.came <- struct{}{}:
	default:
	}
}

// run runs what was posted, and reports whether there was anything.
func (p *posts) run() bool {
	p.mu.Lock()
	queue := p.queue
	p.queue = nil
	p.mu.Unlock()
	for _, f := range queue {
		f()
	}
	return len(queue) > 0
}

// until runs posts until the condition holds; the watchdog ends a test that
// would hang.
func (p *posts) until(t *testing.T, what string, ok func() bool) {
	t.Helper()
	watchdog := time.After(20 * time.Second)
	for !ok() {
		if p.run() {
			continue
		}
		select {
		case <-p.came:
		case <-time.After(10 * time.Millisecond): // what is waited for need not post
		case <-watchdog:
			t.Fatalf("%s did not happen", what)
		}
	}
}

// idle waits until every chart that was asked for is shown.
func (p *posts) idle(t *testing.T, c *chartView) {
	t.Helper()
	p.until(t, "the end of drawing", func() bool {
		p.run()
		c.drawer.mu.Lock()
		defer c.drawer.mu.Unlock()
		return !c.drawer.busy
	})
	p.run()
}

// courseResult is a result of the course's shape whose figures are made of
// the size, so that a wrong column shows.
func courseResult(sizes int, masks ...int) measure.Result {
	r := measure.Result{ID: "made", Title: "made", Device: measure.Device{Name: "Test card"}, Complete: true}
	for i := range sizes {
		n := uint64(4096) << i
		r.Plan.Sizes = append(r.Plan.Sizes, n)
		for _, mask := range masks {
			ms := float64(i+1) * float64(mask+1) / 10
			r.Rows = append(r.Rows, measure.Row{
				Point:    measure.Point{N: n, RotMask: mask},
				Constant: measure.Summary{Value: ms, Low: ms * .9, High: ms * 1.1},
				Global:   measure.Summary{Value: .25}, Ratio: measure.Summary{Value: ms * 4},
				LaunchBound: i == 0,
			})
		}
	}
	r.Plan.RotMasks = masks
	return r
}

func t4(t testing.TB) measure.Result {
	t.Helper()
	r, err := measure.FindRecording("t4")
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// shownPanel is a panel in a test window, with the charts drawn by render.
func shownPanel(t *testing.T, a PanelActions, w, h float32) (*panel, *posts, fyne.Window) {
	t.Helper()
	before := goleak.IgnoreCurrent()
	test.NewTempApp(t)
	q := newPosts()
	p := newPanel(a, q.post)
	p.chart.drawer.render = func(j chartJob) (*image.RGBA, error) { return image.NewRGBA(image.Rect(0, 0, j.w, j.h)), nil }
	back := canvas.NewRectangle(look.DarkTheme().Bg)
	window := test.NewTempWindow(t, container.NewStack(back, p))
	window.SetPadded(false)
	window.Resize(fyne.NewSize(w, h))
	t.Cleanup(func() {
		p.Close()
		q.idle(t, p.chart)
		goleak.VerifyNone(t, before, goleak.IgnoreAnyFunction("fyne.io/fyne/v2/internal/cache.startCleanupTimer"))
	})
	return p, q, window
}

// texts lists what a widget shows, with the place of each text in the window.
type shownText struct {
	text       string
	x, y, w, h float32
	owner      string
}

func visibleTexts(o fyne.CanvasObject, at fyne.Position) []shownText {
	if !o.Visible() {
		return nil
	}
	at = at.Add(o.Position())
	switch o := o.(type) {
	case *canvas.Text:
		if o.Text == "" {
			return nil
		}
		size := fyne.MeasureText(o.Text, o.TextSize, o.TextStyle)
		return []shownText{{o.Text, at.X, at.Y, size.Width, size.Height, ""}}
	case *fyne.Container:
		var list []shownText
		for _, child := range o.Objects {
			list = append(list, visibleTexts(child, at)...)
		}
		return list
	case *container.Scroll:
		var list []shownText
		for _, s := range visibleTexts(o.Content, at.Subtract(o.Offset)) {
			x, y := s.x-at.X, s.y-at.Y
			if x > -1 && y > -4 && x+s.w < o.Size().Width+1 && y+s.h < o.Size().Height+4 { // the rest is clipped
				list = append(list, s)
			}
		}
		return list
	case fyne.Widget:
		var list []shownText
		for _, child := range test.WidgetRenderer(o).Objects() {
			list = append(list, visibleTexts(child, at)...)
		}
		return list
	}
	return nil
}

// checkTexts fails when a text is cut by the window's edge or meets another.
func checkTexts(t *testing.T, list []shownText, w, h float32) {
	t.Helper()
	for i, a := range list {
		if a.x < -.5 || a.y < -.5 || a.x+a.w > w+.5 || a.y+a.h > h+.5 {
			t.Errorf("%q leaves the window of %v x %v: %v", a.text, w, h, a)
		}
		for _, b := range list[:i] {
			// The letters of a line take the middle of its height.
			top := func(s shownText) (float32, float32) { return s.y + .26*s.h, s.y + .9*s.h }
			a0, a1 := top(a)
			b0, b1 := top(b)
			if min(a.x+a.w, b.x+b.w)-max(a.x, b.x) > 1 && min(a1, b1)-max(a0, b0) > 1 {
				t.Errorf("%q and %q overlap: %v, %v", a.text, b.text, a, b)
			}
		}
	}
}

func hasText(list []shownText, want string) bool {
	for _, s := range list {
		if strings.Contains(s.text, want) {
			return true
		}
	}
	return false
}

func panelTexts(p *panel) []shownText { return visibleTexts(p, fyne.Position{}.Subtract(p.Position())) }

func idleRun() RunView { return RunView{Phase: "idle", CanRun: true, Device: "NVIDIA H200"} }

func manySources(n int) []SourceItem {
	var list []SourceItem
	for i := range n {
		list = append(list, SourceItem{ID: fmt.Sprint(i), Label: fmt.Sprintf("recorded: card %d", i), On: i == 0})
	}
	return list
}
