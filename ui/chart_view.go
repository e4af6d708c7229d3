package ui

import (
	"fmt"
	"image"
	"math"
	"sync"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"warpbill/plots"
	"warpbill/plots/look"
)

// chartSettle is how long a resize must rest before the chart is drawn anew.
const chartSettle = 100 * time.Millisecond

// maxChartSide bounds the picture: a larger one could not be paid for.
const maxChartSide = 8192

// chartJob is one chart to draw.
type chartJob struct {
	figure string
	data   plots.Data
	theme  *look.Theme
	w, h   int // device pixels
	scale  float64
}

// drawChart draws a chart with package plots.
func drawChart(j chartJob) (*image.RGBA, error) {
	f, err := plots.FindFigure(j.figure)
	if err != nil {
		return nil, err
	}
	return plots.Image(f, j.data, plots.Style{Theme: j.theme, Format: plots.Panel}, j.w, j.h, j.scale)
}

// chartDrawer draws charts one after another on a goroutine of its own, which
// lives only while there is something to draw. Of jobs that come faster than
// they can be drawn, only the latest is drawn.
type chartDrawer struct {
	render func(chartJob) (*image.RGBA, error)
	done   func(chartJob, *image.RGBA, error) // called on the drawer's goroutine

	mu      sync.Mutex
	next    *chartJob
	wait    time.Duration
	busy    bool
	closed  bool
	stopped chan struct{}
}

func newChartDrawer(render func(chartJob) (*image.RGBA, error), done func(chartJob, *image.RGBA, error)) *chartDrawer {
	return &chartDrawer{render: render, done: done, stopped: make(chan struct{})}
}

// draw asks for a chart; wait is how long to wait for a newer job first.
func (c *chartDrawer) draw(j chartJob, wait time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return
	}
	c.next, c.wait = &j, wait
	if !c.busy {
		c.busy = true
		go c.loop()
	}
}

// close ends the drawer; a chart being drawn is thrown away.
func (c *chartDrawer) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.closed {
		c.closed = true
		close(c.stopped)
	}
}

func (c *chartDrawer) loop() {
	for {
		j, wait, ok := c.take()
		if !ok {
			return
		}
		if wait > 0 && !c.rest(wait) {
			continue
		}
		img, err := renderSafely(c.render, j)
		c.mu.Lock()
		stale := c.closed
		c.mu.Unlock()
		if !stale {
			c.done(j, img, err)
		}
	}
}

// take takes the latest job, or ends the loop.
func (c *chartDrawer) take() (chartJob, time.Duration, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.next == nil || c.closed {
		c.busy = false
		return chartJob{}, 0, false
	}
	j := *c.next
	c.next = nil
	return j, c.wait, true
}

// rest waits and reports whether no newer job has come meanwhile.
func (c *chartDrawer) rest(wait time.Duration) bool {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-c.stopped:
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.next == nil && !c.closed
}

// renderSafely turns whatever goes wrong while drawing into an error: a chart
// must never take the window with it.
func renderSafely(render func(chartJob) (*image.RGBA, error), j chartJob) (img *image.RGBA, err error) {
	defer func() {
		if r := recover(); r != nil {
			img, err = nil, fmt.Errorf("drawing failed: %v", r)
		}
	}()
	img, err = render(j)
	if err == nil && (img == nil || img.Rect.Empty()) {
		err = fmt.Errorf("drawing gave no picture")
	}
	if err != nil {
		return nil, err
	}
	return img, nil
}

// chartView shows the chart of a figure and keeps it drawn for its size.
type chartView struct {
	widget.BaseWidget
	ruler
	post   func(func())
	drawer *chartDrawer
	want   chartJob
	drawn  bool // something has been shown
	failed string
	closed bool

	picture *canvas.Image
	words   []*canvas.Text
}

func newChartView(post func(func()), render func(chartJob) (*image.RGBA, error)) *chartView {
	v := &chartView{post: post, want: chartJob{theme: look.DarkTheme()}}
	v.picture = canvas.NewImageFromImage(image.NewRGBA(image.Rect(0, 0, 1, 1)))
	v.picture.FillMode, v.picture.ScaleMode = canvas.ImageFillStretch, canvas.ImageScalePixels
	v.drawer = newChartDrawer(render, func(j chartJob, img *image.RGBA, err error) {
		post(func() { v.take(j, img, err) })
	})
	for range 4 {
		t := newText()
		t.Hide()
		v.words = append(v.words, t)
	}
	v.ExtendBaseWidget(v)
	return v
}

// set shows another figure or other data. Call it only when one of them
// changed: it draws.
func (v *chartView) set(th *look.Theme, figure string, data plots.Data) {
	v.want.theme, v.want.figure, v.want.data = th, figure, data
	v.ask(0)
}

// ask draws for the size as it is now.
func (v *chartView) ask(wait time.Duration) {
	scale := v.scale()
	v.want.scale = scale * float64(v.zoom())
	v.want.w, v.want.h = devicePixels(v.Size().Width, scale), devicePixels(v.Size().Height, scale)
	if v.closed || v.want.figure == "" || v.want.w < 64 || v.want.h < 64 {
		return
	}
	v.drawer.draw(v.want, wait)
}

func (v *chartView) scale() float64 {
	if app := fyne.CurrentApp(); app != nil {
		if c := app.Driver().CanvasForObject(v); c != nil && c.Scale() > 0 {
			return float64(c.Scale())
		}
	}
	return 1
}

func devicePixels(length float32, scale float64) int {
	px := math.Round(float64(length) * scale)
	if !(px > 0) {
		return 0
	}
	return int(min(px, maxChartSide))
}

// take shows a finished chart.
func (v *chartView) take(j chartJob, img *image.RGBA, err error) {
	if v.closed {
		return
	}
	v.drawn, v.failed = true, ""
	if err != nil {
		v.failed = "This chart cannot be drawn: " + err.Error() + "."
	} else {
		v.picture.Image = img
		v.picture.Refresh()
	}
	v.Refresh()
}

func (v *chartView) close() {
	v.closed = true
	v.drawer.close()
}

func (v *chartView) CreateRenderer() fyne.WidgetRenderer {
	d := &drawing{objects: []fyne.CanvasObject{v.picture}}
	for _, t := range v.words {
		d.objects = append(d.objects, t)
	}
	d.min = func() fyne.Size { return v.pixels(64, 64) }
	var last fyne.Size
	d.layout = func(s fyne.Size) {
		v.picture.Resize(s)
		v.explain(s)
		if s != last {
			wait := chartSettle
			if last = s; !v.drawn {
				wait = 0
			}
			v.ask(wait)
		}
	}
	d.refresh = func() { v.explain(v.Size()) }
	return d
}

// explain shows why there is no chart, in its place.
func (v *chartView) explain(s fyne.Size) {
	s = v.units(s)
	var lines []string
	if v.failed != "" {
		lines = wrapText(v.failed, sizeCaption, max(s.Width-40, 60), false, len(v.words))
	}
	show(v.picture, v.failed == "")
	for i, t := range v.words {
		show(t, i < len(lines))
		if i < len(lines) {
			setText(t, lines[i], v.want.theme.Text, false)
			v.text(t, sizeCaption, 20, s.Height/2+20*(float32(i)-float32(len(lines)-1)/2))
		}
	}
}

var _ fyne.Widget = (*chartView)(nil)
