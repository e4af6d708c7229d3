package ui

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"warpbill/cuda/measure"
)

func TestNotesOfTheRecording(t *testing.T) {
	notes := notesText([]measure.Result{t4(t)})
	for _, want := range []string{"Tesla T4", "12.6", "0.7819", "1.0175"} {
		if !strings.Contains(notes, want) {
			t.Errorf("the notes of the T4 recording lack %q: %s", want, notes)
		}
	}
}

func TestNotesNameEverythingOdd(t *testing.T) {
	r := courseResult(1, 0)
	r.Complete = false
	r.Notes, r.Warnings = []string{"a note"}, []string{"a warning\x1b[31m"}
	r.Rows[0].Warnings = []string{"clock dropped"}
	var got []string
	for _, n := range resultNotes([]measure.Result{r}) {
		got = append(got, n.Text)
	}
	want := "Incomplete: not every planned point is in it.|a note|a warning[31m|4 Ki, broadcast: clock dropped"
	if s := strings.Join(got, "|"); s != want {
		t.Errorf("notes %q, want %q", s, want)
	}
	r.Live = true
	if n := resultNotes([]measure.Result{r}); strings.HasPrefix(n[0].Text, "Incomplete") {
		t.Error("a run under way is called incomplete")
	}
	if resultNotes(nil) != nil || sourceTip(nil) != "" {
		t.Error("nothing has notes")
	}
}

func TestSourceTip(t *testing.T) {
	tip := sourceTip([]measure.Result{t4(t)})
	for _, want := range []string{"Tesla T4", "CUDA 12.6", "driver 595.84"} {
		if !strings.Contains(tip, want) {
			t.Errorf("the tip %q lacks %q", tip, want)
		}
	}
}

func TestReadableDate(t *testing.T) {
	for in, want := range map[string]string{
		"2026-11-29T20:50:32Z": "29 Nov 2026, 20:50 UTC", "2026-11-29T21:50:32+01:00": "29 Nov 2026, 20:50 UTC",
		"2026-09-02": "2 Sep 2026", "": "", "last winter": "last winter",
	} {
		if got := readableDate(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// TestSourceMenu ticks and unticks sources: several can be on the chart.
func TestSourceMenu(t *testing.T) {
	got := map[string]bool{}
	p, _, w := shownPanel(t, PanelActions{Source: func(id string, on bool) { got[id] = on }}, 428, 648)
	v := panelViews(t)["idle"]
	v.Sources = append(manySources(3), SourceItem{ID: "long", Label: strings.Repeat("a very long name ", 100)})
	p.Set(v)
	test.Tap(p.source)
	if w.Canvas().Overlays().Top() == nil || p.pop == nil {
		t.Fatal("Source opens no list")
	}
	box := p.pop.Content.(*fyne.Container).Objects[0].(*fyne.Container)
	if len(box.Objects) != 4 {
		t.Fatalf("%d sources are offered", len(box.Objects))
	}
	if w.Canvas().Focused() != box.Objects[0].(fyne.Focusable) {
		t.Error("the list cannot be used from the keyboard")
	}
	for _, o := range box.Objects[:2] {
		check := o.(*sourceCheck)
		check.SetChecked(!check.Checked)
	}
	if on, was := got["0"], got["1"]; on || !was {
		t.Errorf("ticked %v", got)
	}
	box.Objects[0].(*sourceCheck).TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	if pos, size := p.pop.Content.Position(), p.pop.Content.Size(); pos.X < 0 || pos.X+size.Width > 428 {
		t.Errorf("the list leaves the window: %v, %v", pos, size)
	}
	box.Objects[0].(*sourceCheck).TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if w.Canvas().Overlays().Top() != nil {
		t.Error("Esc does not close the list")
	}
}

func TestNotesOpen(t *testing.T) {
	p, _, w := shownPanel(t, PanelActions{}, 428, 648)
	p.Set(panelViews(t)["idle"])
	test.Tap(p.notes)
	if w.Canvas().Overlays().Top() == nil || p.pop == nil {
		t.Fatal("the notes do not open")
	}
	if list := visibleTexts(p.pop.Content, fyne.Position{}); !hasText(list, "0.7819") && !hasText(list, "10 launches") {
		t.Errorf("the notes say %v", list)
	}
	w.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if p.pop != nil || w.Canvas().Overlays().Top() != nil {
		t.Error("Esc does not close the notes")
	}
}

func TestSourceWithoutSources(t *testing.T) {
	p, _, w := shownPanel(t, PanelActions{}, 428, 648)
	p.Set(PanelView{Mode: "ratio"})
	test.Tap(p.source)
	if w.Canvas().Overlays().Top() != nil {
		t.Error("an empty list of sources opens")
	}
}

// TestNoteLeadsToTheNearestPattern: the chart has no times for a pattern, and
// stays where it is when that is said.
func TestNoteLeadsToTheNearestPattern(t *testing.T) {
	pressed, said := 0, ""
	p, _, _ := shownPanel(t, PanelActions{Nearest: func() { pressed++ }, Tip: func(text string, _ fyne.Position) { said = text }}, 428, 648)
	p.Set(panelViews(t)["idle"])
	at, size := p.chart.Position(), p.chart.Size()
	if p.note.Visible() || p.nearest.Visible() {
		t.Error("a chart that has times for the pattern has a note")
	}
	p.Set(panelViews(t)["note"])
	if !p.note.Visible() || p.nearest.label != "per-lane" || p.chart.Position() != at || p.chart.Size() != size {
		t.Errorf("note %v, nearest %q; the chart went from %v, %v to %v, %v", p.note.Visible(), p.nearest.label, at, size, p.chart.Position(), p.chart.Size())
	}
	test.Tap(p.nearest)
	if pressed != 1 {
		t.Errorf("the nearest pattern was chosen %d times", pressed)
	}
	for _, b := range []*pushButton{p.lessons, p.open, p.source, p.tabs[0], p.tabs[1], p.notes, p.nearest, p.copy} {
		if b.MouseIn(mouseAt(0, 0)); said == "" {
			t.Errorf("nothing says what %q is for", b.label)
		}
		if b.MouseOut(); said != "" {
			t.Errorf("%q stays explained", b.label)
		}
	}
}

func TestLaunchBoundExplainsItself(t *testing.T) {
	p, _, _ := shownPanel(t, PanelActions{}, 428, 648)
	p.Set(panelViews(t)["idle"])
	grid := p.table.grid
	for i, note := range grid.notes[:len(p.table.model.Groups)] {
		at := note.Position().AddXY(5, 5)
		if got := grid.tipAt(at); !strings.Contains(got, "launch-bound when") {
			t.Errorf("group %d: over %q stands %q", i, note.Text, got)
		}
		if got := grid.tipAt(at.AddXY(0, tableRow)); strings.Contains(got, "launch-bound when") {
			t.Errorf("group %d: the figure below explains the heading: %q", i, got)
		}
	}
}
