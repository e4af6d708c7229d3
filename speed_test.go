//go:build linux && !headless

package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

var (
	budgets = flag.Bool("budgets", false, "measure what the window costs, and print it beside its budget")
	soak    = flag.Duration("soak", 10*time.Minute, "with -budgets: how long the window plays before its memory is read")
)

// TestWindowBudgets prints the figures of the real window. It asserts none of
// them: they depend on the machine and on who else uses it.
func TestWindowBudgets(t *testing.T) {
	if !*budgets {
		t.Skip("run with -args -budgets (make bench)")
	}
	program(t) // built before any clock runs
	s := newScreen(t, "1280x800", "+extension", "GLX")
	var figures [][3]string
	add := func(name, budget, format string, value float64) {
		figures = append(figures, [3]string{name, budget, fmt.Sprintf(format, value)})
	}
	bare, bareWall, bareWork := s.open(emptyWindow(t))
	idle := bare.load(10 * time.Second)
	bare.stop()
	w, wall, work := s.open(program(t))
	add("first picture", fmt.Sprintf("1 s, %.2f s", 1.3*bareWall.Seconds()), "%.2f s", wall.Seconds())
	add("  processor time for it", fmt.Sprintf("%.2f s", 1.3*bareWork.Seconds()), "%.2f s", work.Seconds())
	w.stop()
	w = s.start()
	w.replay()
	add("processor, playing", "1 core", "%.2f cores", w.load(9*time.Second))
	w.xdotool("key", "Home")
	w.until("Home stops it", w.still)
	add("processor, paused", fmt.Sprintf("%.3f cores", idle+.01), "%.3f cores", w.load(10*time.Second))
	add("memory at the start", "", "%.0f MB", w.memory())
	for end := time.Now().Add(*soak); time.Now().Before(end); time.Sleep(9 * time.Second) {
		w.replay()
	}
	add(fmt.Sprintf("memory after %v", *soak), "250 MB, flat", "%.0f MB", w.memory())
	fmt.Printf("\n%-26s %-24s %s\n", "the window", "budget", "here and now")
	for _, f := range figures {
		fmt.Printf("%-26s %-24s %s\n", f[0], f[1], f[2])
	}
}

// emptyProgram is the least that a window can be: what this program costs is
// held against it.
const emptyProgram = `package main

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"
)

func main() {
	w := app.NewWithID("org.warpbill.empty").NewWindow("empty")
	w.Resize(fyne.NewSize(1280, 800))
	w.ShowAndRun()
}
`

// emptyWindow is the path of that program.
func emptyWindow(t *testing.T) string {
	t.Helper()
	source, path := filepath.Join(t.TempDir(), "empty.go"), filepath.Join(t.TempDir(), "empty")
	if err := os.WriteFile(source, []byte(emptyProgram), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("go", "build", "-tags", "x11", "-o", path, source).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return path
}

// open runs a program until its first picture is on the screen: the wall time
// and the processor time that it took. It is run once before, to fill the
// disk's cache.
func (s *screen) open(path string) (w *window, wall, work time.Duration) {
	s.t.Helper()
	for range 2 {
		if w != nil {
			w.stop()
			w.until("the screen is black again", func() bool { return !s.lit() })
		}
		began := time.Now()
		w = s.launch(path)
		for !s.lit() {
			if time.Since(began) > patience {
				s.t.Fatalf("%s shows nothing within %v: %s", path, patience, w.errs)
			}
			time.Sleep(5 * time.Millisecond)
		}
		wall, work = time.Since(began), time.Duration(w.ticks())*10*time.Millisecond
	}
	return w, wall, work
}

// lit says whether the middle of the screen shows anything.
func (s *screen) lit() bool {
	s.t.Helper()
	img := s.shot()
	c := img.RGBAAt(img.Rect.Dx()/2, img.Rect.Dy()/2)
	return c.R|c.G|c.B != 0
}

// replay plays the pattern from its start; the replay holds at its end, after
// some ten seconds.
func (w *window) replay() {
	w.t.Helper()
	w.xdotool("key", "Home", "space")
}

// stop ends the program.
func (w *window) stop() {
	_ = w.cmd.Process.Kill()
	<-w.done
}

// load is how many processor cores the program used over a time.
func (w *window) load(span time.Duration) float64 {
	w.t.Helper()
	before, began := w.ticks(), time.Now()
	time.Sleep(span)
	const ticksPerSecond = 100 // of the kernel's accounting on every Linux
	return float64(w.ticks()-before) / ticksPerSecond / time.Since(began).Seconds()
}

// ticks is the processor time that the program has used.
func (w *window) ticks() int {
	w.t.Helper()
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", w.cmd.Process.Pid))
	if err != nil {
		w.t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(data), ") ") // the name before it may hold spaces
	fields := strings.Fields(after)
	user, errUser := strconv.Atoi(fields[11])
	system, errSystem := strconv.Atoi(fields[12])
	if errUser != nil || errSystem != nil {
		w.t.Fatalf("cannot read %q", data)
	}
	return user + system
}

// memory is the program's resident memory in megabytes.
func (w *window) memory() float64 {
	w.t.Helper()
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", w.cmd.Process.Pid))
	if err != nil {
		w.t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		if fields := strings.Fields(line); fields[0] == "VmRSS:" {
			kib, err := strconv.ParseFloat(fields[1], 64)
			if err != nil {
				w.t.Fatal(err)
			}
			return kib / 1024
		}
	}
	w.t.Fatal("the system does not tell the memory")
	return 0
}
