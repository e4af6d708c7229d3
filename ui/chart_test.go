package ui

import (
	"errors"
	"image"
	"strings"
	"sync/atomic"
	"testing"

	"fyne.io/fyne/v2"
	"go.uber.org/goleak"

	"warpbill/plots"
	"warpbill/plots/look"
)

func picture(j chartJob) *image.RGBA { return image.NewRGBA(image.Rect(0, 0, j.w, j.h)) }

// TestDrawerDrawsTheLatest asks faster than charts can be drawn: no more than
// the first and the latest are drawn, and the goroutine ends by itself.
func TestDrawerDrawsTheLatest(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	gate, began := make(chan bool), make(chan int, 1000)
	shown := make(chan int, 1000)
	d := newChartDrawer(func(j chartJob) (*image.RGBA, error) {
		began <- j.w
		<-gate
		return picture(j), nil
	}, func(j chartJob, _ *image.RGBA, _ error) { shown <- j.w })
	d.draw(chartJob{w: 1, h: 1}, 0)
	<-began
	for w := 2; w <= 500; w++ {
		d.draw(chartJob{w: w, h: 1}, 0)
	}
	gate <- true
	if first, next := <-shown, <-began; first != 1 || next != 500 {
		t.Errorf("drew %d, then %d; want 1, then the latest, 500", first, next)
	}
	gate <- true
	if last := <-shown; last != 500 {
		t.Errorf("showed %d last", last)
	}
}

func TestDrawerWaitsForResizesToRest(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	var drawn atomic.Int32
	shown := make(chan int, 1000)
	d := newChartDrawer(func(j chartJob) (*image.RGBA, error) { drawn.Add(1); return picture(j), nil },
		func(j chartJob, _ *image.RGBA, _ error) { shown <- j.w })
	for w := 1; w <= 200; w++ {
		d.draw(chartJob{w: w, h: 1}, chartSettle)
	}
	if w := <-shown; w != 200 || drawn.Load() != 1 {
		t.Errorf("200 resizes drew %d charts, the last %d wide", drawn.Load(), w)
	}
}

func TestDrawerCloses(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	gate, began := make(chan bool), make(chan bool)
	d := newChartDrawer(func(j chartJob) (*image.RGBA, error) {
		began <- true
		<-gate
		return picture(j), nil
	}, func(chartJob, *image.RGBA, error) { t.Error("a closed drawer shows a chart") })
	d.draw(chartJob{w: 1, h: 1}, 0)
	<-began
	d.draw(chartJob{w: 2, h: 1}, 0)
	d.close()
	d.close()
	close(gate)
	d.draw(chartJob{w: 3, h: 1}, 0)

	waiting := newChartDrawer(func(chartJob) (*image.RGBA, error) { t.Error("drawn after the end"); return nil, nil }, nil)
	waiting.draw(chartJob{}, 1<<40) // as good as for ever
	waiting.close()
}

func TestRenderSafely(t *testing.T) {
	for name, render := range map[string]func(chartJob) (*image.RGBA, error){
		"panic":   func(chartJob) (*image.RGBA, error) { panic("Values must be greater than 0 for a log scale.") },
		"nil":     func(chartJob) (*image.RGBA, error) { return nil, nil },
		"empty":   func(chartJob) (*image.RGBA, error) { return &image.RGBA{}, nil },
		"failure": func(chartJob) (*image.RGBA, error) { return nil, errors.New("no") },
	} {
		if img, err := renderSafely(render, chartJob{}); err == nil || img != nil {
			t.Errorf("%s gave %v, %v", name, img, err)
		}
	}
}

func TestChartFailureIsASentence(t *testing.T) {
	p, q, w := shownPanel(t, PanelActions{}, 428, 648)
	for _, failure := range []string{"the axis has no end", strings.Repeat("very long ", 1000)} {
		q.idle(t, p.chart)
		p.chart.drawer.render = func(chartJob) (*image.RGBA, error) { return nil, errors.New(failure) }
		v := panelViews(t)["idle"]
		v.Mode = map[string]string{"ratio": "time", "time": "ratio"}[p.view.Mode]
		p.Set(v)
		q.idle(t, p.chart)
		list := panelTexts(p)
		if !hasText(list, "This chart cannot be drawn") || p.chart.picture.Visible() {
			t.Errorf("the panel does not say that the chart failed: %v", list)
		}
		checkTexts(t, list, 428, 648)
		if p.chart.picture.Image == nil {
			t.Fatal("the picture is nil: painting it would end the program")
		}
		w.Canvas().Capture()
	}
	p.chart.drawer.render = func(j chartJob) (*image.RGBA, error) { return picture(j), nil }
	p.Set(panelViews(t)["overlay"])
	q.idle(t, p.chart)
	if hasText(panelTexts(p), "cannot be drawn") || !p.chart.picture.Visible() {
		t.Error("the failure stays after a chart was drawn")
	}
}

func TestChartHasThePixelsOfItsPlace(t *testing.T) {
	p, q, w := shownPanel(t, PanelActions{}, 428, 648)
	p.Set(panelViews(t)["idle"])
	q.until(t, "the first chart", func() bool { return p.chart.drawn })
	for _, width := range []float32{500, 611, 428} {
		w.Resize(fyne.NewSize(width, 648))
		want := image.Pt(int(p.chart.Size().Width), int(p.chart.Size().Height+.5))
		q.until(t, "a chart of the new size", func() bool { return p.chart.picture.Image.Bounds().Dx() == want.X })
		if got := p.chart.picture.Image.Bounds().Size(); got != want {
			t.Errorf("the picture has %v pixels for %v", got, p.chart.Size())
		}
	}
}

func TestChartIsDrawnOnlyWhenItChanged(t *testing.T) {
	p, q, _ := shownPanel(t, PanelActions{}, 428, 648)
	var drawn atomic.Int32
	q.idle(t, p.chart)
	p.chart.drawer.render = func(j chartJob) (*image.RGBA, error) { drawn.Add(1); return picture(j), nil }
	v := panelViews(t)["idle"]
	v.Theme = look.DarkTheme()
	p.Set(v)
	q.idle(t, p.chart)
	before := drawn.Load()
	for i := range 100 {
		v.Run = RunView{Phase: "running", Done: i, Total: 100}
		p.Set(v)
	}
	q.idle(t, p.chart)
	if got := drawn.Load(); got != before {
		t.Errorf("100 steps of progress drew %d charts", got-before)
	}
	v.Emphasis = "broadcast"
	p.Set(v)
	q.idle(t, p.chart)
	if got := drawn.Load(); got != before+1 {
		t.Errorf("another emphasis drew %d charts", got-before)
	}
}

func TestChartAfterTheEnd(t *testing.T) {
	p, q, _ := shownPanel(t, PanelActions{}, 428, 648)
	p.Set(panelViews(t)["idle"])
	p.Close()
	p.Set(panelViews(t)["overlay"])
	p.chart.take(chartJob{}, nil, errors.New("late"))
	q.run()
	if p.chart.failed != "" {
		t.Error("a closed panel shows a late failure")
	}
}

func TestDevicePixels(t *testing.T) {
	for _, c := range []struct {
		length float32
		scale  float64
		want   int
	}{{428, 1, 428}, {428, 1.5, 642}, {-3, 1, 0}, {1e9, 2, maxChartSide}, {100, 0, 0}} {
		if got := devicePixels(c.length, c.scale); got != c.want {
			t.Errorf("%v at %v: %d, want %d", c.length, c.scale, got, c.want)
		}
	}
}

// TestRealCharts draws what the panel really shows, for every figure.
func TestRealCharts(t *testing.T) {
	for _, mode := range panelModes() {
		for name, results := range map[string]plots.Data{"t4": {Sources: panelViews(t)["idle"].Results}, "nothing": {}} {
			img, err := drawChart(chartJob{figure: mode, data: results, theme: look.DarkTheme(), w: 428, h: 290, scale: 1})
			if err != nil || img.Bounds().Dx() != 428 || img.Bounds().Dy() != 290 {
				t.Errorf("%s of %s: %v", mode, name, err)
			}
		}
	}
	if _, err := drawChart(chartJob{figure: "pie"}); err == nil {
		t.Error("an unknown figure was drawn")
	}
}
