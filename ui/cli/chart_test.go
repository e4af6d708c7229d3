package cli_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"warpbill/cuda/measure"
)

// chart draws into a file of the given name and returns what is in it.
func chart(t *testing.T, name string, args ...string) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	a := run(t, append([]string{"chart", "-o", path}, args...)...)
	if a != (answer{}) {
		t.Fatalf("got %+v, want silence and success", a)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestChartSizes(t *testing.T) {
	for _, test := range []struct {
		args []string
		w, h int
	}{
		{nil, 1920, 1080},
		{[]string{"--size", "640x360"}, 640, 360},
		{[]string{"--size", "640X360", "--scale", "2"}, 1280, 720},
	} {
		data := chart(t, "x.png", append(test.args, "--data", "t4", "--figure", "ratio")...)
		c, err := png.DecodeConfig(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if c.Width != test.w || c.Height != test.h {
			t.Errorf("%v gives %dx%d, want %dx%d", test.args, c.Width, c.Height, test.w, test.h)
		}
	}
}

func TestChartFormats(t *testing.T) {
	svg := chart(t, "x.SVG", "--data", "t4", "--figure", "time", "--theme", "dark")
	for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	pdf := chart(t, "x.pdf", "--data", "t4", "--figure", "time")
	if !bytes.HasPrefix(pdf, []byte("%PDF")) || !bytes.HasSuffix(bytes.TrimSpace(pdf), []byte("%%EOF")) {
		t.Error("the PDF does not begin and end as one")
	}
}

func TestTransparentChart(t *testing.T) {
	corner := func(args ...string) uint32 {
		args = append(args, "--data", "t4", "--figure", "ratio", "--size", "640x360")
		img, err := png.Decode(bytes.NewReader(chart(t, "x.png", args...)))
		if err != nil {
			t.Fatal(err)
		}
		_, _, _, a := img.At(1, 1).RGBA()
		return a
	}
	if a := corner("--transparent"); a != 0 {
		t.Errorf("the corner has opacity %d, want none", a)
	}
	if a := corner(); a != 0xffff {
		t.Errorf("the corner has opacity %d, want all", a)
	}
}

func TestChartOfAFileAndARecording(t *testing.T) {
	r, err := measure.FindRecording("t4")
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := r.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	mine := filepath.Join(t.TempDir(), "mine.json")
	if err := os.WriteFile(mine, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	chart(t, "x.png", "--data", mine+",t4", "--figure", "ratio", "--size", "640x360")
}

func TestFailedChartLeavesTheOldFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.png")
	if err := os.WriteFile(path, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"chart", "--data", "t4", "--figure", "pie", "-o", path},
		{"chart", "--data", "nothing.json", "--figure", "ratio", "-o", path},
		{"chart", "--data", "t4", "--figure", "distinct", "-o", path}, // two patterns are no line
	} {
		if a := run(t, args...); a.code == 0 {
			t.Errorf("%v succeeds", args)
		}
		if data, err := os.ReadFile(path); err != nil || string(data) != "old" {
			t.Errorf("%v leaves %q, %v", args, data, err)
		}
	}
}

func TestHelpOfChartNamesEveryFigureAndRecording(t *testing.T) {
	a := run(t, "chart", "--help")
	for _, want := range []string{"ratio", "time", "bandwidth", "t4", "--transparent", "Examples:"} {
		if !strings.Contains(a.out, want) {
			t.Errorf("the help does not mention %q", want)
		}
	}
}

func TestPicturesForAComputerWithoutADisplay(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	a := run(t, "pictures", dir)
	if a.code != 0 {
		t.Fatalf("exit status %d: %s", a.code, a.errs)
	}
	paths := strings.Fields(a.out)
	if len(paths) < 7 {
		t.Errorf("only %d pictures: %v", len(paths), paths)
	}
	for _, path := range paths {
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := png.DecodeConfig(f); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		f.Close()
	}
}
