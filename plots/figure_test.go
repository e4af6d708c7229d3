package plots

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"
	"time"

	"gonum.org/v1/plot"

	"warpbill/cuda/measure"
	"warpbill/plots/look"
)

// extremes are results that files could hold or a broken clock could give.
func extremes(t testing.TB) map[string]measure.Result {
	nan, inf := math.NaN(), math.Inf(1)
	all := map[string]measure.Result{
		"empty":       {},
		"no rows":     {Device: measure.Device{Name: "NVIDIA L4", L2Bytes: math.MaxUint64}},
		"hostile":     hostile(t),
		"one size":    made("NVIDIA L4", twoMasks, 1),
		"one row":     made("NVIDIA L4", []int{31}, 1),
		"no card":     made("", sixMasks, 6),
		"a long name": made(strings.Repeat("NVIDIA GeForce RTX ", 40), twoMasks, 6),
		"odd masks":   made("NVIDIA L4", []int{-1, 0, 2, 5, 64, 1 << 30}, 6),
	}
	for _, v := range []float64{0, -1, 1, .5, 1e-300, 5e-324, 1e15, 1.1e15, 1e308, -1e308, nan, inf, -inf} {
		r := made("NVIDIA L4", sixMasks, 4)
		for i := range r.Rows {
			r.Rows[i].Constant = measure.Summary{Value: v, Low: v, High: v}
			r.Rows[i].Ratio = measure.Summary{Value: v, Low: -v, High: v}
		}
		all[fmt.Sprintf("every value %g", v)] = r
		r = made("NVIDIA L4", sixMasks, 4)
		r.Rows[3].Constant.Value, r.Rows[3].Ratio.Value = v, v
		r.Rows[5].Global = measure.Summary{Value: 1, Low: v, High: 2}
		all[fmt.Sprintf("one value %g", v)] = r
	}
	huge := made("NVIDIA L4", twoMasks, 4)
	huge.Rows[7].N, huge.Rows[6].N, huge.Rows[0].N = math.MaxUint64, math.MaxUint64, 0
	all["huge and empty sizes"] = huge
	return all
}

// Whatever the data: a picture or an error, no panic and no hang.
func TestExtremes(t *testing.T) {
	for name, r := range extremes(t) {
		for _, f := range Figures() {
			for _, format := range []Format{Panel, Slide} {
				d := Data{Sources: []measure.Result{r}, Emphasis: PerLane}
				within(t, 20*time.Second, func() {
					img, err := Image(f, d, Style{Format: format}, 320, 240, 1)
					if err != nil || img == nil {
						t.Errorf("%s, %s: no picture: %v", name, f.ID, err)
					}
					var out bytes.Buffer
					if err := Write(&out, "svg", f, d, Style{Format: format}, Size{320, 240, 1}); err == nil {
						checkSVG(t, out.Bytes())
					}
					Headline(d, f.ID)
					Columns(f, d, Style{}, 428)
				})
			}
		}
	}
}

func TestSmallPictures(t *testing.T) {
	d := Data{Sources: []measure.Result{made("NVIDIA L4", sixMasks, 14), recording(t, "t4")}, Note: "A note."}
	for _, f := range Figures() {
		for _, format := range []Format{Panel, Slide} {
			for _, size := range [][2]int{{64, 64}, {64, 1000}, {1000, 64}, {300, 150}} {
				for _, scale := range []float64{.1, 1, 16} {
					img, err := Image(f, d, Style{Format: format}, size[0], size[1], scale)
					if err != nil {
						t.Errorf("%s at %v, scale %g: %v", f.ID, size, scale, err)
					} else if b := img.Bounds(); b.Dx() != size[0] || b.Dy() != size[1] {
						t.Errorf("%s at %v, scale %g: the picture is %v", f.ID, size, scale, b)
					}
				}
			}
		}
	}
}

func TestImageRefusals(t *testing.T) {
	f := figureNamed(t, "time")
	for _, c := range []struct {
		w, h  int
		scale float64
	}{{0, 100, 1}, {100, -1, 1}, {1 << 40, 100, 1}, {100, 100, 0}, {100, 100, math.NaN()}, {100, 100, math.Inf(1)}} {
		if img, err := Image(f, Data{}, Style{}, c.w, c.h, c.scale); err == nil || img != nil {
			t.Errorf("%+v was drawn", c)
		}
	}
}

// A figure without data is a picture of a sentence, not an error.
func TestPlaceholder(t *testing.T) {
	for _, d := range []Data{{}, {Sources: []measure.Result{{}}}, {Sources: make([]measure.Result, 7)}} {
		for _, f := range Figures() {
			img, err := Image(f, d, Style{Theme: look.DarkTheme()}, 428, 268, 1)
			if err != nil {
				t.Fatal(err)
			}
			drawn := 0
			for i := 0; i < len(img.Pix); i += 4 {
				if img.Pix[i] > 100 {
					drawn++
				}
			}
			if drawn < 200 {
				t.Errorf("%s: the picture is empty", f.ID)
			}
		}
	}
	_, err := figureNamed(t, "ratio").Build(Data{Sources: []measure.Result{made("NVIDIA L4", nil, 0)}}, Style{})
	if !errors.Is(err, ErrNoData) || err.Error() != "no data yet: NVIDIA L4 has no sizes with both times" {
		t.Errorf("%v", err)
	}
}

// A panic of the libraries is an error, not the end of the lecture.
func TestPanicBecomesError(t *testing.T) {
	f := Figure{ID: "x", Build: func(Data, Style) (*plot.Plot, error) { panic("Values must be greater than 0 for a log scale.") }}
	if err := Write(&bytes.Buffer{}, "png", f, Data{}, Style{}, Size{}); err == nil || !strings.Contains(err.Error(), "log scale") {
		t.Errorf("%v", err)
	}
	if img, err := Image(f, Data{}, Style{}, 200, 100, 1); err != nil || img == nil {
		t.Errorf("the window has no picture: %v", err)
	}
	broken := Figure{ID: "x", Build: func(Data, Style) (*plot.Plot, error) {
		p := emptyPlot(Style{})
		p.X.Min, p.X.Max, p.X.Scale, p.X.Tick.Marker = 0, 0, plot.LogScale{}, plot.LogTicks{}
		return p, nil
	}}
	if err := Write(&bytes.Buffer{}, "svg", broken, Data{}, Style{}, Size{}); err == nil {
		t.Error("a plot that panics was written")
	}
}

// Values that cannot be drawn are counted on the chart.
func TestDroppedAreCounted(t *testing.T) {
	r := made("NVIDIA L4", twoMasks, 5)
	r.Rows[2].Constant.Value, r.Rows[4].Constant.Value = -1, math.Inf(1)
	ch, err := timeChart(Data{Sources: []measure.Result{r}, Note: "A note."}, Style{})
	if err != nil || ch.note != "A note. 2 values cannot be drawn on a log axis." {
		t.Errorf("the chart says %q, %v", ch.note, err)
	}
	for dropped, want := range map[int]string{0: "x", 1: "x One value cannot be drawn on a log axis.", 7: "x 7 values cannot be drawn on a log axis."} {
		if got := noteOf(Data{Note: "x"}, dropped); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// A source that has nothing to draw is named, and the others are drawn.
func TestSourceWithoutTimes(t *testing.T) {
	d := Data{Sources: []measure.Result{recording(t, "t4"), recording(t, "t4-cuda13")}}
	svg := string(written(t, "svg", "time", d, Style{Format: Slide}, Size{}))
	if !strings.Contains(svg, "Tesla T4, CUDA 13.0 has no times.") || !strings.Contains(svg, ">constant, per-lane<") {
		t.Error("the run without times is not named, or it has changed the labels of the other")
	}
	svg = string(written(t, "svg", "ratio", d, Style{Format: Slide}, Size{}))
	if !strings.Contains(svg, ">T4, CUDA 13.0<") || !strings.Contains(svg, ">recorded: Tesla T4, CUDA 13.0<") {
		t.Error("the run's ratios are not drawn")
	}
}

func TestConcurrentDrawing(t *testing.T) {
	d := Data{Sources: []measure.Result{recording(t, "t4"), made("NVIDIA L4", twoMasks, 8)}}
	var group sync.WaitGroup
	for i := range 16 {
		group.Go(func() {
			f := Figures()[i%len(Figures())]
			if _, err := Image(f, d, Style{Format: Format(i % 2)}, 320, 180, 1); err != nil {
				t.Error(err)
			}
			format := []string{"png", "svg", "pdf"}[i%3]
			if err := Write(&bytes.Buffer{}, format, figureNamed(t, "ratio"), d, Style{Format: Slide}, Size{320, 180, 1}); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
}

// The table of the window stands under the ticks.
func TestColumns(t *testing.T) {
	d := Data{Sources: []measure.Result{recording(t, "t4")}}
	for _, id := range []string{"ratio", "time", "bandwidth"} {
		columns := Columns(figureNamed(t, id), d, Style{Format: Slide}, 428)
		if len(columns) != 5 {
			t.Fatalf("%s: %v", id, columns)
		}
		for i, want := range []Column{{4096, 106}, {32768, 187}, {262144, 268}, {2097152, 348}, {8388608, 402}} {
			if c := columns[i]; c.N != want.N || !near(c.X, want.X, 1) {
				t.Errorf("%s: column %d is %+v, want about %+v", id, i, c, want)
			}
		}
	}
	for name, c := range map[string][]Column{
		"no data":  Columns(figureNamed(t, "time"), Data{}, Style{}, 428),
		"no size":  Columns(figureNamed(t, "time"), d, Style{}, 0),
		"distinct": Columns(figureNamed(t, "distinct"), Data{Sources: []measure.Result{made("L4", sixMasks, 3)}}, Style{}, 428),
		"nothing":  Columns(Figure{}, d, Style{}, 428),
	} {
		if c != nil {
			t.Errorf("%s: %v", name, c)
		}
	}
}
