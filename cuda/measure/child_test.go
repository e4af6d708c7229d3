package measure

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// watched fails the test when the run hangs; it is no statement about speed.
func watched(t *testing.T, run func() error) error {
	t.Helper()
	ended := make(chan error, 1)
	go func() { ended <- run() }()
	select {
	case err := <-ended:
		return err
	case <-time.After(60 * time.Second):
		t.Fatal("the run did not end")
		return nil
	}
}

func collect(t *testing.T, c Runner, ctx context.Context, p Plan) (Result, error) {
	t.Helper()
	var col Collector
	err := watched(t, func() error { return c.Run(ctx, p, col.Apply) })
	return col.Result(), err
}

func TestChildStreamsASweep(t *testing.T) {
	custom := CoursePlan()
	custom.Name, custom.Sizes, custom.Device = "mine", []uint64{64, 4096}, "GPU-1"
	full := FullPlan()
	full.Device = "1"
	for _, plan := range []Plan{CoursePlan(), full, custom} {
		t.Run(plan.Name, func(t *testing.T) {
			got, err := collect(t, fakeChild(t, "good"), t.Context(), plan)
			if err != nil {
				t.Fatal(err)
			}
			var direct Collector
			if err := (goodRunner{}).Run(t.Context(), plan, direct.Apply); err != nil {
				t.Fatal(err)
			}
			want := direct.Result()
			if plan.Name != "mine" {
				want.Plan.Device = "" // the fake takes named plans as they are
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("through the child the result differs (-want +got):\n%s", diff)
			}
			if !got.Complete || !got.Live {
				t.Errorf("complete %v, live %v: want both", got.Complete, got.Live)
			}
		})
	}
}

func TestChildLeavesNoPlanFile(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	plan := CoursePlan()
	plan.Pairs = 7
	if _, err := collect(t, fakeChild(t, "good"), t.Context(), plan); err != nil {
		t.Fatal(err)
	}
	if left, _ := filepath.Glob(filepath.Join(os.TempDir(), "warpbill-plan-*")); len(left) > 0 {
		t.Errorf("plan files are left: %v", left)
	}
}

func TestChildDevices(t *testing.T) {
	var got []Device
	err := watched(t, func() (err error) {
		got, err = fakeChild(t, "good").Devices(t.Context())
		return err
	})
	want, _ := goodRunner{}.Devices(t.Context())
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("err %v, devices (-want +got):\n%s", err, diff)
	}
	if _, err := fakeChild(t, "good").Devices(cancelled(t)); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled before it began: got %v", err)
	}
}

func cancelled(t *testing.T) context.Context {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	return ctx
}

func TestChildGoesWrong(t *testing.T) {
	tests := []struct {
		act   string
		rows  int
		noGPU bool
		want  string
	}{
		{act: "no-gpu", noGPU: true, want: "no NVIDIA driver was found: install it"},
		{act: "fails", rows: 10, want: "the card fell off the bus: restart the computer"},
		{act: "crashes", rows: 10, want: "unused"},
		{act: "killed", rows: 1, want: "Xid 79"},
		{act: "hangs", rows: 1, want: "no longer answered"},
		{act: "sleeps", want: "did not begin"},
		{act: "floods", want: "without end"},
		{act: "quiet", want: "without saying that it was done"},
		{act: "stderr-flood", want: "line 19999"},
	}
	for _, test := range tests {
		t.Run(test.act, func(t *testing.T) {
			child := fakeChild(t, test.act)
			switch test.act {
			case "hangs":
				child.Silence = time.Second // and six of them to start
			case "sleeps":
				child.Silence = 50 * time.Millisecond
			}
			got, err := collect(t, child, t.Context(), CoursePlan())
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %q: want it to contain %q", err, test.want)
			}
			if errors.Is(err, ErrNoGPU) != test.noGPU {
				t.Errorf("errors.Is(%v, ErrNoGPU) must be %v", err, test.noGPU)
			}
			if len(got.Rows) != test.rows || got.Complete {
				t.Errorf("%d rows, complete %v: want %d, incomplete", len(got.Rows), got.Complete, test.rows)
			}
			if err != nil && len(err.Error()) > 2*maxSentence {
				t.Errorf("the error has %d bytes", len(err.Error()))
			}
		})
	}
}

func TestChildFinishedButEndedBadly(t *testing.T) {
	got, err := collect(t, fakeChild(t, "bad-end"), t.Context(), CoursePlan())
	if err != nil || !got.Complete {
		t.Fatalf("err %v, complete %v: the plan was carried out", err, got.Complete)
	}
	if !slices.ContainsFunc(got.Warnings, func(w string) bool { return strings.Contains(w, "exit status 9") }) {
		t.Errorf("warnings %q do not tell of exit status 9", got.Warnings)
	}
}

func TestChildNoiseGoesToTheLog(t *testing.T) {
	var mu sync.Mutex
	var log []string
	child := fakeChild(t, "noisy")
	child.Log = func(line string) {
		mu.Lock()
		defer mu.Unlock()
		log = append(log, line)
	}
	got, err := collect(t, child, t.Context(), CoursePlan())
	if err != nil || len(got.Rows) != 10 {
		t.Fatalf("err %v, %d rows", err, len(got.Rows))
	}
	all := strings.Join(log, "\n")
	for _, want := range []string{"cuda: warming up", "a note on [31mstderr", "2 other lines, 1 overlong"} {
		if !strings.Contains(all, want) {
			t.Errorf("the log lacks %q:\n%s", want, all)
		}
	}
	if strings.ContainsAny(all, "\x1b\x07") {
		t.Errorf("the log holds terminal controls: %q", all)
	}
}

// TestChildCancel: whether the process listens, ignores its input or has left
// another one behind, the run ends and the rows so far have arrived.
func TestChildCancel(t *testing.T) {
	for act, rows := range map[string]int{"waits": 10, "stubborn": 1, "grandchild-kept": 10} {
		t.Run(act, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			var col Collector
			child := fakeChild(t, act)
			ended := false
			err := watched(t, func() error {
				err := child.Run(ctx, CoursePlan(), func(e Event) {
					if ended {
						t.Error("an event came after the end")
					}
					col.Apply(e)
					if len(col.Result().Rows) == rows {
						cancel()
					}
				})
				ended = true
				return err
			})
			if !errors.Is(err, context.Canceled) {
				t.Errorf("error %v: want it to be context.Canceled", err)
			}
			if got := col.Result(); len(got.Rows) != rows || got.Complete {
				t.Errorf("%d rows, complete %v: want %d, incomplete", len(got.Rows), got.Complete, rows)
			}
		})
	}
}

func TestChildLeavesAGrandchildWithThePipe(t *testing.T) {
	got, err := collect(t, fakeChild(t, "grandchild"), t.Context(), CoursePlan())
	if err != nil || !got.Complete || len(got.Rows) != 10 {
		t.Errorf("err %v, complete %v, %d rows: want a whole result", err, got.Complete, len(got.Rows))
	}
}

// TestChildTakesItsOwnChildrenAlong: a cancelled process may have started
// others, as ssh and wrappers do. All of them hold a pipe here, which ends with
// the last.
func TestChildTakesItsOwnChildrenAlong(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows passes no extra files on")
	}
	held, end, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	child := fakeChild(t, "grandchild-kept")
	plain := child.Command
	child.Command = func(args ...string) *exec.Cmd {
		cmd := plain(args...)
		cmd.ExtraFiles = []*os.File{end}
		return cmd
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	err = watched(t, func() error {
		return child.Run(ctx, CoursePlan(), func(e Event) {
			if _, row := e.(Row); row {
				cancel()
			}
		})
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v: want it to be context.Canceled", err)
	}
	_ = end.Close()
	// By itself the grandchild would live for a minute.
	if err := held.SetReadDeadline(time.Now().Add(30 * time.Second)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, held); err != nil {
		t.Errorf("something of the run lives on: %v", err)
	}
}

// TestChildLeavesAnEscapedProcess: one that no kill of ours reaches must not
// hold the run either.
func TestChildLeavesAnEscapedProcess(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("nothing leaves a job on Windows")
	}
	read, hold, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	defer hold.Close() // lets it go
	child := fakeChild(t, "escaped")
	plain := child.Command
	child.Command = func(args ...string) *exec.Cmd {
		cmd := plain(args...)
		cmd.ExtraFiles = []*os.File{read}
		return cmd
	}
	got, err := collect(t, child, t.Context(), CoursePlan())
	if err != nil || !got.Complete || len(got.Rows) != 10 {
		t.Errorf("err %v, complete %v, %d rows: want a whole result", err, got.Complete, len(got.Rows))
	}
}

func TestChildThatCannotStart(t *testing.T) {
	child := &Child{Command: func(args ...string) *exec.Cmd {
		return exec.Command(filepath.Join(t.TempDir(), "gone"), args...)
	}}
	_, err := collect(t, child, t.Context(), CoursePlan())
	if err == nil || !strings.Contains(err.Error(), "cannot start measuring") {
		t.Errorf("got %v", err)
	}
	if err := child.Run(t.Context(), Plan{}, func(Event) {}); err == nil {
		t.Error("a plan without sizes was started")
	}
}

func TestChildDefaults(t *testing.T) {
	var c Child
	if c.silence() <= beatInterval*5 || c.grace() <= 0 || c.grace() >= time.Second {
		t.Errorf("silence %v, grace %v", c.silence(), c.grace())
	}
}

// TestChildEndsWithItsParent: a parent that is killed cannot say anything;
// the system closes its pipes, and the child ends by itself. Parent and child
// hold a pipe open here, which ends with the last of them.
func TestChildEndsWithItsParent(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows passes no extra files on")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	held, end, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	parent := exec.Command(self)
	parent.Env = append(os.Environ(), fakeEnv+"=parent")
	parent.ExtraFiles = []*os.File{end}
	err = parent.Run()
	_ = end.Close()
	if err == nil || parent.ProcessState.ExitCode() == 8 {
		t.Fatalf("the parent was to be killed: %v", err)
	}
	err = watched(t, func() error {
		_, err := io.Copy(io.Discard, held)
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func TestTailFindsTheReason(t *testing.T) {
	for want, text := range map[string]string{
		"":                     "",
		"the last":             "one\ntwo\nthe last",
		"no driver":            "note\nwarpbill: first\nwarpbill: no driver\nexit",
		"panic: nil map":       "note\npanic: nil map\n\ngoroutine 1 [running]:\nmain.main()\n",
		"fatal error: no more": "fatal error: no more\nruntime stack:\n",
	} {
		var tail tail
		for _, b := range []byte(text) {
			if n, err := tail.Write([]byte{b}); n != 1 || err != nil {
				t.Fatal(n, err)
			}
		}
		if got := tail.sentence(); got != want {
			t.Errorf("of %q: %q, want %q", text, got, want)
		}
	}
}

func TestTailIsBounded(t *testing.T) {
	logged := 0
	tail := tail{log: func(string) { logged++ }}
	for range 3000 {
		_, _ = tail.Write([]byte(strings.Repeat("z", 5000) + "\n"))
	}
	if len(tail.lines) != maxTailLines || logged != maxLogged || len([]rune(tail.lines[0])) > maxSentence {
		t.Errorf("%d lines, %d logged, %d characters", len(tail.lines), logged, len(tail.lines[0]))
	}
}
