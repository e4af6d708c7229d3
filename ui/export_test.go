package ui

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
	"unicode/utf8"

	"warpbill/cuda/measure"
	"warpbill/plots/stage"
	"warpbill/sim"
)

func TestSafeFileName(t *testing.T) {
	for _, c := range []struct{ label, ext, want string }{
		{"Tesla T4 ratio", "png", "Tesla-T4-ratio.png"},
		{"../../etc/passwd", "csv", "etc-passwd.csv"},
		{`..\..\x`, "png", "x.png"},
		{"a/b:c*d?", "svg", "a-b-c-d.svg"},
		{"", "png", "warpbill.png"},
		{"....", "png", "warpbill.png"},
		{"-rf", "png", "rf.png"},
		{".hidden", "png", "hidden.png"},
		{"CON", "json", "CON_.json"},
		{"nul.txt", "png", "nul_.txt.png"},
		{"com1", "png", "com1_.png"},
		{"LPT9.x", "png", "LPT9_.x.png"},
		{"company", "png", "company.png"},
		{"trailing. ", "png", "trailing.png"},
		{"chart.png", "png", "chart.png"},
		{"chart.PNG", "png", "chart.png"},
		{".png", "png", "png.png"},
		{"A:B\x00\x1b[2J\n", "png", "A-B-2J.png"},
		{"карта 日本語 é", "pdf", "карта-日本語-é.pdf"},
		{"bad \xff\xfe bytes", "png", "bad-bytes.png"},
		{"a\u202egnp.exe", "png", "a-gnp.exe.png"},
		{"no extension", "", "no-extension"},
		{"a-.-.-b..--c", "png", "a.b.c.png"},
		{strings.Repeat("-.", 1<<20) + "x", "png", "warpbill.png"},
	} {
		if got := safeFileName(c.label, c.ext); got != c.want {
			t.Errorf("%q becomes %q, want %q", c.label, got, c.want)
		}
	}
	long := safeFileName(strings.Repeat("字", 300), "png")
	if len(long) > maxFileName || !utf8.ValidString(long) || !strings.HasSuffix(long, "字.png") {
		t.Errorf("a long name becomes %d bytes: %q", len(long), long)
	}
}

func FuzzFileName(f *testing.F) {
	for _, s := range []string{"a", "../x", `..\x`, "CON", "com1.txt", ".png", strings.Repeat("字", 99), "\x00", "a.png.png", "_", "x\u0301"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, label string) {
		name := safeFileName(label, "png")
		if !strings.HasSuffix(name, ".png") || len(name) < 5 || len(name) > maxFileName || !utf8.ValidString(name) {
			t.Fatalf("%q becomes %q", label, name)
		}
		if strings.ContainsAny(name, "/\\:*?\"<>|\x00 ") || name[0] == '.' || name[0] == '-' {
			t.Fatalf("%q becomes %q", label, name)
		}
		if filepath.Dir(filepath.Join("/folder", name)) != "/folder" {
			t.Fatalf("%q leaves its folder as %q", label, name)
		}
		if stem := strings.TrimSuffix(name, ".png"); reservedName(stem) {
			t.Fatalf("%q becomes the device %q", label, name)
		}
		if again := safeFileName(name, "png"); again != name {
			t.Fatalf("%q becomes %q, and that becomes %q", label, name, again)
		}
	})
}

func TestExportFolder(t *testing.T) {
	dir := t.TempDir()
	home := func() (string, error) { return "/home/someone", nil }
	none := func() (string, error) { return "", errors.New("HOME is not set") }
	for _, c := range []struct {
		last   string
		home   func() (string, error)
		folder string
		note   bool
	}{{dir, home, dir, false}, {filepath.Join(dir, "gone"), home, "/home/someone", false}, {"", home, "/home/someone", false}, {"", none, "", true}} {
		folder, note := exportFolder(c.last, c.home)
		if folder != c.folder || (note != "") != c.note {
			t.Errorf("last %q: folder %q, note %q", c.last, folder, note)
		}
	}
}

func TestCheckFolder(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := checkFolder(" " + dir + " "); err != nil || got != dir {
		t.Errorf("%q, %v", got, err)
	}
	for typed, want := range map[string]string{"": "no folder", filepath.Join(dir, "gone"): "there is no folder", file: "is a file", "~nobody/x": "without ~"} {
		if _, err := checkFolder(typed); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", typed, err, want)
		}
	}
}

func shownForExport(t testing.TB) Shown {
	t.Helper()
	choice, err := sim.ParseChoice("per-lane")
	if err != nil {
		t.Fatal(err)
	}
	x, err := choice.Indices()
	if err != nil {
		t.Fatal(err)
	}
	a, err := sim.Elements(x, 4)
	if err != nil {
		t.Fatal(err)
	}
	scene := stage.Scene{Choice: choice, Moment: stage.Moment{Pass: 7, Phase: 1}, Cursor: -1}
	if scene.Constant, err = (sim.Constant{}).Bill(a); err != nil {
		t.Fatal(err)
	}
	if scene.Global, err = (sim.Global{}).Bill(a); err != nil {
		t.Fatal(err)
	}
	return Shown{Results: []measure.Result{t4(t)}, Figure: "ratio", Emphasis: "per-lane", Scene: scene, Theme: "dark"}
}

func TestRenderEveryFormat(t *testing.T) {
	s := shownForExport(t)
	for _, what := range s.kinds() {
		for _, format := range formatsOf(what) {
			for _, theme := range []string{"light", "dark"} {
				for _, size := range []string{sizeSlide, sizePaper} {
					if size == sizePaper && theme == "dark" {
						continue // paper is light
					}
					c := exportChoice{what, format, theme, size}
					data, err := s.render(c)
					if err != nil {
						t.Errorf("%+v: %v", c, err)
						continue
					}
					checkFormat(t, c, data)
					if home, _ := os.UserHomeDir(); len(home) > 1 && bytes.Contains(data, []byte(home)) {
						t.Errorf("%+v names the home folder", c)
					}
				}
			}
		}
	}
}

func checkFormat(t *testing.T, c exportChoice, data []byte) {
	t.Helper()
	switch c.Format {
	case "png":
		img, err := png.DecodeConfig(bytes.NewReader(data))
		if err != nil || c.Size == sizeSlide && (img.Width != 1920 || img.Height != 1080) {
			t.Errorf("%+v: %d x %d, %v", c, img.Width, img.Height, err)
		}
	case "svg":
		d := xml.NewDecoder(bytes.NewReader(data))
		for {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Errorf("%+v is not XML: %v", c, err)
				break
			}
		}
	case "pdf":
		if !bytes.HasPrefix(data, []byte("%PDF")) || !bytes.HasSuffix(bytes.TrimSpace(data), []byte("%%EOF")) {
			t.Errorf("%+v is not a PDF", c)
		}
	default:
		if !bytes.Contains(data, []byte("8388608")) {
			t.Errorf("%+v lacks a row", c)
		}
	}
}

func TestRenderRefusesPlainly(t *testing.T) {
	s := shownForExport(t)
	bad := s
	bad.Figure = "pie"
	if _, err := bad.render(exportChoice{exportChart, "png", "light", sizeSlide}); err == nil {
		t.Error("an unknown figure was drawn")
	}
	if _, err := s.render(exportChoice{exportChart, "bmp", "light", sizeSlide}); err == nil {
		t.Error("an unknown format was written")
	}
	s.Results = nil
	if _, err := s.render(exportChoice{What: exportData, Format: "csv"}); err == nil {
		t.Error("nothing was written as data")
	}
	if got := (exportChoice{What: exportData}).sane(s); got.What != exportStage || got.Format != "png" {
		t.Errorf("without results the choice is %+v", got)
	}
}

func TestSuggestedNames(t *testing.T) {
	s := shownForExport(t)
	for what, want := range map[string]string{exportChart: "Tesla-T4-ratio", exportStage: "Per-lane-pass-7", exportData: "Tesla-T4"} {
		if got := s.suggest(exportChoice{What: what, Format: formatsOf(what)[0]}); got != want {
			t.Errorf("%s: %q, want %q", what, got, want)
		}
	}
	s.Results[0].Device.Name, s.Results[0].Title = "../../CON", ""
	if got := s.suggest(exportChoice{What: exportData, Format: "csv"}); got != "CON_" {
		t.Errorf("a hostile name suggests %q", got)
	}
}
