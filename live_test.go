//go:build linux && !headless

package main

import (
	"debug/elf"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"warpbill/cuda/measure"
)

// scriptedCard makes the screen's programs find a scripted driver where the
// system's loader finds a real one. Its memory is small, so that a sweep
// leaves out the sizes that take long to compute on a processor.
func scriptedCard(t *testing.T, s *screen, script ...string) {
	t.Helper()
	folder := t.TempDir()
	out, err := exec.Command("gcc", "-O2", "-shared", "-fPIC", "-o", filepath.Join(folder, "libcuda.so.1"),
		filepath.Join("cuda", "testdata", "fakecuda.c"), "-lm", "-lpthread").CombinedOutput()
	if err != nil {
		t.Fatalf("build the scripted driver: %v\n%s", err, out)
	}
	s.env = append([]string{"LD_LIBRARY_PATH=" + folder, "FAKE_FREE=3000000"}, script...)
}

// sweeps are the processes with which the program measures.
func (w *window) sweeps() []string {
	w.t.Helper()
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		w.t.Fatal(err)
	}
	var list []string
	for _, path := range stats {
		data, _ := os.ReadFile(path) // a process may end meanwhile
		_, after, _ := strings.Cut(string(data), ") ")
		fields := strings.Fields(after) // state, parent, ...
		if len(fields) < 2 || fields[0] == "Z" || fields[1] != fmt.Sprint(w.cmd.Process.Pid) {
			continue
		}
		command, _ := os.ReadFile(filepath.Join(filepath.Dir(path), "cmdline"))
		if args := strings.Split(string(command), "\x00"); slices.Contains(args, "measure") && !slices.Contains(args, "--devices") {
			list = append(list, filepath.Dir(path))
		}
	}
	return list
}

// measures starts a sweep by the keyboard and waits until its process is there.
func (w *window) measures() string {
	w.t.Helper()
	var found []string
	w.until("Ctrl+R starts a sweep", func() bool {
		if found = w.sweeps(); len(found) == 0 {
			w.xdotool("key", "ctrl+r") // does nothing until the GPU is found, nor during a sweep
		}
		return len(found) > 0
	})
	return found[0]
}

// saved saves the result by the keyboard and reads it.
func (w *window) saved() measure.Result {
	w.t.Helper()
	w.changes("Ctrl+S", "ctrl+s")
	w.xdotool("key", "Return")
	var files []string
	w.until("the result is saved", func() bool {
		files, _ = filepath.Glob(filepath.Join(w.home, "*.json")) // the pattern is well formed
		return len(files) > 0
	})
	r, err := measure.OpenResult(files[0])
	if err != nil {
		w.t.Fatal(err)
	}
	return r
}

// TestWindowMeasures runs a sweep from the window, on a driver that works and
// on one whose card is lost on the way.
func TestWindowMeasures(t *testing.T) {
	for _, test := range []struct {
		name, script   string
		whole          bool
		fewest, mostly int // rows
	}{
		{"a whole sweep", "FAKE_FAIL=", true, 6, 6},
		{"the card is lost", "FAKE_FAIL=cuLaunchKernel:20000:719:sticky", false, 1, 5},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newScreen(t, "1280x800", "+extension", "GLX")
			scriptedCard(t, s, test.script)
			w := s.start()
			w.measures()
			w.until("the sweep ends", func() bool { return len(w.sweeps()) == 0 })
			w.xdotool("key", "space")
			w.until("nothing moves", w.still)
			r := w.saved()
			if r.Complete != test.whole || len(r.Rows) < test.fewest || len(r.Rows) > test.mostly || r.Device.Name != "Fake 0" {
				t.Errorf("complete %v, %d rows of %s", r.Complete, len(r.Rows), r.Device.Name)
			}
			w.xdotool("key", "Escape")
			w.xdotool("key", "ctrl+q")
			if err := w.ends(); err != nil {
				t.Errorf("the program ends with %v", err)
			}
			for _, bad := range []string{"Fyne error", "call thread", "panic"} {
				if strings.Contains(w.errs.String(), bad) {
					t.Errorf("the window complains: %s", w.errs)
				}
			}
		})
	}
}

// TestTheWindowTakesItsSweepAlong ends the window while the card works, by the
// keyboard and by a kill that leaves it no time to say anything.
func TestTheWindowTakesItsSweepAlong(t *testing.T) {
	for name, end := range map[string]func(*window){
		"closed": func(w *window) {
			w.xdotool("key", "ctrl+q")
			if err := w.ends(); err != nil {
				t.Errorf("the program ends with %v: %s", err, w.errs)
			}
		},
		"killed": func(w *window) { w.stop() },
	} {
		t.Run(name, func(t *testing.T) {
			s := newScreen(t, "1280x800", "+extension", "GLX")
			scriptedCard(t, s, "FAKE_FREE=") // room for every size: the sweep takes long
			w := s.start()
			sweep := w.measures()
			end(w)
			for deadline := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
				if _, err := os.Stat(sweep); err != nil {
					return
				}
				if time.Now().After(deadline) {
					t.Fatal("the sweep outlives its window")
				}
			}
		})
	}
}

// TestWindowWithoutAHome: where nothing can be remembered the window works all
// the same, and its toolkit's complaints about the home folder stay inside.
func TestWindowWithoutAHome(t *testing.T) {
	s := newScreen(t, "1280x800", "+extension", "GLX")
	s.env = []string{"HOME=/dev/null", "XDG_CONFIG_HOME=", "LANG=tr_TR.UTF-8", "FYNE_SCALE=1.25"}
	w := s.start()
	w.xdotool("key", "space")
	w.until("Space stops it", w.still)
	w.changes("Ctrl+E", "ctrl+e")
	w.changes("Escape", "Escape")
	w.xdotool("key", "ctrl+q")
	if err := w.ends(); err != nil {
		t.Errorf("the program ends with %v", err)
	}
	if text := w.errs.String(); strings.Contains(text, "panic") || strings.Contains(text, "Fyne error") {
		t.Errorf("the window complains: %s", text)
	}
}

// TestVerbsOfTheWindowsProgramNeedNoDisplay: the program that has a window
// does its other work where none can be shown.
func TestVerbsOfTheWindowsProgramNeedNoDisplay(t *testing.T) {
	dir := t.TempDir()
	for _, args := range [][]string{
		{"bill", "--pattern", "per-lane"},
		{"chart", "--data", "t4", "--figure", "ratio", "--size", "640x360", "-o", filepath.Join(dir, "x.png")},
		{"doctor"},
		{"--help"},
	} {
		cmd := exec.Command(program(t), args...)
		cmd.Env, cmd.Dir = []string{"HOME=" + dir}, dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v: %v\n%s", args, err, out)
		}
	}
}

// TestProgramNeedsOnlyTheSystem looks at what the program is linked with: it
// has to start where there is no NVIDIA driver, and no folder beside it may
// slip a library in.
func TestProgramNeedsOnlyTheSystem(t *testing.T) {
	f, err := elf.Open(program(t))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	libraries, err := f.ImportedLibraries()
	if err != nil {
		t.Fatal(err)
	}
	system := []string{"libGL.so.1", "libX11.so.6", "libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0", "librt.so.1"}
	for _, l := range libraries {
		if !slices.Contains(system, l) {
			t.Errorf("the program is linked with %s", l)
		}
	}
	for _, tag := range []elf.DynTag{elf.DT_RPATH, elf.DT_RUNPATH} {
		if paths, err := f.DynString(tag); err != nil || len(paths) > 0 {
			t.Errorf("%v is %q, %v", tag, paths, err)
		}
	}
}
