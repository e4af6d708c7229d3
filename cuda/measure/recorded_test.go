package measure

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestT4IsTheCoursesTable compares the recording with a copy of the course's
// figures, digit by digit as they are printed.
func TestT4IsTheCoursesTable(t *testing.T) {
	t4, err := FindRecording("t4")
	if err != nil {
		t.Fatal(err)
	}
	records, err := csv.NewReader(strings.NewReader(string(readTestFile(t, "t4-course-table.csv")))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var got [][]string
	for _, r := range t4.Rows {
		got = append(got, []string{fmt.Sprint(r.N), r.Lanes(), fmt.Sprintf("%.4f", r.Constant.Value), fmt.Sprintf("%.4f", r.Global.Value),
			fmt.Sprintf("%.2f", r.Ratio.Value), fmt.Sprintf("%.1f", r.GlobalGBps())})
		checkT4Row(t, r)
	}
	if diff := cmp.Diff(records[1:], got); diff != "" {
		t.Errorf("(-course +recording):\n%s", diff)
	}
	want := Device{Name: "Tesla T4", Major: 7, Minor: 5, L2Bytes: 4096 << 10, ConstantBytes: 65536, Driver: "595.84"}
	if diff := cmp.Diff(want, t4.Device); diff != "" || !t4.Complete || !strings.Contains(t4.Program, "CUDA 12.6") {
		t.Errorf("complete %v, program %q, device (-want +got):\n%s", t4.Complete, t4.Program, diff)
	}
	if note := strings.Join(t4.Notes, " "); !strings.Contains(note, "0.7819") || !strings.Contains(note, "1.0175") || !strings.Contains(note, "unknown") {
		t.Errorf("the notes are %q", t4.Notes)
	}
}

// checkT4Row: a printed row claims no more than was printed.
func checkT4Row(t *testing.T, r Row) {
	t.Helper()
	if c := *r.Course; c.ConstantMS != r.Constant.Value || c.GlobalMS != r.Global.Value || c.WarmUps != 3 || c.Runs != 10 {
		t.Errorf("n = %d %s: the course's times %+v are not the row's", r.N, r.Lanes(), c)
	}
	if r.Constant.HasInterval() || r.Global.HasInterval() || r.Ratio.HasInterval() || r.Verdict() != CannotTell {
		t.Errorf("n = %d %s: single printed numbers must not claim an interval or a verdict", r.N, r.Lanes())
	}
	if computed := r.Constant.Value / r.Global.Value; computed/r.Ratio.Value < 0.97 || computed/r.Ratio.Value > 1.03 {
		t.Errorf("n = %d %s: ratio %v, the printed times give %v", r.N, r.Lanes(), r.Ratio.Value, computed)
	}
	if r.LaunchBound != (r.N == 4096) {
		t.Errorf("n = %d: launch-bound is %v", r.N, r.LaunchBound)
	}
}

func TestT4OnCUDA13IsPartial(t *testing.T) {
	r, err := FindRecording("t4-cuda13")
	if err != nil {
		t.Fatal(err)
	}
	got := map[Point]float64{}
	for _, row := range r.Rows {
		got[row.Point] = row.Ratio.Value
		if row.Constant.Known() || row.Global.Known() || row.Course != nil {
			t.Errorf("%v: its times are not known", row.Point)
		}
	}
	want := map[Point]float64{{4096, 0}: 0.99, {8388608, 0}: 0.69, {8388608, 31}: 29.98}
	if diff := cmp.Diff(want, got); diff != "" || r.Complete || r.Date != "2026-09-02" || r.Device.Driver != "580.173.02" {
		t.Errorf("complete %v, date %q, driver %q, ratios (-want +got):\n%s", r.Complete, r.Date, r.Device.Driver, diff)
	}
	if !r.Rows[0].LaunchBound || r.Rows[1].LaunchBound {
		t.Error("of the three, 4096 alone is launch-bound")
	}
}

// TestH200IsMeasured: unlike the course's printed table, this recording is
// this program's own, with everything that a measurement has to tell.
func TestH200IsMeasured(t *testing.T) {
	r, err := FindRecording("h200")
	if err != nil {
		t.Fatal(err)
	}
	d := r.Device
	if d.Name != "NVIDIA H200" || d.Major != 9 || d.SMs != 132 || d.Driver == "" || d.L2Bytes == 0 || d.PersistingL2Max == 0 {
		t.Errorf("the card is %+v", d)
	}
	if _, err := time.Parse(time.RFC3339, r.Date); err != nil || !r.Complete || !strings.HasPrefix(r.Program, "warpbill ") {
		t.Errorf("date %q, complete %v, program %q", r.Date, r.Complete, r.Program)
	}
	var points []Point
	for _, row := range r.Rows {
		points = append(points, row.Point)
		for name, s := range map[string]Summary{"constant": row.Constant, "global": row.Global, "ratio": row.Ratio} {
			if !s.HasInterval() || s.Low > s.Value || s.Value > s.High {
				t.Errorf("%v: %s is %v from %v to %v", row.Point, name, s.Value, s.Low, s.High)
			}
		}
		if len(row.Constant.Samples) < 21 || len(row.Global.Samples) < 21 || len(row.Floor.Samples) == 0 || row.Course == nil {
			t.Errorf("%v: %d and %d samples, %d of the floor, course %v", row.Point,
				len(row.Constant.Samples), len(row.Global.Samples), len(row.Floor.Samples), row.Course)
		}
	}
	if diff := cmp.Diff(CoursePlan().Points(), points); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
}

func TestRecordings(t *testing.T) {
	all := Recordings()
	var ids, labels []string
	for _, r := range all {
		ids, labels = append(ids, r.ID), append(labels, r.SourceLabel())
		if r.Live || r.File != "" || r.Method == "" {
			t.Errorf("%s: live %v, file %q, method %q", r.ID, r.Live, r.File, r.Method)
		}
		if found, err := FindRecording(r.ID); err != nil || cmp.Diff(r, found) != "" {
			t.Errorf("%s: err %v, or another result", r.ID, err)
		}
	}
	if len(ids) != len(recordingIDs()) || ids[0] != "t4" || ids[1] != "t4-cuda13" {
		t.Errorf("the recordings come as %v of %v", ids, recordingIDs())
	}
	if slices.Sort(labels); len(slices.Compact(labels)) != len(all) {
		t.Errorf("two recordings have the same label: %v", labels)
	}
	if _, err := FindRecording("v100"); err == nil || !strings.Contains(err.Error(), "use t4, t4-cuda13") {
		t.Errorf("got %v", err)
	}
}

func TestReplayGivesTheRecordingBack(t *testing.T) {
	for _, want := range []Result{sampleResult(0, 31), Recordings()[0], Recordings()[1]} {
		var c Collector
		var kinds []string
		err := Replay{Result: want}.Run(t.Context(), FullPlan(), func(e Event) {
			c.Apply(e)
			kinds = append(kinds, strings.TrimPrefix(fmt.Sprintf("%T", e), "measure."))
		})
		if (err == nil) != want.Complete {
			t.Errorf("complete %v, err %v", want.Complete, err)
		}
		got := c.Result()
		want.ID, want.Title, want.File, want.Notes = "", "", "", nil // not measured
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		if kinds[0] != "Started" || (kinds[len(kinds)-1] == "Finished") != want.Complete || kinds[1] != "Sampled" || kinds[2] != "Row" {
			t.Errorf("the events are %v", kinds)
		}
	}
}

func TestReplayStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	replay := Replay{Result: sampleResult(0, 31), Interval: time.Hour}
	err := watched(t, func() error {
		return replay.Run(ctx, Plan{}, func(e Event) {
			if _, row := e.(Row); row {
				t.Error("a row came before its time")
			}
			cancel()
		})
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if d, err := replay.Devices(t.Context()); err != nil || len(d) != 1 || d[0].Name != "NVIDIA Test" {
		t.Errorf("devices %v, %v", d, err)
	}
	if err := replay.Run(ctx, Plan{}, func(Event) { t.Error("an event of a run that must not begin") }); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestCollector(t *testing.T) {
	var c Collector
	if got := c.Result(); got.Complete || len(got.Rows) > 0 {
		t.Errorf("before anything: %+v", got)
	}
	p := Point{N: 4096}
	c.Apply(sampleRow(p))
	c.Apply(Started{Device: testDevice(), Plan: CoursePlan()})
	if got := c.Result(); len(got.Rows) > 0 || !got.Live || !strings.Contains(got.Method, "median of 21 pairs of batches of at least 0.2 ms") {
		t.Errorf("a start begins anew: %+v", got)
	}
	c.Apply(sampleRow(p))
	early := c.Result()
	c.Apply(sampleRow(Point{N: 8192}))
	again := sampleRow(p)
	again.Warnings = []string{"second"}
	c.Apply(again)
	c.Apply(Warned{Text: "w"})
	if len(early.Rows) != 1 || len(early.Rows[0].Warnings) > 0 {
		t.Errorf("a result that was taken has changed: %+v", early.Rows)
	}
	if got := c.Result(); len(got.Rows) != 2 || len(got.Rows[0].Warnings) != 1 || got.Complete || !slices.Equal(got.Warnings, []string{"w"}) {
		t.Errorf("got %+v", got)
	}
}

func TestCollectorEnds(t *testing.T) {
	var c Collector
	c.Apply(Finished{Err: "broken"})
	if got := c.Result(); got.Complete || !slices.Contains(got.Warnings, "broken") {
		t.Errorf("complete %v, warnings %q after a failure", got.Complete, got.Warnings)
	}
	c.Apply(Finished{})
	if !c.Result().Complete {
		t.Error("not complete after the end")
	}
	for range 3 * maxTexts {
		c.Apply(Warned{Text: "again"})
	}
	if got := len(c.Result().Warnings); got > maxTexts {
		t.Errorf("%d warnings are kept", got)
	}
}
