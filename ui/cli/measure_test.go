package cli_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"warpbill/cuda/measure"
	"warpbill/ui/cli"
)

// played is a world whose GPU plays the T4's recording.
func played(t *testing.T, interval time.Duration) cli.Env {
	t.Helper()
	r, err := measure.FindRecording("t4")
	if err != nil {
		t.Fatal(err)
	}
	return withCard(measure.Replay{Result: r, Interval: interval})
}

func withCard(r measure.Runner) cli.Env {
	return cli.Env{Card: func() (measure.Runner, func(), error) { return r, func() {}, nil }}
}

// runnerFunc is a Runner of one function.
type runnerFunc func(ctx context.Context, p measure.Plan, emit func(measure.Event)) error

func (f runnerFunc) Devices(context.Context) ([]measure.Device, error) { return nil, nil }
func (f runnerFunc) Run(ctx context.Context, p measure.Plan, emit func(measure.Event)) error {
	return f(ctx, p, emit)
}

// firstRow emits one row, then does what it is told.
func firstRow(then func(ctx context.Context) error) measure.Runner {
	return runnerFunc(func(ctx context.Context, p measure.Plan, emit func(measure.Event)) error {
		emit(measure.Started{Plan: p, Total: 2, Device: measure.Device{Name: "a card"}})
		row := measure.Row{Point: measure.Point{N: 4096}}
		row.Constant.Value, row.Global.Value, row.Ratio.Value = 1, 2, .5
		emit(row)
		return then(ctx)
	})
}

func TestMeasurePrintsTheCoursesTable(t *testing.T) {
	a := runOn(t, t.Context(), played(t, 0), "measure")
	if a.code != 0 {
		t.Fatalf("exit status %d: %s", a.code, a.errs)
	}
	golden(t, "measure-t4", a.out)
}

func TestMeasureSavesInEveryFormat(t *testing.T) {
	dir := t.TempDir()
	for _, ext := range []string{".json", ".csv", ".txt"} {
		path := filepath.Join(dir, "mine"+ext)
		a := runOn(t, t.Context(), played(t, 0), "measure", "-o", path)
		if a.code != 0 || !strings.Contains(a.errs, "saved to") {
			t.Errorf("%s: got %d, %q", ext, a.code, a.errs)
		}
		r, err := measure.OpenResult(path)
		if err != nil {
			t.Errorf("%s: %v", ext, err)
		}
		if len(r.Rows) != 10 {
			t.Errorf("%s holds %d rows, want 10", ext, len(r.Rows))
		}
	}
}

func TestMeasureAsRecords(t *testing.T) {
	a := runOn(t, t.Context(), played(t, 0), "measure", "--json")
	if a.code != 0 || a.errs != "" {
		t.Fatalf("got %d, %q", a.code, a.errs)
	}
	kinds := map[string]int{}
	for line := range strings.Lines(a.out) {
		var record struct{ Type string }
		if err := json.Unmarshal([]byte(line), &record); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		kinds[record.Type]++
	}
	if kinds["hello"] != 1 || kinds["row"] != 10 || kinds["done"] != 1 {
		t.Errorf("got %v", kinds)
	}
}

func TestMarkerComesBackInEveryRecord(t *testing.T) {
	env := played(t, 0)
	in, parent := io.Pipe()
	defer parent.Close()
	env.Stdin = in
	a := runOn(t, t.Context(), env, "measure", "--json", "--run", "MARK7")
	d := measure.NewDecoder(strings.NewReader(a.out), "MARK7")
	events := 0
	for {
		if _, err := d.Next(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		events++
	}
	if events < 12 || d.Counts() != (measure.Counts{}) {
		t.Errorf("%d events, %+v passed over", events, d.Counts())
	}
}

func TestEndOfStandardInputStopsAChild(t *testing.T) {
	env := played(t, time.Hour)
	in, parent := io.Pipe()
	env.Stdin = in
	open := env.Card
	env.Card = func() (measure.Runner, func(), error) {
		time.AfterFunc(50*time.Millisecond, func() { parent.Close() })
		return open()
	}
	a := runOn(t, t.Context(), env, "measure", "--json", "--run", "M")
	if a.code != 1 || !strings.Contains(a.out, `"type":"done"`) {
		t.Errorf("got %d, %q", a.code, a.out)
	}
}

func TestDevicesOfTheCard(t *testing.T) {
	a := runOn(t, t.Context(), played(t, 0), "measure", "--devices")
	if a.code != 0 || !strings.Contains(a.out, "Tesla T4") {
		t.Errorf("got %+v", a)
	}
	env := played(t, 0)
	in, parent := io.Pipe() // held open for as long as the answer is wanted
	defer parent.Close()
	env.Stdin = in
	a = runOn(t, t.Context(), env, "measure", "--devices", "--json", "--run", "M")
	if a.code != 0 || !strings.Contains(a.out, `"type":"device"`) || !strings.Contains(a.out, "Tesla T4") {
		t.Errorf("got %+v", a)
	}
}

// TestInterruptKeepsTheRows stands for Ctrl+C: the rows so far are printed
// and saved, marked incomplete, and the program says so.
func TestInterruptKeepsTheRows(t *testing.T) {
	path := filepath.Join(t.TempDir(), "part.json")
	ctx, interrupt := context.WithCancel(t.Context())
	env := withCard(firstRow(func(ctx context.Context) error {
		interrupt()
		<-ctx.Done()
		return ctx.Err()
	}))
	a := runOn(t, ctx, env, "measure", "-o", path)
	if a.code != 1 || !strings.Contains(a.errs, "stopped after 1 of 2 rows") || !strings.Contains(a.errs, "marked incomplete") {
		t.Errorf("got %d, %q", a.code, a.errs)
	}
	if !strings.Contains(a.out, "4096") {
		t.Errorf("the table is %q", a.out)
	}
	r, err := measure.OpenResult(path)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Rows) != 1 || r.Complete {
		t.Errorf("the file holds %d rows, complete %v", len(r.Rows), r.Complete)
	}
}

func TestFailureInTheMiddleKeepsTheRows(t *testing.T) {
	path := filepath.Join(t.TempDir(), "part.json")
	env := withCard(firstRow(func(context.Context) error { return errors.New("the GPU is gone: restart the computer") }))
	a := runOn(t, t.Context(), env, "measure", "-o", path)
	if a.code != 1 || !strings.Contains(a.errs, "the GPU is gone") {
		t.Errorf("got %d, %q", a.code, a.errs)
	}
	if r, err := measure.OpenResult(path); err != nil || len(r.Rows) != 1 || r.Complete {
		t.Errorf("the file holds %+v, %v", r.Rows, err)
	}
}

func TestNothingMeasuredLeavesNoFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "none.json")
	env := withCard(runnerFunc(func(context.Context, measure.Plan, func(measure.Event)) error {
		return errors.New("the kernels do not load: update the driver")
	}))
	if a := runOn(t, t.Context(), env, "measure", "-o", path); a.code != 1 {
		t.Errorf("exit status %d", a.code)
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file is left behind: %v", err)
	}
}

func TestUnwritableResultIsFoundBeforeMeasuring(t *testing.T) {
	opened := false
	env := cli.Env{Card: func() (measure.Runner, func(), error) {
		opened = true
		return nil, nil, errors.New("the GPU was opened")
	}}
	runOn(t, t.Context(), env, "measure", "-o", filepath.Join(t.TempDir(), "nowhere", "x.json"))
	if opened {
		t.Error("the GPU was opened although the result cannot be saved")
	}
}

func TestDeviceReachesThePlan(t *testing.T) {
	var got measure.Plan
	env := withCard(runnerFunc(func(_ context.Context, p measure.Plan, emit func(measure.Event)) error {
		got = p
		emit(measure.Finished{})
		return nil
	}))
	runOn(t, t.Context(), env, "measure", "--plan", "full", "--device", "1")
	if got.Device != "1" || got.Name != "full" {
		t.Errorf("the plan is %+v", got)
	}
}

func TestNamesOfCardsCannotSteerTheTerminal(t *testing.T) {
	env := withCard(runnerFunc(func(_ context.Context, p measure.Plan, emit func(measure.Event)) error {
		emit(measure.Started{Plan: p, Total: 1, Device: measure.Device{Name: "H200\x1b]0;evil\x07\u202e"}})
		emit(measure.Warned{Text: "hot\x1b[2J\u009b"})
		row := measure.Row{Point: measure.Point{N: 4096}}
		row.Constant.Value, row.Global.Value, row.Ratio.Value = 1, 1, 1
		emit(row)
		return errors.New("lost\x1b[31m\r\ncard")
	}))
	a := runOn(t, t.Context(), env, "measure")
	if strings.ContainsAny(a.out+a.errs, "\x1b\x07\r\u202e\u009b") {
		t.Errorf("a control character is printed: %q", a.out+a.errs)
	}
}
