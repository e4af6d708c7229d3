package ui

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"warpbill/cuda/measure"
	"warpbill/plots/look"
	"warpbill/plots/words"
	"warpbill/ui/lesson"
)

// panelViews are the states of the panel that are worth a picture.
func panelViews(t testing.TB) map[string]PanelView {
	r := t4(t)
	part := r
	part.Rows, part.Complete, part.Live = r.Rows[:3], false, true
	other := courseResult(5, 0, 31)
	base := PanelView{Mode: "ratio", Results: []measure.Result{r}, Emphasis: "per-lane", GPU: "NVIDIA H200 · 132 SMs", Sources: manySources(3), Run: idleRun()}
	change := func(f func(*PanelView)) PanelView {
		v := base
		f(&v)
		return v
	}
	return map[string]PanelView{
		"idle": base,
		"running": change(func(v *PanelView) {
			v.Results, v.Live = []measure.Result{part}, true
			v.Run = RunView{Phase: "running", Done: 3, Total: 20, Text: "measuring, 3 of 20 points", LeftSeconds: 41, Device: "NVIDIA H200"}
		}),
		"failed": change(func(v *PanelView) {
			v.Run = RunView{Phase: "failed", CanRun: true, Err: "The driver stopped answering at 2 Mi, per-lane; the rows so far are kept. Restart the computer if it happens again."}
		}),
		"nogpu":   change(func(v *PanelView) { v.GPU, v.Run = "no NVIDIA GPU here", RunView{Phase: "idle"} }),
		"nodata":  {Mode: "time", Run: idleRun()},
		"overlay": change(func(v *PanelView) { v.Results, v.Mode = []measure.Result{r, other}, "time" }),
		"note":    change(func(v *PanelView) { v.Note, v.Nearest, v.Emphasis = words.NoTimes("stride 2"), "per-lane", "" }),
	}
}

func TestPanelMarkup(t *testing.T) {
	for name, v := range panelViews(t) {
		for _, th := range []*look.Theme{look.DarkTheme(), look.LightTheme()} {
			for size, s := range map[string]fyne.Size{"": {Width: 428, Height: 648}, "-compact": {Width: 984, Height: 512}} {
				if size != "" && (!th.Dark() || name == "note" || name == "overlay" || name == "nogpu") {
					continue // they differ from others in colours or in one line
				}
				t.Run(name+"-"+th.Name+size, func(t *testing.T) {
					p, q, _ := shownPanel(t, PanelActions{}, s.Width, s.Height)
					v := v
					v.Theme, v.Compact = th, size != ""
					p.Set(v)
					if len(v.Results) > 0 {
						q.until(t, "drawing the chart", func() bool { return p.chart.drawn })
					}
					test.AssertObjectRendersToMarkup(t, "panel/"+name+"-"+th.Name+size+".xml", p)
				})
			}
		}
	}
}

func TestPanelTextsNeverMeet(t *testing.T) {
	long := strings.Repeat("NVIDIA Enormous Graphics Card 9000 ", 40)
	for name, v := range panelViews(t) {
		for _, size := range []fyne.Size{{Width: 392, Height: 568}, {Width: 428, Height: 488}, {Width: 428, Height: 648}, {Width: 560, Height: 648}, {Width: 700, Height: 900}} {
			for _, named := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s %vx%v long=%v", name, size.Width, size.Height, named), func(t *testing.T) {
					p, _, _ := shownPanel(t, PanelActions{}, size.Width, size.Height)
					v := v
					v.Theme = look.LightTheme()
					if named {
						v.GPU, v.Run.Device, v.Run.Text, v.Note, v.Nearest = long, long, long, long, long
						for i := range v.Results {
							v.Results[i].Device.Name, v.Results[i].Title = long, long
						}
					}
					p.Set(v)
					checkTexts(t, panelTexts(p), size.Width, size.Height)
				})
			}
		}
	}
}

func TestPanelZoomScalesEverything(t *testing.T) {
	v := panelViews(t)["running"]
	v.Theme = look.DarkTheme()
	at := func(zoom float32) []shownText {
		p, _, _ := shownPanel(t, PanelActions{}, 428*zoom, 648*zoom)
		w := v
		w.Zoom = zoom
		p.Set(w)
		return panelTexts(p)
	}
	one, two := at(1), at(2)
	if len(one) != len(two) || len(one) < 30 {
		t.Fatalf("%d texts at zoom 1, %d at zoom 2", len(one), len(two))
	}
	for i := range one {
		if one[i].text != two[i].text || math.Abs(float64(2*one[i].x-two[i].x)) > 1 || math.Abs(float64(2*one[i].y-two[i].y)) > 1 {
			t.Errorf("zoomed by 2, %v became %v", one[i], two[i])
		}
	}
	checkTexts(t, two, 856, 1296)
}

func TestPanelFillsRowByRow(t *testing.T) {
	p, _, _ := shownPanel(t, PanelActions{}, 428, 648)
	whole := t4(t)
	v := PanelView{Theme: look.DarkTheme(), Mode: "ratio", Live: true, Run: RunView{Phase: "running", Total: len(whole.Rows)}}
	cells := func() (n int) {
		for _, g := range p.model.Groups {
			for _, row := range g.Rows {
				for _, c := range row {
					if c.Text != "" {
						n++
					}
				}
			}
		}
		return n
	}
	for i := range len(whole.Rows) + 1 {
		r := whole
		r.Rows, r.Live, r.Complete = whole.Rows[:i], true, false
		r.Plan.Sizes, r.Plan.RotMasks = []uint64{4096, 32768, 262144, 2097152, 8388608}, []int{0, 31}
		v.Results, v.Run.Done = []measure.Result{r}, i
		p.Set(v)
		if got := cells(); got != 3*i {
			t.Fatalf("after %d rows the table has %d figures, want %d", i, got, 3*i)
		}
		if !p.table.aligned(428) {
			t.Fatalf("after %d rows the figures do not stand under the ticks", i)
		}
		if len(p.model.Sizes) != 5 || len(p.model.Groups) != 2 {
			t.Fatalf("after %d rows the table has %d columns and %d groups, want the planned 5 and 2", i, len(p.model.Sizes), len(p.model.Groups))
		}
		checkTexts(t, panelTexts(p), 428, 648)
	}
}

func TestPanelButtonsAct(t *testing.T) {
	var did []string
	say := func(s string) func() { return func() { did = append(did, s) } }
	p, _, w := shownPanel(t, PanelActions{
		Mode: func(m string) { did = append(did, m) }, Run: say("run"), Cancel: say("cancel"), Open: say("open"), Lessons: say("lessons"),
		Copied: say("copied"), Source: func(id string, on bool) { did = append(did, fmt.Sprint(id, on)) },
	}, 428, 648)
	v := panelViews(t)["idle"]
	p.Set(v)
	for _, b := range []*pushButton{p.lessons, p.open, p.tabs[0], p.tabs[1], p.run.button, p.copy} {
		test.Tap(b)
	}
	v.Run.Phase = "running"
	p.Set(v)
	test.Tap(p.run.button)
	v.Run.Phase = "cancelling"
	p.Set(v)
	test.Tap(p.run.button)
	if got, want := strings.Join(did, " "), "lessons open ratio time run copied cancel"; got != want {
		t.Errorf("the buttons did %q, want %q", got, want)
	}
	if text := fyne.CurrentApp().Clipboard().Content(); !strings.Contains(text, "15.08") || !strings.Contains(text, "\t8 Mi") {
		t.Errorf("the copied table is %q", text)
	}
	test.Tap(p.source)
	if pop := w.Canvas().Overlays().Top(); pop == nil {
		t.Error("Source opened nothing")
	}
}

// TestPanelByKeyboard walks through the panel with Tab: everything that can
// be pressed is reached, shows its focus, and hands on the program's keys.
func TestPanelByKeyboard(t *testing.T) {
	var handed []fyne.KeyName
	p, _, w := shownPanel(t, PanelActions{Keys: func(e *fyne.KeyEvent) { handed = append(handed, e.Name) }}, 428, 648)
	v := panelViews(t)["running"]
	v.Theme = look.DarkTheme()
	p.Set(v)
	seen := map[fyne.Focusable]bool{}
	hasFocus := func(f fyne.Focusable) {
		handed = nil
		f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyPageDown})
		f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEnd})
		if len(handed) != 2 {
			t.Errorf("%T kept %d of two keys of the program", f, 2-len(handed))
		}
		if b, ok := f.(*pushButton); ok && b.ring.StrokeColor != look.DarkTheme().Hi {
			t.Errorf("the focus on %q is not to be seen", b.label)
		}
	}
	for range 40 {
		w.Canvas().FocusNext()
		f := w.Canvas().Focused()
		if f == nil || seen[f] {
			break
		}
		seen[f] = true
		hasFocus(f)
	}
	for _, b := range p.buttons()[:8] { // the rest is the lesson's, which is not shown
		if b.Visible() && !seen[b] {
			t.Errorf("Tab does not reach %q", b.label)
		}
	}
	if !seen[p.table] {
		t.Error("Tab does not reach the table")
	}
	pressed := 0
	p.open.tapped = func() { pressed++ }
	handed = nil
	for _, k := range []fyne.KeyName{fyne.KeySpace, fyne.KeyReturn, fyne.KeyEnter} {
		p.open.TypedKey(&fyne.KeyEvent{Name: k})
	}
	if pressed != 2 || len(handed) != 1 {
		t.Errorf("Return and Enter pressed the button %d times; Space is to play, and %v was handed on", pressed, handed)
	}
}

func TestPanelExplains(t *testing.T) {
	said := map[string]int{}
	p, _, _ := shownPanel(t, PanelActions{
		Tip:  func(text string, _ fyne.Position) { said["tip "+text]++ },
		Term: func(word string, _ fyne.Position) { said["term "+word]++ },
	}, 428, 648)
	v := panelViews(t)["failed"]
	p.Set(v)
	for _, a := range p.areas() {
		if a.Visible() {
			a.FocusGained()
			a.FocusLost()
			a.MouseIn(mouseAt(0, 0))
			a.MouseOut()
		}
	}
	for _, want := range []string{"tip " + v.GPU, "tip " + v.Run.Err, "term bill", "term n", "term ratio"} {
		if said[want] != 2 {
			t.Errorf("%q was said %d times, want by pointer and by focus; said: %v", want, said[want], said)
		}
	}
	v.Run = RunView{Phase: "idle", Text: "the driver is too old"}
	p.Set(v)
	p.runArea.FocusGained()
	if said["tip the driver is too old"] != 1 || !p.runArea.Visible() {
		t.Error("nothing says why this computer cannot measure")
	}
	for _, word := range []string{"bill", "n", "ratio", "interval", "launch-bound", "L2", "Ki"} {
		if _, ok := words.FindTerm(word); !ok {
			t.Errorf("the glossary lacks %q", word)
		}
	}
}

func TestPanelLesson(t *testing.T) {
	p, _, _ := shownPanel(t, PanelActions{}, 428, 568)
	p.Set(panelViews(t)["idle"])
	p.StartLesson(lesson.All()[0], LessonActions{})
	for range lesson.All()[0].Steps {
		list := panelTexts(p)
		checkTexts(t, list, 428, 568)
		if p.table.Visible() || !hasText(list, "One address or thirty-two") {
			t.Fatal("the lesson does not take the table's place")
		}
		test.Tap(p.card.next)
	}
	if !p.table.Visible() || p.card.Visible() {
		t.Error("the table does not come back after the lesson")
	}
}

func TestRunWords(t *testing.T) {
	for _, c := range []struct {
		name   string
		view   RunView
		button string
		bar    bool
		line   string
		left   string
	}{
		{"idle", idleRun(), "Run", false, "measure on this GPU: NVIDIA H200", ""},
		{"starting", RunView{Phase: "starting", Device: "T4"}, "Cancel", true, "T4: starting", ""},
		{"running", RunView{Phase: "running", Device: "T4", Text: "warm-up", LeftSeconds: 8}, "Cancel", true, "warm-up", "about 8 s left"},
		{"cancelling", RunView{Phase: "cancelling"}, "Cancel", true, "stopping; the rows so far are kept", ""},
		{"failed", RunView{Phase: "failed", Err: "It broke.", CanRun: true}, "Run", false, "It broke.", ""},
		{"failed for good", RunView{Phase: "failed", Err: "It broke."}, "", false, "It broke.", ""},
		{"failed without a word", RunView{Phase: "failed"}, "", false, "The run failed.", ""},
		{"done", RunView{Phase: "done", CanRun: true, Text: "20 points measured"}, "Run", false, "20 points measured", ""},
		{"no GPU", RunView{Phase: "idle"}, "", false, words.NoGPU(""), ""},
		{"no GPU, why", RunView{Phase: "idle", Err: "no driver"}, "", false, words.NoGPU(""), ""},
		{"unknown", RunView{CanRun: true, Device: "T4"}, "Run", false, "measure on this GPU: T4", ""},
	} {
		w := c.view.say()
		if w.button != c.button || w.bar != c.bar || w.lines[0] != c.line || w.left != c.left {
			t.Errorf("%s: %+v", c.name, w)
		}
	}
}

// TestProgressIsNeverWild feeds what a broken count gives: a bar with a width
// that is not a number would end the program.
func TestProgressIsNeverWild(t *testing.T) {
	p, _, _ := shownPanel(t, PanelActions{}, 428, 648)
	for _, c := range []struct {
		done, total int
		left        float64
		want        float64
	}{
		{0, 0, math.NaN(), 0}, {5, 0, math.Inf(1), 0}, {-1, 20, -3, 0}, {30, 20, 1e300, 1}, {5, -5, 0, 0}, {math.MaxInt, 1, math.Inf(-1), 1}, {10, 20, 1, .5},
	} {
		v := RunView{Phase: "running", Done: c.done, Total: c.total, LeftSeconds: c.left}
		if got := v.fraction(); got != c.want {
			t.Errorf("%d of %d is %v, want %v", c.done, c.total, got, c.want)
		}
		p.Set(PanelView{Mode: "ratio", Run: v})
		if w := p.run.bar.Size().Width; !(w >= 0 && w <= 428) {
			t.Errorf("%d of %d draws a bar of width %v", c.done, c.total, w)
		}
		if s := p.run.left.Text; strings.Contains(s, "NaN") || strings.Contains(s, "Inf") || strings.Contains(s, "-") {
			t.Errorf("the time left is %q", s)
		}
	}
}

func TestTextIsCutNotOverrun(t *testing.T) {
	for _, c := range []struct {
		s     string
		width float32
	}{{"NVIDIA H200", 40}, {"NVIDIA H200", 400}, {strings.Repeat("x", 1<<20), 200}, {"", 10}, {"W", 1}, {"日本語のカード名", 50}, {"a\x00b\x1b[31m", 100}} {
		got := cutText(c.s, 13, c.width, false)
		if w := textWidth(got, 13, false); w > c.width && got != "…" {
			t.Errorf("%.20q cut to %v is %v wide: %q", c.s, c.width, w, got)
		}
		if strings.ContainsAny(got, "\x00\x1b\n") {
			t.Errorf("%q still has control characters", got)
		}
	}
	for width, want := range map[float32]string{400: "NVIDIA H200, 132 SMs, L2 60 MiB", 180: "NVIDIA H200, 132 SMs", 100: "NVIDIA H200", 60: "NVIDIA…"} {
		if got := cutParts("NVIDIA H200, 132 SMs, L2 60 MiB", 13, width); got != want {
			t.Errorf("cut to %v: %q, want %q", width, got, want)
		}
	}
	lines := wrapText(strings.Repeat("many words ", 50), 13, 120, false, 3)
	if len(lines) != 3 || !strings.HasSuffix(lines[2], "…") {
		t.Errorf("wrapped into %d lines: %q", len(lines), lines)
	}
	if got := wrapText("two words", 13, 400, false, 0); len(got) != 1 || got[0] != "two words" {
		t.Errorf("a short text became %q", got)
	}
}

func BenchmarkPanelSet(b *testing.B) {
	test.NewTempApp(b)
	p := newPanel(PanelActions{}, func(func()) {})
	defer p.Close()
	p.Resize(fyne.NewSize(428, 648))
	v := panelViews(b)["idle"]
	v.Theme = look.DarkTheme()
	for b.Loop() {
		p.Set(v)
	}
}
