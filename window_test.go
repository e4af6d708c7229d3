//go:build linux && !headless

package main

import (
	"bytes"
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// still says whether nothing moves on the screen for half a second.
func (w *window) still() bool {
	before := w.shot()
	time.Sleep(500 * time.Millisecond)
	return bytes.Equal(before.Pix, w.shot().Pix)
}

// settled is still but for the cursor of a text field, which blinks.
func (w *window) settled() bool {
	before := w.shot()
	time.Sleep(500 * time.Millisecond)
	after, differ := w.shot(), 0
	for i := 0; i < len(before.Pix); i += 4 {
		if !bytes.Equal(before.Pix[i:i+4], after.Pix[i:i+4]) {
			differ++
		}
	}
	const cursor = 200 // pixels, at the largest scale that is tried
	return differ <= cursor
}

// changes acts, and waits until the screen shows something else.
func (w *window) changes(what string, key ...string) *image.RGBA {
	w.t.Helper()
	before := w.shot()
	w.xdotool(append([]string{"key"}, key...)...)
	w.until(what+" changes the picture", func() bool { return !bytes.Equal(before.Pix, w.shot().Pix) })
	w.until("it is still again after "+what, w.settled)
	return w.shot()
}

func TestWindowIsDrivenByKeys(t *testing.T) {
	w := newScreen(t, "1440x900", "+extension", "GLX").start()
	w.until("the warp moves by itself", func() bool { return !w.still() })
	w.xdotool("key", "space")
	w.until("Space stops it", w.still)
	w.changes("Right", "Right")
	w.changes("Left", "Left")
	w.changes("Home", "Home")
	w.changes("End", "End")
	w.changes("F1", "F1")
	w.changes("Escape", "Escape")
	w.changes("F11", "F11")
	w.changes("F11 again", "F11")
	w.xdotool("key", "ctrl+q")
	if err := w.ends(); err != nil {
		t.Errorf("Ctrl+Q ends the program with %v: %s", err, w.errs)
	}
	if strings.Contains(w.errs.String(), "call thread") || strings.Contains(w.errs.String(), "panic") {
		t.Errorf("the window complains: %s", w.errs)
	}
}

func TestWindowOpensAFileAndSurvivesADamagedOne(t *testing.T) {
	s := newScreen(t, "1024x700", "+extension", "GLX")
	damaged := filepath.Join(s.home, "damaged.json")
	if err := os.WriteFile(damaged, []byte(`{"rows":[`), 0o644); err != nil {
		t.Fatal(err)
	}
	w := s.start(damaged)
	w.xdotool("key", "space")
	w.until("Space stops it", w.still)
	w.changes("Right", "Right")
	if err := w.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := w.ends(); err != nil {
		t.Errorf("SIGTERM ends the program with %v: %s", err, w.errs)
	}
}

// TestNoWindowToShow holds that whatever is missing gives one sentence and
// the exit status 1, at once and without a trace of the program's inside.
func TestNoWindowToShow(t *testing.T) {
	for _, test := range []struct {
		name    string
		display func(*testing.T) []string
		says    string
	}{
		{"no display", func(*testing.T) []string { return nil }, "DISPLAY is not set"},
		{"Wayland alone", func(*testing.T) []string { return []string{"WAYLAND_DISPLAY=wayland-0"} }, "XWayland"},
		{"no server behind the display", func(*testing.T) []string { return []string{"DISPLAY=:987654"} }, "does not answer"},
		{"no OpenGL", func(t *testing.T) []string {
			return newScreen(t, "1280x800", "-extension", "GLX").environment()
		}, "no usable OpenGL"},
	} {
		t.Run(test.name, func(t *testing.T) {
			cmd := exec.Command(program(t))
			cmd.Env = append([]string{"HOME=" + t.TempDir(), "PATH=" + os.Getenv("PATH"), "LANG=C.UTF-8"}, test.display(t)...)
			var errs, out bytes.Buffer
			cmd.Stderr, cmd.Stdout = &errs, &out
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			watchdog := time.AfterFunc(patience, func() { _ = cmd.Process.Kill() })
			defer watchdog.Stop()
			_ = cmd.Wait() // the status is looked at below
			if code := cmd.ProcessState.ExitCode(); code != 1 {
				t.Errorf("exit status %d, want 1", code)
			}
			text := errs.String()
			if strings.Count(text, "\n") != 1 || !strings.HasPrefix(text, "warpbill: ") || !strings.Contains(text, test.says) || !strings.Contains(text, "warpbill bill") {
				t.Errorf("standard error is %q, want one line about %q", text, test.says)
			}
			if out.Len() != 0 {
				t.Errorf("standard output is %q", out.String())
			}
		})
	}
}

func TestToolkitLog(t *testing.T) {
	for _, test := range []struct {
		name, log, want string
		ends            bool
	}{
		{"locale", "Fyne error:  Error parsing user locale C\n|  Cause: tag\n|  At: file:1\n", "", false},
		{"theme of the desktop", "Fyne error:  failed to watch theme settings\n|  Cause: dbus-launch\n|  At: file:1\n", "", false},
		{"anything else", "Fyne error:  odd\n|  Cause: x\n", "Fyne error:  odd\n  Cause: x\n", false},
		{"after a quiet one", "Fyne error:  Error parsing user locale C\n|  Cause: tag\n|plain\n", "plain\n", false},
		{"no OpenGL", "Fyne error:  window creation error\n", "warpbill: this display has no usable OpenGL", true},
		{"no server", "Fyne error:  failed to initialise GLFW\n", "warpbill: the display does not answer", true},
		{"no videos", "Fyne error:  Getting favorite locations\n|  Cause: this computer does not define a VIDEOS folder\n", "", false},
		{"its own file", "Fyne error:  Preferences load error:\n|  Cause: EOF\n", "", false},
		{"no settings", "Fyne error:  Unable to create settings storage:\n|  Cause: mkdir\n", "", false},
		{"no watch", "Fyne error:  Settings watch error:\n|  Cause: x\n", "", false},
		{"no storage", "Fyne error:  Failed to create app storage space\n|  Cause: mkdir\n", "", false},
		{"no cache", "Fyne error:  Failed to create fyne cache space\n|  Cause: mkdir\n", "", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			var out strings.Builder
			ended := false
			l := &toolkitLog{to: &out, end: func() { ended = true }}
			for line := range strings.SplitSeq(test.log, "|") {
				if n, err := l.Write([]byte(line)); n != len(line) || err != nil {
					t.Errorf("Write gives %d, %v", n, err)
				}
			}
			if !strings.HasPrefix(out.String(), test.want) || test.want == "" && out.String() != "" || ended != test.ends {
				t.Errorf("got %q, ended %v", out.String(), ended)
			}
		})
	}
}

func TestCheckDisplay(t *testing.T) {
	for _, test := range []struct {
		system, x, wayland string
		ok                 bool
	}{
		{"linux", ":0", "", true},
		{"linux", ":0", "wayland-0", true},
		{"linux", "", "wayland-0", false},
		{"linux", "", "", false},
		{"freebsd", "", "", false},
		{"windows", "", "", true},
		{"darwin", "", "", true},
	} {
		env := map[string]string{"DISPLAY": test.x, "WAYLAND_DISPLAY": test.wayland}
		err := checkDisplay(test.system, func(name string) string { return env[name] })
		if (err == nil) != test.ok {
			t.Errorf("%+v: got %v", test, err)
		}
	}
}
