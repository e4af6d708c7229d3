package ui

import (
	"image/color"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"warpbill/cuda/measure"
	"warpbill/plots/look"
)

func TestSourceOf(t *testing.T) {
	recorded := t4(t)
	live := courseResult(1, 0)
	live.Live, live.ID = true, ""
	for _, c := range []struct {
		name    string
		results []measure.Result
		live    bool
		kind    sourceKind
		label   string
	}{
		{"nothing", nil, false, sourceModel, "no measurement"},
		{"recorded", []measure.Result{recorded}, false, sourceRecorded, recorded.SourceLabel()},
		{"live", []measure.Result{live}, false, sourceLive, live.SourceLabel()},
		{"being measured", []measure.Result{recorded}, true, sourceLive, recorded.SourceLabel()},
		{"overlay", []measure.Result{recorded, live, live}, false, sourceRecorded, recorded.SourceLabel() + " +2"},
	} {
		if kind, label := sourceOf(c.results, c.live); kind != c.kind || label != c.label {
			t.Errorf("%s: kind %d, %q", c.name, kind, label)
		}
	}
}

// TestBadgeKindsDiffer holds that the three kinds differ in shape, not only
// in colour.
func TestBadgeKindsDiffer(t *testing.T) {
	test.NewTempApp(t)
	th := look.LightTheme()
	b := newBadge()
	window := test.NewTempWindow(t, b)
	window.Resize(fyne.NewSize(180, 60))
	b.set(th, sourceRecorded, "recorded: Tesla T4", 220)
	if !b.square.Visible() || b.dot.Visible() || b.pill.FillColor != color.Transparent || b.pill.StrokeWidth == 0 || len(b.dashes) > 0 {
		t.Error("recorded is not an outlined pill with a square")
	}
	b.set(th, sourceLive, "live: NVIDIA H200", 220)
	if b.square.Visible() || !b.dot.Visible() || b.pill.FillColor != th.Text || b.word.Color != th.Bg {
		t.Error("live is not a filled pill with a dot")
	}
	b.set(th, sourceModel, "model", 220)
	if b.square.Visible() || b.dot.Visible() || len(b.dashes) < 20 {
		t.Error("model is not a dashed box")
	}
	n := len(test.WidgetRenderer(b).Objects())
	b.set(th, sourceRecorded, "recorded", 220)
	if got := len(test.WidgetRenderer(b).Objects()); got >= n {
		t.Errorf("the dashes stay: %d objects after %d", got, n)
	}
}

func TestBadgeCutsLongNames(t *testing.T) {
	test.NewTempApp(t)
	b := newBadge()
	for _, most := range []float32{60, 150, 220} {
		b.set(look.DarkTheme(), sourceRecorded, "recorded: "+strings.Repeat("very long ", 500), most)
		if w := b.width(); w > most+1 {
			t.Errorf("a badge that may take %v takes %v", most, w)
		}
		if !strings.HasSuffix(b.shown(), "…") {
			t.Errorf("a cut name does not say so: %q", b.shown())
		}
	}
}
