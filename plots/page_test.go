package plots

import (
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"

	"warpbill/cuda/measure"
	"warpbill/plots/look"
)

func TestFooter(t *testing.T) {
	t4, l4 := recording(t, "t4"), made("NVIDIA L4", twoMasks, 3)
	l4.Complete = false
	for _, c := range []struct {
		name    string
		sources []measure.Result
		note    string
		want    []string
	}{
		{"T4", []measure.Result{t4}, "", []string{"What. The course's printed table (CUDA 12.6): mean of 10 launches after 3 warm-ups; single numbers without intervals, driver 595.84."}},
		{"incomplete, with a note", []measure.Result{l4}, "A note.",
			[]string{"What. Median of 21 pairs, CUDA 13.0, driver 580.1, 2026-11-29, incomplete. A note."}},
		{"two", []measure.Result{l4, t4}, "A note.", []string{
			"What. A note.",
			"L4: median of 21 pairs, CUDA 13.0, driver 580.1, 2026-11-29, incomplete.",
			"T4: the course's printed table (CUDA 12.6): mean of 10 launches after 3 warm-ups; single numbers without intervals, driver 595.84.",
		}},
		{"nothing known", []measure.Result{{Complete: true}}, "", []string{"What."}},
	} {
		if got := footerOf(c.sources, "What.", c.note); !slices.Equal(got, c.want) {
			t.Errorf("%s:\n got %q\nwant %q", c.name, got, c.want)
		}
	}
}

func TestBadges(t *testing.T) {
	live := made("NVIDIA H200", twoMasks, 3)
	live.Live = true
	p := pageOf(Data{Sources: []measure.Result{recording(t, "t4"), live}}, "What.", "")
	if want := []badge{{"recorded: Tesla T4", false}, {"live: NVIDIA H200", true}}; !slices.Equal(p.badges, want) {
		t.Errorf("%v", p.badges)
	}
	if p.extra() <= 0 || (&page{badges: p.badges[:1]}).extra() != 0 || (*page)(nil).extra() != 0 {
		t.Error("only several sources need more room")
	}
}

// drawn are the texts and the colours of a chart, in the order of drawing.
func drawn(t *testing.T, f Figure, d Data, s Style, w, h vg.Length) (texts []*recorder.FillString, colors []*recorder.SetColor) {
	t.Helper()
	p, err := f.Build(d, s)
	if err != nil {
		t.Fatal(err)
	}
	var c recorder.Canvas
	p.Draw(draw.NewCanvas(&c, w, h))
	for _, a := range c.Actions {
		switch a := a.(type) {
		case *recorder.FillString:
			texts = append(texts, a)
		case *recorder.SetColor:
			colors = append(colors, a)
		}
	}
	return texts, colors
}

// On every chart that can be made here, no text touches another, none leaves
// the picture, all are in Noto Sans, and every colour is opaque.
func TestNothingOverlaps(t *testing.T) {
	t4, run2 := recording(t, "t4"), recording(t, "t4-cuda13")
	full, l4, rtx := made("NVIDIA H200", sixMasks, 15), made("NVIDIA L4", twoMasks, 12), made("NVIDIA GeForce RTX 4090", twoMasks, 9)
	for _, d := range []Data{
		{Sources: []measure.Result{t4}},
		{Sources: []measure.Result{t4}, Emphasis: PerLane},
		{Sources: []measure.Result{t4}, Emphasis: Broadcast, Note: "Stride has no sweep; this is the nearest one."},
		{Sources: []measure.Result{full}},
		{Sources: []measure.Result{l4}},
		{Sources: []measure.Result{t4, run2}},
		{Sources: []measure.Result{full, t4}},
		{Sources: []measure.Result{t4, full, l4, rtx}},
	} {
		for _, f := range Figures() {
			if f.ID == "distinct" && largestWith(d.Sources[0].Rows) == 0 {
				continue
			}
			for _, c := range []struct {
				s    Style
				w, h vg.Length
			}{{Style{}, 428, 268}, {Style{Theme: look.DarkTheme()}, 600, 420}, {Style{Format: Slide}, 960, 540}} {
				texts, colors := drawn(t, f, d, c.s, c.w, c.h)
				name := f.ID + " of " + strings.Join(shortNames(d.Sources), ", ") + " " + d.Emphasis
				checkTexts(t, name, texts, box{0, 0, float64(c.w), float64(c.h)})
				for _, clr := range colors {
					if _, _, _, a := clr.Color.RGBA(); a != 0xffff {
						t.Errorf("%s: the colour %v is not opaque", name, clr.Color)
					}
				}
			}
		}
	}
}

func checkTexts(t *testing.T, name string, texts []*recorder.FillString, area box) {
	t.Helper()
	if len(texts) < 6 {
		t.Errorf("%s: only %d texts", name, len(texts))
	}
	var before []box
	for _, a := range texts {
		bold := strings.Contains(a.Font.Name(), "Bold")
		if a.Font.Typeface != typeface {
			t.Errorf("%s: %q is set in %s", name, a.String, a.Font.Name())
		}
		size := float64(a.Font.Size)
		b := textBox(pt{float64(a.Point.X), float64(a.Point.Y)}, a.String, size, bold, start)
		if !b.inside(area.grow(.5)) {
			t.Errorf("%s: %q at %v leaves the picture", name, a.String, b)
		}
		for i, o := range before {
			// Letters rarely fill their line: a little overlap is none.
			if b.grow(-.12 * size).overlaps(o) {
				t.Errorf("%s: %q touches %q", name, a.String, texts[i].String)
			}
		}
		before = append(before, b.grow(-.12*size))
	}
}

// Emphasis is bold, and takes the colour from the others.
func TestEmphasis(t *testing.T) {
	d := Data{Sources: []measure.Result{recording(t, "t4")}}
	for _, c := range []struct {
		emphasis string
		bold     []string
	}{{"", nil}, {PerLane, []string{"per-lane"}}, {Broadcast, []string{"broadcast"}}, {"stride", nil}} {
		d.Emphasis = c.emphasis
		texts, _ := drawn(t, figureNamed(t, "ratio"), d, Style{}, 428, 268)
		var bold []string
		for _, a := range texts {
			if strings.Contains(a.Font.Name(), "Bold") && a.String != "1×" {
				bold = append(bold, a.String)
			}
		}
		if !slices.Equal(bold, c.bold) {
			t.Errorf("emphasis %q: bold %q, want %q", c.emphasis, bold, c.bold)
		}
	}
}

// The strong line of equal time stands where the axis says 1×, and the
// largest value stands below the top of the axis.
func TestRatioGeometry(t *testing.T) {
	ch, err := ratioChart(Data{Sources: []measure.Result{recording(t, "t4")}}, Style{})
	if err != nil {
		t.Fatal(err)
	}
	l := ch.layout(box{0, 0, 428, 268})
	if got := ch.at(l, 4096, .5); !near(got.x, l.data.x0, 1e-6) || !near(got.y, l.data.y0, 1e-6) {
		t.Errorf("the lower left corner is %v", got)
	}
	if top := ch.at(l, 8<<20, 16); top.y >= l.data.y1 || !near(top.x, l.data.x1, 1e-6) {
		t.Errorf("16× stands at %v of %v", top, l.data)
	}
	// Values beyond the axis are drawn at its edge, never outside.
	if got := ch.at(l, 4096, 1e-9); got.y != l.data.y0 {
		t.Errorf("below the axis: %v", got)
	}
	if !slices.ContainsFunc(ch.yTicks, func(k plot.Tick) bool { return k.Value == ch.rule && k.Label == "1×" }) {
		t.Error("equal time has no tick")
	}
}
