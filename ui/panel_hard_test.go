package ui

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"warpbill/cuda/measure"
	"warpbill/plots/look"
	"warpbill/ui/lesson"
)

// maxCoordinate is far beyond every screen; the toolkit's painters end the
// program not far beyond that.
const maxCoordinate = 32768

// checkGeometry fails when an object stands or reaches where a painter could
// not bear it.
func checkGeometry(t *testing.T, o fyne.CanvasObject) {
	t.Helper()
	walk(o, func(o fyne.CanvasObject) {
		p, s := o.Position(), o.Size()
		reach := []float32{p.X, p.Y, s.Width, s.Height}
		switch o := o.(type) {
		case *canvas.Line:
			reach = append(reach, o.Position1.X, o.Position1.Y, o.Position2.X, o.Position2.Y)
		case *canvas.Text:
			if len(o.Text) > 4*maxLabel {
				t.Fatalf("a text of %d bytes is drawn", len(o.Text))
			}
		}
		for _, v := range reach {
			if !(math.Abs(float64(v)) <= maxCoordinate) {
				t.Fatalf("%T stands at %v with the size %v and reaches %v", o, p, s, v)
			}
		}
	})
}

// walk visits an object and everything in it.
func walk(o fyne.CanvasObject, visit func(fyne.CanvasObject)) {
	visit(o)
	switch o := o.(type) {
	case *fyne.Container:
		for _, child := range o.Objects {
			walk(child, visit)
		}
	case *container.Scroll:
		walk(o.Content, visit)
	case fyne.Widget:
		for _, child := range test.WidgetRenderer(o).Objects() {
			walk(child, visit)
		}
	}
}

// wildNumbers are what a broken file or a broken clock can give.
func wildNumbers() []float64 {
	return []float64{0, -1, math.NaN(), math.Inf(1), math.Inf(-1), 1e308, 5e-324, 1e-9, .25, 1, 1e15}
}

// TestPanelBearsAnyNumbers shows results whose every figure is wild: nothing
// may panic, hang or be drawn out of bounds.
func TestPanelBearsAnyNumbers(t *testing.T) {
	p, q, w := shownPanel(t, PanelActions{}, 428, 648)
	q.idle(t, p.chart)
	p.chart.drawer.render = drawChart
	r := rand.New(rand.NewPCG(1, 2))
	pick := func() float64 { n := wildNumbers(); return n[r.IntN(len(n))] }
	summary := func() measure.Summary { return measure.Summary{Value: pick(), Low: pick(), High: pick()} }
	for i := range 30 {
		result := measure.Result{ID: "wild", Title: strings.Repeat("wild ", i), Complete: i%2 == 0}
		for range r.IntN(8) {
			result.Rows = append(result.Rows, measure.Row{
				Point:    measure.Point{N: uint64(1) << r.IntN(64), RotMask: []int{0, 31, 7, -5, 1 << 20}[r.IntN(5)]},
				Constant: summary(), Global: summary(), Ratio: summary(), LaunchBound: r.IntN(2) == 0,
			})
		}
		p.Set(PanelView{
			Theme: look.DarkTheme(), Mode: panelModes()[i%2], Results: []measure.Result{result}, Compact: i%3 == 0,
			Emphasis: []string{"", "broadcast", "per-lane", "nonsense"}[i%4],
			Run:      RunView{Phase: []string{"running", "failed", "done", "nonsense"}[i%4], Done: int(r.Int32()) - 1<<30, Total: r.IntN(3) - 1, LeftSeconds: pick(), CanRun: i%2 == 0},
		})
		checkGeometry(t, p)
		q.idle(t, p.chart)
		w.Canvas().Capture()
	}
}

// TestPanelAtAnySize squeezes and stretches the panel.
func TestPanelAtAnySize(t *testing.T) {
	p, _, w := shownPanel(t, PanelActions{}, 428, 648)
	v := panelViews(t)["overlay"]
	v.Theme = look.LightTheme()
	for _, zoom := range []float32{0, .5, 1, 2} {
		for _, size := range []fyne.Size{{Width: 1, Height: 1}, {Width: 360, Height: 380}, {Width: 5000, Height: 400}, {Width: 400, Height: 5000}, {Width: 8000, Height: 8000}} {
			for _, compact := range []bool{false, true} {
				v.Zoom, v.Compact = zoom, compact
				w.Resize(size)
				p.Resize(size)
				p.Set(v)
				checkGeometry(t, p)
			}
		}
	}
}

func TestCompactPanelTextsNeverMeet(t *testing.T) {
	for name, v := range panelViews(t) {
		for _, size := range []fyne.Size{{Width: 984, Height: 488}, {Width: 1140, Height: 572}, {Width: 820, Height: 560}, {Width: 700, Height: 488}} {
			p, _, _ := shownPanel(t, PanelActions{}, size.Width, size.Height)
			v.Theme, v.Compact = look.DarkTheme(), true
			p.Set(v)
			list := panelTexts(p)
			checkTexts(t, list, size.Width, size.Height)
			if len(v.Results) > 0 && size.Width >= panelNarrow && !hasText(list, "8 Mi") {
				t.Errorf("%s: a table beside the chart names no sizes", name)
			}
		}
	}
}

// TestPanelFedWith200Rows lets a run of 200 points arrive one by one.
func TestPanelFedWith200Rows(t *testing.T) {
	p, q, _ := shownPanel(t, PanelActions{}, 428, 648)
	whole := courseResult(50, 0, 1, 3, 31)
	v := PanelView{Theme: look.DarkTheme(), Mode: "time", Live: true, Run: RunView{Phase: "running", Total: len(whole.Rows)}}
	objects := 0
	for i := range whole.Rows {
		r := whole
		r.Live, r.Rows = true, whole.Rows[:i+1]
		v.Results, v.Run.Done = []measure.Result{r}, i+1
		p.Set(v)
		if n := len(p.table.grid.all.objects); i == 0 {
			objects = n
		} else if n != objects {
			t.Fatalf("row %d: %d objects, %d before: the planned table has them all", i+1, n, objects)
		}
	}
	q.idle(t, p.chart)
	checkTexts(t, panelTexts(p), 428, 648)
	checkGeometry(t, p)
	if got := p.table.copied(); strings.Count(got, "\n") != 2+3*4 {
		t.Errorf("the copy has %d lines", strings.Count(got, "\n"))
	}
}

// TestPanelKeepsItsObjects shows views in a random order for a long time: the
// number of objects must not grow.
func TestPanelKeepsItsObjects(t *testing.T) {
	p, q, _ := shownPanel(t, PanelActions{}, 428, 648)
	var views []PanelView
	for _, v := range panelViews(t) {
		for _, th := range []*look.Theme{look.DarkTheme(), look.LightTheme()} {
			v.Theme = th
			views = append(views, v)
		}
	}
	count := func() (n int) {
		walk(p, func(o fyne.CanvasObject) {
			if _, dash := o.(*canvas.Line); !dash { // a badge has dashes or not
				n++
			}
		})
		return n
	}
	for _, v := range views {
		p.Set(v)
	}
	before := count()
	r := rand.New(rand.NewPCG(3, 4))
	for range 500 {
		p.Set(views[r.IntN(len(views))])
	}
	if after := count(); after != before {
		t.Errorf("500 views made %d objects of %d", after, before)
	}
	q.idle(t, p.chart)
}

// TestPanelUnderRandomHands presses whatever there is in a random order while
// views change: nothing may panic.
func TestPanelUnderRandomHands(t *testing.T) {
	p, q, w := shownPanel(t, PanelActions{}, 428, 648)
	views := panelViews(t)
	names := []string{"idle", "running", "failed", "nogpu", "nodata", "overlay", "note"}
	r := rand.New(rand.NewPCG(5, 6))
	for range 400 {
		v := views[names[r.IntN(len(names))]]
		v.Theme = look.DarkTheme()
		p.Set(v)
		switch buttons := p.buttons(); r.IntN(5) {
		case 0:
			p.StartLesson(lesson.All()[0], LessonActions{})
		case 1:
			w.Canvas().FocusNext()
		case 2:
			if f := w.Canvas().Focused(); f != nil {
				f.TypedKey(&fyne.KeyEvent{Name: []fyne.KeyName{fyne.KeySpace, fyne.KeyEscape, fyne.KeyRight, fyne.KeyDown}[r.IntN(4)]})
			}
		default:
			if b := buttons[r.IntN(len(buttons))]; b.Visible() {
				test.Tap(b)
			}
		}
		q.run()
	}
	p.closePop()
	q.idle(t, p.chart)
	checkGeometry(t, p)
}

func TestLooksOfOverlays(t *testing.T) {
	for _, th := range []*look.Theme{look.DarkTheme(), look.LightTheme()} {
		s, _, _ := shownSheet(t, func(d *exportDeps) {
			d.Theme, d.Last, d.Home = th, "", func() (string, error) { return "/home/learner", nil }
		})
		test.AssertObjectRendersToMarkup(t, "panel/export-"+th.Name+".xml", s)
		p, _, _ := shownPanel(t, PanelActions{}, 428, 568)
		v := panelViews(t)["idle"]
		v.Theme = th
		p.Set(v)
		p.StartLesson(lesson.All()[0], LessonActions{})
		test.AssertObjectRendersToMarkup(t, "panel/lesson-"+th.Name+".xml", p)
		tip, _ := shownTips(t, 1)
		tip.theme = th
		tip.Now("A pass is one trip of constant memory.", fyne.NewPos(40, 40))
		test.AssertObjectRendersToMarkup(t, "panel/tip-"+th.Name+".xml", tip.layer)
	}
}
