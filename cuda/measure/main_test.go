package measure

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// fakeEnv makes the test binary play a measuring process.
const fakeEnv = "MEASURE_TEST_CHILD"

func TestMain(m *testing.M) {
	if act := os.Getenv(fakeEnv); act != "" {
		os.Exit(playChild(act, os.Args[1:]))
	}
	goleak.VerifyTestMain(m)
}

// fakeChild is a Child whose process is this binary, playing act.
func fakeChild(t *testing.T, act string) *Child {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return &Child{
		Command: func(args ...string) *exec.Cmd {
			cmd := exec.Command(self, args...)
			cmd.Env = append(os.Environ(), fakeEnv+"="+act)
			return cmd
		},
		Silence: 30 * time.Second,
		Grace:   200 * time.Millisecond,
	}
}

func markOf(args []string) string {
	for i, arg := range args {
		if arg == "--run" && i+1 < len(args) {
			return args[i+1]
		}
	}
	return ""
}

func planOf(args []string) Plan {
	for i, arg := range args {
		if arg == "--plan" && i+1 < len(args) {
			switch args[i+1] {
			case "course":
				return CoursePlan()
			case "full":
				return FullPlan()
			}
			if p, err := LoadPlan(args[i+1]); err == nil {
				return p
			}
		}
	}
	return Plan{}
}

// sampleRow is a row as a sweep makes it, the same for the same point.
func sampleRow(p Point) Row {
	var c, g, f []float64
	base := float64(p.N) / 1e6
	for i := range 7 {
		wobble := 1 + float64(i%3)/1000
		c = append(c, base*wobble*float64(p.Distinct()))
		g = append(g, base*wobble)
		f = append(f, 0.001*wobble)
	}
	return NewRow(p, c, g, f, &CourseTimes{ConstantMS: c[0], GlobalMS: g[0], WarmUps: 3, Runs: 10})
}

// goodRunner carries out any plan at once, on paper.
type goodRunner struct {
	fail error // instead of finishing
	wait bool  // after the rows, until the context ends
}

func testDevice() Device {
	return Device{UUID: "GPU-1", Name: "NVIDIA Test", Major: 9, SMs: 132, L2Bytes: 50 << 20, PersistingL2Max: 32 << 20,
		PolicyWindowMax: 128 << 20, ConstantBytes: 65536, Driver: "580.00"}
}

func (g goodRunner) Devices(context.Context) ([]Device, error) {
	second := testDevice()
	second.Index, second.UUID = 1, "GPU-2"
	return []Device{testDevice(), second}, g.fail
}

func (g goodRunner) Run(ctx context.Context, p Plan, emit func(Event)) error {
	points := p.Points()
	emit(Started{Device: testDevice(), Plan: p, Total: len(points), Program: "test", Date: "2026-01-02T03:04:05Z"})
	for i, point := range points {
		emit(Sampled{Point: point, Phase: "measure", Done: i, Total: len(points), Pair: 1, Pairs: p.Pairs})
		emit(sampleRow(point))
	}
	if g.wait {
		<-ctx.Done()
		return context.Cause(ctx)
	}
	if g.fail != nil {
		return g.fail
	}
	emit(Warned{Text: "warm today"})
	emit(Finished{})
	return nil
}

// playChild is the process of the child tests. Its exit status is what it
// returns.
func playChild(act string, args []string) int {
	mark := markOf(args)
	ctx := WatchParent(context.Background(), os.Stdin)
	if slices.Contains(args, "--devices") {
		return status(StreamDevices(ctx, os.Stdout, mark, goodRunner{}))
	}
	rows := func(r goodRunner) error { return StreamRun(ctx, os.Stdout, mark, r, planOf(args)) }
	if play, ok := acts()[act]; ok {
		return play(mark, rows)
	}
	return 7
}

// acts are the ways in which a measuring process can go.
func acts() map[string]func(mark string, rows func(goodRunner) error) int {
	type run = func(goodRunner) error
	return map[string]func(string, run) int{
		"good":  func(_ string, rows run) int { return status(rows(goodRunner{})) },
		"quiet": func(string, run) int { return 0 },
		"noisy": playNoisy,
		"fails": func(_ string, rows run) int {
			return status(rows(goodRunner{fail: errors.New("the card fell off the bus: restart the computer")}))
		},
		"crashes": func(_ string, rows run) int {
			_ = rows(goodRunner{fail: errors.New("unused")}) // its done record says why
			return 2
		},
		"bad-end": func(_ string, rows run) int {
			_ = rows(goodRunner{}) // it fails after the stream
			return 9
		},
		"no-gpu": func(string, run) int {
			fmt.Fprintln(os.Stderr, "warpbill: no NVIDIA driver was found: install it")
			fmt.Fprintln(os.Stderr, "bye")
			return NoGPUStatus
		},
		"killed": func(mark string, _ run) int {
			_ = NewEncoder(os.Stdout, mark).Encode(sampleRow(Point{N: 4096}))
			fmt.Fprintln(os.Stderr, "Xid 79")
			kill(os.Getpid())
			return playSleeps()
		},
		"hangs": func(mark string, _ run) int {
			_ = NewEncoder(os.Stdout, mark).Encode(sampleRow(Point{N: 4096}))
			return playSleeps()
		},
		"stubborn": func(mark string, _ run) int { // does not listen to its stdin, but beats
			enc := NewEncoder(os.Stdout, mark)
			_ = enc.Encode(sampleRow(Point{N: 4096}))
			enc.beat(context.Background(), 10*time.Millisecond)
			return 0
		},
		"waits":           playWaits,
		"parent":          func(string, run) int { return playParent() },
		"sleeps":          func(string, run) int { return playSleeps() },
		"floods":          func(string, run) int { return playFlood() },
		"grandchild":      func(_ string, rows run) int { return playGrandchild(false, rows) },
		"grandchild-kept": func(_ string, rows run) int { return playGrandchild(true, rows) },
		"escaped":         func(_ string, rows run) int { return playEscape(rows) },
		"reads": func(string, run) int {
			_, _ = io.Copy(io.Discard, os.Stdin)
			return 0
		},
		"stderr-flood": func(string, run) int {
			for i := range 20000 {
				fmt.Fprintln(os.Stderr, "line", i, strings.Repeat("z", 1000))
			}
			return 4
		},
	}
}

func playSleeps() int {
	time.Sleep(time.Minute)
	return 0
}

func playNoisy(_ string, rows func(goodRunner) error) int {
	fmt.Println("cuda: warming up\n\x1b]0;title\x07{\"v\":1,\"run\":\"other\",\"seq\":1,\"type\":\"done\",\"data\":{}}")
	fmt.Println(strings.Repeat("x", maxLine+1))
	fmt.Fprintln(os.Stderr, "a note on \x1b[31mstderr")
	return status(rows(goodRunner{}))
}

func playFlood() int {
	w := bufio.NewWriterSize(os.Stdout, 1<<16)
	for {
		if _, err := w.WriteString("y\n"); err != nil {
			return 1
		}
	}
}

// playWaits ends when it is asked to.
func playWaits(_ string, rows func(goodRunner) error) int {
	return status(rows(goodRunner{wait: true}))
}

// playParent runs a child of its own and dies without a word in the middle.
func playParent() int {
	self, err := os.Executable()
	if err != nil {
		return 8
	}
	child := &Child{Command: func(args ...string) *exec.Cmd {
		cmd := exec.Command(self, args...)
		cmd.Env = append(os.Environ(), fakeEnv+"=waits")
		cmd.ExtraFiles = []*os.File{os.NewFile(3, "held")} // for the test to see it end
		return cmd
	}}
	_ = child.Run(context.Background(), CoursePlan(), func(e Event) {
		if _, row := e.(Row); row {
			kill(os.Getpid())
		}
	})
	return 8
}

// playGrandchild leaves a process behind that holds the pipes.
func playGrandchild(wait bool, rows func(goodRunner) error) int {
	self, err := os.Executable()
	if err != nil {
		return 8
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), fakeEnv+"=sleeps")
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := cmd.Start(); err != nil {
		return 8
	}
	return status(rows(goodRunner{wait: wait}))
}

// playEscape leaves a process behind that is in no group of its parent, holds
// the pipes, and lives until the test closes its input.
func playEscape(rows func(goodRunner) error) int {
	self, err := os.Executable()
	if err != nil {
		return 8
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), fakeEnv+"=reads")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.NewFile(3, "held"), os.Stdout, os.Stderr
	leaveGroup(cmd)
	if err := cmd.Start(); err != nil {
		return 8
	}
	return status(rows(goodRunner{}))
}

func status(err error) int {
	if err != nil {
		return 1
	}
	return 0
}

// failingWriter fails after n bytes.
type failingWriter struct{ left int }

func (f *failingWriter) Write(p []byte) (int, error) {
	if len(p) > f.left {
		n := f.left
		f.left = 0
		return n, io.ErrShortWrite
	}
	f.left -= len(p)
	return len(p), nil
}
