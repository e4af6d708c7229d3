package ui

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"warpbill/cuda/measure"
	"warpbill/plots/words"
	"warpbill/sim"
)

func withGPU() State {
	return after(testStart(), found{Devices: []measure.Device{{Name: "NVIDIA H200", Major: 9, SMs: 132, L2Bytes: 60 << 20}}})
}

func rowsOf(n int) measure.Result {
	var r measure.Result
	for i := range n {
		r.Rows = append(r.Rows, measure.Row{Point: measure.Point{N: 4096 << i}, Constant: measure.Summary{Value: 1}})
	}
	return r
}

func TestRun(t *testing.T) {
	at := time.Unix(1000, 0)
	begin := []Action{startRun{Now: at}}
	running := append(slices.Clone(begin), progress{ID: 1, Now: at.Add(2 * time.Second), Result: rowsOf(2), Events: []measure.Event{
		measure.Started{Total: 10, Device: measure.Device{Name: "NVIDIA H200"}},
		measure.Row{}, measure.Row{},
		measure.Sampled{Phase: "measure", Done: 2, Total: 10, Pair: 5, Pairs: 10},
	}})
	whole := rowsOf(10)
	whole.Complete = true
	for _, c := range []struct {
		name  string
		do    []Action
		phase string
		done  int
		text  string // part of Text or Err
		on    string // first source
	}{
		{"started", begin, "starting", 0, "starting", "t4"},
		{"twice is once", append(slices.Clone(begin), startRun{Now: at}), "starting", 0, "starting", "t4"},
		{"running", running, "running", 2, "measuring", "live"},
		{"cancelling", append(slices.Clone(running), cancelRun{}), "cancelling", 2, "rows so far are kept", "live"},
		{"cancelling stays", append(slices.Clone(running), cancelRun{}, progress{ID: 1, Result: rowsOf(3), Events: []measure.Event{measure.Row{}}}), "cancelling", 3, "rows so far are kept", "live"},
		{"cancelled", append(slices.Clone(running), cancelRun{}, ended{ID: 1, Err: context.Canceled, Result: rowsOf(2)}), "idle", 2, "2 of 10 rows kept, marked incomplete", "live"},
		{"cancelled early", append(slices.Clone(begin), cancelRun{}, ended{ID: 1, Err: fmt.Errorf("run: %w", context.Canceled)}), "idle", 0, "cancelled", "t4"},
		{"done", append(slices.Clone(running), ended{ID: 1, Result: whole}), "done", 10, "done: 10 rows", "live"},
		{"failed", append(slices.Clone(running), ended{ID: 1, Err: errors.New("the GPU was lost: restart the computer"), Result: rowsOf(2)}), "failed", 2, "the GPU was lost: restart the computer; 2 rows are kept", "live"},
		{"broken off", append(slices.Clone(running), ended{ID: 1, Result: rowsOf(2)}), "failed", 2, "ended before it was complete", "live"},
		{"done although cancelled", append(slices.Clone(running), cancelRun{}, ended{ID: 1, Result: whole}), "done", 10, "done", "live"},
		{"failed while cancelling", append(slices.Clone(running), cancelRun{}, ended{ID: 1, Err: errors.New("boom"), Result: rowsOf(2)}), "failed", 2, "boom", "live"},
		{"an older run is not heard", append(slices.Clone(running), ended{ID: 0, Err: errors.New("old")}, progress{ID: 7, Result: rowsOf(9)}), "running", 2, "measuring", "live"},
		{"nothing to cancel", []Action{cancelRun{}}, "idle", 0, "", "t4"},
		{"a run after a run", append(slices.Clone(running), ended{ID: 1, Result: whole}, startRun{Now: at}), "starting", 0, "starting", "t4"},
		{"events after the end", append(slices.Clone(running), ended{ID: 1, Result: whole}, progress{ID: 1, Result: rowsOf(1)}), "done", 10, "done", "live"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := after(withGPU(), c.do...)
			if s.Run.Phase != c.phase || s.Run.Done != c.done || s.On[0] != c.on {
				t.Errorf("%s, %d done, chart %v; want %s, %d, %s", s.Run.Phase, s.Run.Done, s.On, c.phase, c.done, c.on)
			}
			if !strings.Contains(s.Run.Text+s.Run.Err, c.text) {
				t.Errorf("text %q, error %q; want %q", s.Run.Text, s.Run.Err, c.text)
			}
		})
	}
}

func TestRunNeedsAGPU(t *testing.T) {
	for name, s := range map[string]State{
		"nobody has looked": testStart(),
		"there is none":     after(testStart(), found{Err: measure.ErrNoGPU}),
		"it cannot be told": after(testStart(), found{Err: errors.New("the driver does not answer")}),
	} {
		if s := after(s, startRun{}); s.Run.Phase != "idle" {
			t.Errorf("%s: the run is %s", name, s.Run.Phase)
		}
	}
	if s := Reduce(Deps{}, withGPU(), startRun{}); s.Run.Phase != "idle" {
		t.Error("a run without a runner")
	}
	s := after(testStart(), found{Err: fmt.Errorf("%w: libcuda.so.1 is missing", measure.ErrNoGPU)})
	if !strings.Contains(s.WhyNot, "libcuda.so.1 is missing") || s.GPUText != "no GPU to measure on here" {
		t.Errorf("%q, %q", s.GPUText, s.WhyNot)
	}
	if s := withGPU(); !strings.HasPrefix(s.GPUText, "NVIDIA H200, 132 SMs, L2 ") || s.WhyNot != "" {
		t.Errorf("%q, %q", s.GPUText, s.WhyNot)
	}
}

func TestProgressIsClamped(t *testing.T) {
	for _, e := range []measure.Sampled{
		{Done: 1 << 40, Total: 3}, {Done: -5, Total: -7}, {Done: 2, Total: 0}, {Total: 4, Pair: 9, Pairs: 2}, {Total: 4, Pair: -9, Pairs: 2}, {Total: 4, Pair: 1, Pairs: -2},
	} {
		r := after(withGPU(), startRun{}, progress{ID: 1, Events: []measure.Event{e}}).Run
		if r.Done < 0 || r.Done > r.Total || r.Part < 0 || r.Part > 1 {
			t.Errorf("%+v gives %+v", e, r)
		}
	}
}

func TestTimeLeft(t *testing.T) {
	at := time.Unix(0, 0)
	for _, c := range []struct {
		run  runState
		want time.Duration
	}{
		{runState{Total: 10, Done: 2, Started: at, Now: at.Add(4 * time.Second)}, 16 * time.Second},
		{runState{Total: 10, Done: 1, Part: 1, Started: at, Now: at.Add(4 * time.Second)}, 16 * time.Second},
		{runState{Total: 10, Started: at, Now: at.Add(4 * time.Second)}, 0},
		{runState{Total: 0, Done: 4, Started: at, Now: at.Add(time.Second)}, 0},
		{runState{Total: 10, Done: 4, Started: at, Now: at.Add(-time.Second)}, 0},
		{runState{Total: 4, Done: 4, Part: 1, Started: at, Now: at.Add(time.Second)}, 0},
	} {
		if got := c.run.left(); got != c.want {
			t.Errorf("%+v: %v left, want %v", c.run, got, c.want)
		}
	}
}

func TestSources(t *testing.T) {
	file := measure.Result{Device: measure.Device{Name: "A100"}, Rows: rowsOf(3).Rows, Complete: true}
	for _, c := range []struct {
		name string
		do   []Action
		on   []string
	}{
		{"add", []Action{setSource{"h200", true}}, []string{"t4", "h200"}},
		{"add twice", []Action{setSource{"h200", true}, setSource{"h200", true}}, []string{"t4", "h200"}},
		{"take off", []Action{setSource{"h200", true}, setSource{"t4", false}}, []string{"h200"}},
		{"never empty", []Action{setSource{"t4", false}}, []string{"t4"}},
		{"unknown", []Action{setSource{"p100", true}}, []string{"t4"}},
		{"no file yet", []Action{setSource{fileID, true}}, []string{"t4"}},
		{"alone", []Action{onlySource{"h200"}}, []string{"h200"}},
		{"alone but unknown", []Action{onlySource{"p100"}}, []string{"t4"}},
		{"opened", []Action{opened{file}}, []string{"file"}},
		{"opened and overlaid", []Action{opened{file}, setSource{"t4", true}}, []string{"file", "t4"}},
	} {
		if s := after(testStart(), c.do...); !slices.Equal(s.On, c.on) {
			t.Errorf("%s: %v, want %v", c.name, s.On, c.on)
		}
	}
	s := after(testStart(), opened{file})
	if len(s.selected(testDeps())) != 1 || s.own() == nil || s.Tab != "chart" || !strings.HasPrefix(s.Notice.Text, "Opened") {
		t.Errorf("after opening: tab %s, notice %q", s.Tab, s.Notice.Text)
	}
	items := s.sources(testDeps())
	if len(items) != 3 || items[0].ID != fileID || !items[0].On || items[1].On {
		t.Errorf("source menu %+v", items)
	}
}

func TestChartSaysWhatItHasNot(t *testing.T) {
	d := testDeps()
	n := func(k int64) pick { return pick{ID: "distinct", Value: k, Given: true} }
	for _, c := range []struct {
		name     string
		do       []Action
		note     bool
		emphasis string
	}{
		{"broadcast", []Action{pick{ID: "broadcast"}}, false, "broadcast"},
		{"per-lane", nil, false, "per-lane"},
		{"per-lane turned", []Action{turn{3}}, false, "per-lane"},
		{"8 distinct on the T4", []Action{n(8)}, true, ""},
		{"8 distinct on the H200", []Action{n(8), onlySource{"h200"}}, false, ""},
		{"stride", []Action{pick{ID: "stride"}}, true, ""},
		{"reverse", []Action{pick{ID: "reverse"}}, true, ""},
		{"random", []Action{pick{ID: "random"}}, true, ""},
		{"paint", []Action{pick{ID: sim.PaintID}}, true, ""},
		{"one distinct is broadcast", []Action{n(1)}, false, "broadcast"},
	} {
		s := after(testStart(), c.do...)
		note := s.chartNote(s.selected(d))
		if (note != "") != c.note || s.emphasis() != c.emphasis {
			t.Errorf("%s: note %q, emphasis %q", c.name, note, s.emphasis())
		}
		if c.note && !strings.Contains(note, words.PatternName(s.Choice)) {
			t.Errorf("%s: the note does not name the pattern: %q", c.name, note)
		}
	}
	if note := testStart().chartNote(nil); note != "" {
		t.Errorf("no chart: %q", note)
	}
}

func TestNearestPatternOnTheChart(t *testing.T) {
	d := testDeps()
	for k, want := range map[int64]string{2: "broadcast", 4: "broadcast", 8: "per-lane", 16: "per-lane"} {
		s := after(testStart(), pick{ID: "distinct", Value: k, Given: true})
		g, missing := s.gap(s.selected(d))
		if !missing || g.Nearest.Lanes() != want {
			t.Errorf("%d distinct: nearest %q, want %q", k, g.Nearest.Lanes(), want)
			continue
		}
		if s = after(s, g.pick()); s.Choice.ID != want {
			t.Errorf("%d distinct: the note leads to %s", k, s.title())
		}
	}
	s := after(testStart(), pick{ID: "stride", Value: 2, Given: true}, onlySource{"h200"})
	if g, _ := s.gap(s.selected(d)); g.pick().ID != "per-lane" {
		t.Errorf("stride 2 on six masks: nearest %+v", g.pick())
	}
	s = after(testStart(), pick{ID: "distinct", Value: 7, Given: true}, onlySource{"h200"})
	if g, missing := s.gap(s.selected(d)); !missing || g.pick() != (pick{ID: "distinct", Value: 8, Given: true}) {
		t.Errorf("7 distinct on a card with 8: nearest %+v, missing %v", g.pick(), missing)
	}
}

func TestPriceOnlyOnTheCardWhosePricesAreKnown(t *testing.T) {
	d := testDeps()
	s := testStart()
	if p := s.price(s.selected(d)); p != "" {
		t.Errorf("a price on the T4: %q", p)
	}
	s = after(s, onlySource{"h200"})
	if p := s.price(s.selected(d)); p != "on an NVIDIA H200: 64 cycles against 2.5, the least a load takes" {
		t.Errorf("price %q", p)
	}
	s = after(s, pick{ID: "broadcast"})
	if p := s.price(s.selected(d)); !strings.Contains(p, "no difference") {
		t.Errorf("price of a broadcast: %q", p)
	}
}

func TestWindowActions(t *testing.T) {
	s := testStart()
	for _, c := range []struct {
		from, to string
		do       nextTheme
	}{
		{"", "light", nextTheme{Dark: true, SystemDark: true}},
		{"light", "", nextTheme{SystemDark: true}},
		{"", "dark", nextTheme{}},
		{"dark", "", nextTheme{Dark: true}},
	} {
		s.Theme = c.from
		if got := after(s, c.do); got.Theme != c.to {
			t.Errorf("%+v from %q gives %q, want %q", c.do, c.from, got.Theme, c.to)
		}
	}
	if s := after(s, setMode{}, setTab{}); s.Mode != "time" || s.Tab != "chart" {
		t.Errorf("%s %s", s.Mode, s.Tab)
	}
	if s := after(s, setMode{}, setMode{}, setTab{"chart"}, setTab{"chart"}, setMode{"pie"}); s.Mode != "time" || s.Tab != "chart" {
		t.Errorf("%s %s", s.Mode, s.Tab)
	}
	if s := after(s, fullScreen{}, escape{}, escape{}); s.Full {
		t.Error("Esc does not leave full screen")
	}
	if s := after(s, fullScreen{}, showDialog{dialogHelp}, escape{}); !s.Full || s.Dialog != "" {
		t.Error("Esc does not close the innermost first")
	}
	if s := after(s, showDialog{dialogHelp}, showDialog{dialogExport}); s.Dialog != dialogHelp {
		t.Error("two dialogs at once")
	}
	if s := after(s, showDialog{dialogHelp}, closed{dialogExport}); s.Dialog != dialogHelp {
		t.Error("the end of another dialog closes this one")
	}
	if s := after(s, showDialog{dialogSave}); s.Dialog != "" || !strings.Contains(s.Notice.Text, "nothing to save") {
		t.Errorf("saving nothing: %q, %q", s.Dialog, s.Notice.Text)
	}
	zoom := s
	for range 40 {
		zoom = after(zoom, zoomBy{1})
	}
	if zoom.Zoom != 2 || after(zoom, zoomBy{0}).Zoom != 1 {
		t.Errorf("zoom ends at %v", zoom.Zoom)
	}
	for range 40 {
		zoom = after(zoom, zoomBy{-1})
	}
	if zoom.Zoom != .75 {
		t.Errorf("zoom ends at %v", zoom.Zoom)
	}
	if !after(s, quit{}).Quit {
		t.Error("quit does not quit")
	}
}

func TestNoticeStaysUntilTheUserGoesOn(t *testing.T) {
	s := after(testStart(), tell{Text: "the file is no result", Error: true})
	if s := after(s, tick{time.Second}, setStatus{"x"}, found{}, progress{}); !s.Notice.Error {
		t.Error("the notice went by itself")
	}
	if s := after(s, toggle{}); s.Notice != (notice{}) {
		t.Error("the notice stays for ever")
	}
	if s := after(s, tell{}); s.Notice != (notice{}) {
		t.Error("the notice cannot be closed")
	}
}

func TestTextFromOutsideIsCut(t *testing.T) {
	long := strings.Repeat("日本語 \x00\x1b[31m\u202e ", 100_000)
	began := time.Now()
	s := after(testStart(), tell{Text: long, Error: true}, setStatus{long}, found{Devices: []measure.Device{{Name: long}}}, found{Err: errors.New(long)})
	if time.Since(began) > time.Minute {
		t.Fatal("cutting takes for ever") // a watchdog, no measurement
	}
	for name, text := range map[string]string{"notice": s.Notice.Text, "status": s.Status, "GPU": s.GPUText, "why not": s.WhyNot} {
		if n := utf8.RuneCountInString(text); n > maxText+100 || !utf8.ValidString(text) {
			t.Errorf("%s has %d characters", name, n)
		}
		if strings.ContainsAny(text, "\x00\x1b\u202e\n") {
			t.Errorf("%s has characters that obey: %q", name, text)
		}
	}
	if got := short("  a\nb\tc  "); got != "a b c" {
		t.Errorf("%q", got)
	}
	if got := short("\xff\xfe"); !utf8.ValidString(got) {
		t.Errorf("%q is not UTF-8", got)
	}
}
