//go:build linux && !headless

package main

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// patience is how long a test waits for something to happen before it says
// that it never does. It is a watchdog, not a measure of speed.
const patience = 60 * time.Second

// windowOnce builds the program with its window, once for all tests.
var windowOnce = sync.OnceValues(func() (string, error) { return build("window", "x11") })

// program is the path of the program with its window.
func program(t *testing.T) string {
	t.Helper()
	path, err := windowOnce()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// screen is an X server without a monitor, whose picture lies in a file.
type screen struct {
	t       *testing.T
	display string
	picture string
	home    string
	theme   string   // "dark" or "light"
	env     []string // what the program's environment has beside the usual
}

// newScreen starts an X server of the given size. The test is skipped where
// there is none.
func newScreen(t *testing.T, size string, options ...string) *screen {
	t.Helper()
	for _, tool := range []string{"Xvfb", "xdotool"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed: the real window is not tested", tool)
		}
	}
	dir := t.TempDir()
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	args := append([]string{"-displayfd", "3", "-screen", "0", size + "x24", "-fbdir", dir, "-nolisten", "tcp"}, options...)
	server := exec.Command("Xvfb", args...)
	server.ExtraFiles = []*os.File{write}
	err = server.Start()
	write.Close()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = server.Process.Kill()
		_ = server.Wait() // it was killed
	})
	number, err := bufio.NewReader(read).ReadString('\n')
	if err != nil {
		t.Fatalf("Xvfb does not start: %v", err)
	}
	return &screen{t, ":" + strings.TrimSpace(number), filepath.Join(dir, "Xvfb_screen0"), t.TempDir(), "dark", nil}
}

// environment is that of a user who starts the program for the first time.
func (s *screen) environment() []string {
	env := []string{"DISPLAY=" + s.display, "HOME=" + s.home, "XDG_CONFIG_HOME=" + filepath.Join(s.home, "config"), "LANG=C.UTF-8", "FYNE_THEME=" + s.theme}
	for _, name := range []string{"PATH", "TMPDIR", "LIBGL_DRIVERS_PATH", "LD_LIBRARY_PATH"} {
		if value, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+value)
		}
	}
	return append(env, s.env...)
}

// shot is what the screen shows.
func (s *screen) shot() *image.RGBA {
	s.t.Helper()
	data, err := os.ReadFile(s.picture)
	if err != nil {
		s.t.Fatal(err)
	}
	img, err := readXWD(data)
	if err != nil {
		s.t.Fatal(err)
	}
	return img
}

// readXWD reads the X server's window dump of 32 bits a pixel.
func readXWD(data []byte) (*image.RGBA, error) {
	if len(data) < 100 {
		return nil, fmt.Errorf("a window dump of %d bytes", len(data))
	}
	field := func(i int) int { return int(binary.BigEndian.Uint32(data[4*i:])) }
	head, width, height, bits, stride := field(0), field(4), field(5), field(11), field(12)
	pixels := data[min(len(data), head+12*field(19)):]
	if bits != 32 || stride < 4*width || len(pixels) < stride*height {
		return nil, fmt.Errorf("a window dump of %d bits a pixel, %d bytes a line, %d lines in %d bytes", bits, stride, height, len(pixels))
	}
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			p := pixels[y*stride+4*x:]
			copy(img.Pix[img.PixOffset(x, y):], []byte{p[2], p[1], p[0], 255})
		}
	}
	return img, nil
}

// window is the running program and its window.
type window struct {
	*screen
	cmd  *exec.Cmd
	id   string
	errs *strings.Builder
	done chan error
}

// launch runs a program on the screen.
func (s *screen) launch(path string, args ...string) *window {
	s.t.Helper()
	w := &window{screen: s, cmd: exec.Command(path, args...), errs: &strings.Builder{}, done: make(chan error, 1)}
	w.cmd.Env, w.cmd.Stderr, w.cmd.Dir = s.environment(), w.errs, s.home
	if err := w.cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	go func() { w.done <- w.cmd.Wait() }()
	s.t.Cleanup(func() { _ = w.cmd.Process.Kill() })
	return w
}

// start runs the program and waits until its window shows something.
func (s *screen) start(args ...string) *window {
	s.t.Helper()
	w := s.launch(program(s.t), args...)
	w.until("its window appears", func() bool {
		search := exec.Command("xdotool", "search", "--onlyvisible", "--pid", fmt.Sprint(w.cmd.Process.Pid))
		search.Env = append(os.Environ(), "DISPLAY="+s.display)
		out, err := search.Output() // fails as long as there is none
		ids := strings.Fields(string(out))
		if err == nil && len(ids) > 0 {
			w.id = ids[len(ids)-1]
		}
		return w.id != "" && colours(w.shot()) > 30
	})
	w.xdotool("windowfocus", "--sync", w.id)
	return w
}

// xdotool acts on the screen as a user does.
func (s *screen) xdotool(args ...string) string {
	s.t.Helper()
	cmd := exec.Command("xdotool", args...)
	cmd.Env = append(os.Environ(), "DISPLAY="+s.display)
	out, err := cmd.CombinedOutput()
	if err != nil {
		s.t.Fatalf("xdotool %v: %v\n%s", args, err, out)
	}
	return string(out)
}

// until waits for something to become true while the program runs.
func (w *window) until(what string, holds func() bool) {
	w.t.Helper()
	for end := time.Now().Add(patience); !holds(); time.Sleep(50 * time.Millisecond) {
		select {
		case err := <-w.done:
			w.done <- err
			w.t.Fatalf("the program ended (%v) before %s: %s", err, what, w.errs)
		default:
		}
		if time.Now().After(end) {
			w.t.Fatalf("waited %v until %s", patience, what)
		}
	}
}

// ends waits for the program's end and returns how it ended.
func (w *window) ends() error {
	w.t.Helper()
	select {
	case err := <-w.done:
		return err
	case <-time.After(patience):
		w.t.Fatalf("the program does not end within %v", patience)
		return nil
	}
}
