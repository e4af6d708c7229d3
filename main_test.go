package main

import (
	"bytes"
	"flag"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// scratch holds the programs that the tests build.
var scratch string

func TestMain(m *testing.M) {
	flag.Parse()
	var err error
	if scratch, err = os.MkdirTemp("", "warpbill-test-*"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	_ = os.RemoveAll(scratch)
	os.Exit(code)
}

// build makes the program with a tag, under a name of its own.
func build(name, tag string, env ...string) (string, error) {
	path := filepath.Join(scratch, name)
	cmd := exec.Command("go", "build", "-tags", tag, "-o", path, ".")
	cmd.Env = append(os.Environ(), env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return path, nil
}

// verbsOnce builds the program without its window, which needs no C compiler
// and no display, once for all tests.
var verbsOnce = sync.OnceValues(func() (string, error) { return build("verbs", "headless", "CGO_ENABLED=0") })

// outcome is what one run of the program gave: its output and its files.
type outcome struct {
	out, errs string
	code      int
	files     map[string]string
}

// place is the world around one run of the program.
type place struct {
	env []string
	dir string // the working folder
}

// runVerb runs the built program in a place.
func runVerb(t *testing.T, p place, args ...string) outcome {
	t.Helper()
	path, err := verbsOnce()
	if err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	cmd := exec.Command(path, args...)
	cmd.Env, cmd.Dir, cmd.Stdout, cmd.Stderr = p.env, p.dir, &out, &errs
	_ = cmd.Run() // the exit status is part of the outcome
	return outcome{out: out.String(), errs: errs.String(), code: cmd.ProcessState.ExitCode()}
}

// suite is every verb once; FILE stands for a file in a fresh folder.
func suite() [][]string {
	return [][]string{
		{"--help"},
		{"--version"},
		{"bill", "--pattern", "offset:4"},
		{"bill", "--pattern", "random:7", "--json"},
		{"bill", "--lanes", "lane % 4 * 3", "--width", "8", "--json"},
		{"bill", "--conv", "8388608", "--rot-mask", "31", "--json"},
		{"chart", "--data", "t4", "--figure", "time", "--size", "640x360", "-o", "FILE.svg"},
		{"chart", "--data", "t4", "--figure", "ratio", "--size", "640x360", "-o", "FILE.png"},
		{"measure"},
		{"bill", "--pattern", "zigzag"},
	}
}

// runSuite runs every verb in a place and collects what it gave.
func runSuite(t *testing.T, p place) []outcome {
	t.Helper()
	var list []outcome
	for _, args := range suite() {
		files := t.TempDir()
		real := make([]string, len(args))
		for i, arg := range args {
			real[i] = strings.Replace(arg, "FILE", filepath.Join(files, "out"), 1)
		}
		o := runVerb(t, p, real...)
		o.files = map[string]string{}
		entries, err := os.ReadDir(files)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			data, err := os.ReadFile(filepath.Join(files, e.Name()))
			if err != nil {
				t.Fatal(err)
			}
			o.files[e.Name()] = string(data)
		}
		list = append(list, o)
	}
	return list
}

// TestVerbsDoNotDependOnTheirSurroundings runs the whole command line in
// other languages, without a home, without a place for temporary files, from
// other folders, and with a planted kernel in the working folder: every byte
// printed or written stays the same.
func TestVerbsDoNotDependOnTheirSurroundings(t *testing.T) {
	home := t.TempDir()
	usual := place{[]string{"HOME=" + home, "LANG=C.UTF-8"}, home}
	want := runSuite(t, usual)
	for i, o := range want {
		if code := map[string]int{"measure": 3}[suite()[i][0]]; o.code != code && !(o.code == 2 && strings.Contains(o.errs, "zigzag")) {
			t.Fatalf("%v ends with %d: %s", suite()[i], o.code, o.errs)
		}
	}
	planted := t.TempDir()
	for _, name := range []string{"kernels.ptx", "conv1d_constant.ptx", "h200.json", "t4"} {
		if err := os.WriteFile(filepath.Join(planted, name), []byte("not ours"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	odd := filepath.Join(t.TempDir(), "a b%20#c 漢字")
	readOnly := filepath.Join(t.TempDir(), "read-only")
	for dir, mode := range map[string]os.FileMode{odd: 0o755, readOnly: 0o555} {
		if err := os.Mkdir(dir, mode); err != nil {
			t.Fatal(err)
		}
	}
	for name, p := range map[string]place{
		"LC_ALL=C":            {append(usual.env, "LC_ALL=C"), home},
		"German":              {append(usual.env, "LC_ALL=de_DE.UTF-8", "LANG=de_DE.UTF-8"), home},
		"Turkish":             {append(usual.env, "LC_ALL=tr_TR.UTF-8", "LANG=tr_TR.UTF-8"), home},
		"no environment":      {[]string{}, home},
		"home that is none":   {[]string{"HOME=/nonexistent"}, home},
		"read-only home":      {[]string{"HOME=" + readOnly}, readOnly},
		"no temporary folder": {append(usual.env, "TMPDIR=/nonexistent"), home},
		"root folder":         {usual.env, "/"},
		"odd folder":          {usual.env, odd},
		"planted files":       {usual.env, planted},
	} {
		t.Run(name, func(t *testing.T) {
			for i, got := range runSuite(t, p) {
				w := want[i]
				if got.out != w.out || got.errs != w.errs || got.code != w.code {
					t.Errorf("%v gives %d %q %q, want %d %q %q", suite()[i], got.code, got.out, got.errs, w.code, w.out, w.errs)
				}
				for file, data := range w.files {
					if got.files[file] != data {
						t.Errorf("%v writes another %s", suite()[i], file)
					}
				}
				if len(got.files) != len(w.files) {
					t.Errorf("%v leaves %d files, want %d", suite()[i], len(got.files), len(w.files))
				}
			}
		})
	}
}

// TestFilesTellNothingAboutTheUser looks for the home folder and the user's
// name in what a chart holds.
func TestFilesTellNothingAboutTheUser(t *testing.T) {
	home := filepath.Join(t.TempDir(), "secretive-name")
	if err := os.Mkdir(home, 0o755); err != nil {
		t.Fatal(err)
	}
	p := place{[]string{"HOME=" + home, "USER=secretive-name", "LOGNAME=secretive-name"}, home}
	for _, ext := range []string{".svg", ".pdf", ".png"} {
		path := filepath.Join(home, "chart"+ext)
		if o := runVerb(t, p, "chart", "--data", "t4", "--figure", "ratio", "--size", "640x360", "-o", path); o.code != 0 {
			t.Fatal(o.errs)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(data, []byte("secretive-name")) {
			t.Errorf("%s names the user", ext)
		}
	}
}

func TestHeadlessBuildSaysThatItHasNoWindow(t *testing.T) {
	o := runVerb(t, place{[]string{}, t.TempDir()})
	if o.code != 1 || !strings.HasPrefix(o.errs, "warpbill: this build of the program has no window") || strings.Count(o.errs, "\n") != 1 {
		t.Errorf("got %+v", o)
	}
}

// TestPicturesShowTheWindow is what "make run" does without a display.
func TestPicturesShowTheWindow(t *testing.T) {
	dir := t.TempDir()
	o := runVerb(t, place{[]string{"HOME=" + dir}, dir}, "pictures", "out")
	if o.code != 0 || o.errs != "" {
		t.Fatalf("got %d, %q", o.code, o.errs)
	}
	paths := strings.Fields(o.out)
	if want := filepath.Join("out", "window.png"); paths[0] != want {
		t.Errorf("the first picture is %s, want %s", paths[0], want)
	}
	for _, path := range paths {
		f, err := os.Open(filepath.Join(dir, path))
		if err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(f)
		f.Close()
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		rgba := image.NewRGBA(img.Bounds())
		draw.Draw(rgba, rgba.Rect, img, image.Point{}, draw.Src)
		if n := colours(rgba); n < 30 {
			t.Errorf("%s has only %d colours", path, n)
		}
	}
}

// colours is the number of different colours in a picture.
func colours(img *image.RGBA) int {
	seen := map[[3]byte]bool{}
	for i := 0; i < len(img.Pix); i += 4 {
		seen[[3]byte(img.Pix[i:i+3])] = true
	}
	return len(seen)
}
