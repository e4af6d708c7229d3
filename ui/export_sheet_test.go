package ui

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	"go.uber.org/goleak"

	"warpbill/plots/look"
)

// shownSheet is an export sheet in a test window.
func shownSheet(t *testing.T, change func(*exportDeps)) (*exportSheet, *posts, fyne.Window) {
	t.Helper()
	before := goleak.IgnoreCurrent()
	test.NewTempApp(t)
	q := newPosts()
	d := exportDeps{Shown: shownForExport(t), Theme: look.DarkTheme(), Last: t.TempDir(), Post: q.post}
	d.Render = func(Shown, exportChoice) ([]byte, error) { return []byte("picture"), nil }
	if change != nil {
		change(&d)
	}
	window := test.NewTempWindow(t, canvas.NewRectangle(noColor))
	window.Resize(fyne.NewSize(1024, 640))
	s := newExportSheet(d)
	s.open(window.Canvas())
	t.Cleanup(func() { goleak.VerifyNone(t, before) })
	return s, q, window
}

func (s *exportSheet) pressAndWait(t *testing.T, q *posts) {
	t.Helper()
	test.Tap(s.export)
	q.until(t, "the export", func() bool { return !s.busy })
}

func TestSheetWritesAFile(t *testing.T) {
	var done string
	closed := 0
	s, q, w := shownSheet(t, func(d *exportDeps) {
		d.Done, d.Closed = func(folder string) { done = folder }, func() { closed++ }
	})
	s.pressAndWait(t, q)
	path := filepath.Join(s.deps.Last, "Tesla-T4-ratio.png")
	if data, err := os.ReadFile(path); err != nil || string(data) != "picture" {
		t.Errorf("%q, %v", data, err)
	}
	if s.status != "Written: "+path || done != s.deps.Last || s.bad {
		t.Errorf("status %q, done %q", s.status, done)
	}
	s.name.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if closed != 1 || w.Canvas().Overlays().Top() != nil {
		t.Error("Esc does not close the sheet")
	}
	test.Tap(s.quit)
	test.Tap(s.export)
	if closed != 1 || s.busy {
		t.Error("a closed sheet acts")
	}
}

func TestSheetAsksBeforeReplacing(t *testing.T) {
	s, q, _ := shownSheet(t, nil)
	path := filepath.Join(s.deps.Last, "Tesla-T4-ratio.png")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	read := func() string { data, _ := os.ReadFile(path); return string(data) }
	test.Tap(s.export)
	if s.busy || read() != "old" || s.export.label != "Replace" || !strings.Contains(s.status, "already in that folder") {
		t.Fatalf("the sheet did not ask: %q", s.status)
	}
	s.folder.SetText(s.folder.Text + " ") // a change takes the question back
	if s.export.label != "Export" {
		t.Error("the question stays after a change")
	}
	s.folder.SetText(s.deps.Last)
	test.Tap(s.export)
	s.pressAndWait(t, q)
	if read() != "picture" || s.bad {
		t.Errorf("the file holds %q, status %q", read(), s.status)
	}
	test.Tap(s.export)
	if s.export.label != "Replace" {
		t.Error("the second export does not ask again")
	}
}

func TestSheetKeepsTheOldFileWhenItFails(t *testing.T) {
	for name, change := range map[string]func(*exportDeps){
		"drawing fails": func(d *exportDeps) {
			d.Render = func(Shown, exportChoice) ([]byte, error) { return nil, errors.New("no room to draw") }
		},
		"disk full":      func(d *exportDeps) { d.Write = func(string, []byte) error { return errors.New("no room on the disk") } },
		"drawing panics": func(d *exportDeps) { d.Render = nil; d.Shown.Figure = "pie" },
	} {
		t.Run(name, func(t *testing.T) {
			s, q, _ := shownSheet(t, change)
			path := filepath.Join(s.deps.Last, s.name.Text+".png")
			if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
				t.Fatal(err)
			}
			test.Tap(s.export)
			s.pressAndWait(t, q)
			if data, _ := os.ReadFile(path); string(data) != "old" {
				t.Errorf("the old file holds %q", data)
			}
			if !s.bad || !strings.HasPrefix(s.status, "Nothing was written. ") || s.closed {
				t.Errorf("status %q", s.status)
			}
			if left, _ := filepath.Glob(filepath.Join(s.deps.Last, ".*")); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

func TestSheetInReadOnlyFolder(t *testing.T) {
	folder := t.TempDir()
	if err := os.Chmod(folder, 0o500); err != nil {
		t.Fatal(err)
	}
	if os.Geteuid() == 0 { // root may write to any folder of a disk
		if folder = "/proc"; runtime.GOOS != "linux" {
			t.Skip("there is no folder in which root may not write")
		}
	}
	s, q, _ := shownSheet(t, func(d *exportDeps) { d.Last = folder })
	s.pressAndWait(t, q)
	if !s.bad || !strings.Contains(s.status, "Tesla-T4-ratio.png") {
		t.Errorf("status %q", s.status)
	}
}

func TestSheetRefusesFoldersThatAreNone(t *testing.T) {
	s, _, _ := shownSheet(t, func(d *exportDeps) {
		d.Last, d.Home = "", func() (string, error) { return "", errors.New("HOME is not set") }
	})
	if !s.bad || !strings.Contains(s.status, "home folder") {
		t.Errorf("without a home folder the sheet says %q", s.status)
	}
	for _, typed := range []string{"", "/nonexistent/folder", strings.Repeat("x", 5000)} {
		s.folder.SetText(typed)
		test.Tap(s.export)
		if s.busy || !s.bad {
			t.Errorf("%.20q: %q", typed, s.status)
		}
		checkTexts(t, visibleTexts(s, fyne.Position{}.Subtract(s.Position())), sheetWidth, sheetHeight)
	}
}

func TestSheetSaysHowItChangedAName(t *testing.T) {
	s, q, _ := shownSheet(t, nil)
	s.name.SetText("../../evil: name")
	test.Tap(s.export)
	if s.busy || s.name.Text != "evil-name" || !strings.Contains(s.status, "evil-name.png") {
		t.Fatalf("name %q, status %q", s.name.Text, s.status)
	}
	s.pressAndWait(t, q)
	if _, err := os.Stat(filepath.Join(s.deps.Last, "evil-name.png")); err != nil {
		t.Error(err)
	}
}

// TestSheetChoices goes through the chips: the formats follow what is
// exported, the name follows until the user types one.
func TestSheetChoices(t *testing.T) {
	var rendered exportChoice
	s, q, _ := shownSheet(t, func(d *exportDeps) {
		d.Render = func(_ Shown, c exportChoice) ([]byte, error) { rendered = c; return []byte("x"), nil }
	})
	test.Tap(s.what.buttons[2])
	if s.choice.What != exportData || s.choice.Format != "csv" || s.name.Text != "Tesla-T4" || !s.theme.buttons[0].disabled {
		t.Errorf("data: %+v, name %q", s.choice, s.name.Text)
	}
	s.what.buttons[1].TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
	test.Tap(s.format.buttons[2])
	test.Tap(s.theme.buttons[1])
	test.Tap(s.size.buttons[1])
	s.pressAndWait(t, q)
	if want := (exportChoice{exportStage, "pdf", "dark", sizeFine}); rendered != want {
		t.Errorf("rendered %+v, want %+v", rendered, want)
	}
	s.name.SetText("mine")
	test.Tap(s.what.buttons[0])
	if s.name.Text != "mine" {
		t.Errorf("a typed name became %q", s.name.Text)
	}
	picked := false
	s.deps.Pick = func(_ string, got func(string)) { picked = true; got("/elsewhere") }
	test.Tap(s.pick)
	if !picked || s.folder.Text != "/elsewhere" {
		t.Errorf("picked %v, folder %q", picked, s.folder.Text)
	}
}

// TestSheetClosedWhileWriting ends the sheet before its file is written: the
// file is whole, and nothing touches the closed sheet.
func TestSheetClosedWhileWriting(t *testing.T) {
	gate := make(chan bool)
	wrote := ""
	s, q, _ := shownSheet(t, func(d *exportDeps) {
		d.Render = func(Shown, exportChoice) ([]byte, error) { <-gate; return []byte("late"), nil }
		d.Done = func(folder string) { wrote = folder }
	})
	test.Tap(s.export)
	test.Tap(s.export) // pressing again does nothing
	test.Tap(s.quit)
	close(gate)
	q.until(t, "the file", func() bool { return wrote != "" })
	if data, err := os.ReadFile(filepath.Join(wrote, "Tesla-T4-ratio.png")); err != nil || string(data) != "late" {
		t.Errorf("%q, %v", data, err)
	}
}

func TestSheetLooks(t *testing.T) {
	for _, th := range []*look.Theme{look.DarkTheme(), look.LightTheme()} {
		s, _, _ := shownSheet(t, func(d *exportDeps) { d.Theme, d.Last = th, "/" })
		s.say("Written: /somewhere/"+strings.Repeat("long/", 100), false)
		checkTexts(t, visibleTexts(s, fyne.Position{}.Subtract(s.Position())), sheetWidth, sheetHeight)
		for _, b := range []*pushButton{s.export, s.quit, s.what.buttons[0]} {
			b.FocusGained()
			if b.ring.StrokeColor != th.Hi {
				t.Errorf("the focus on %q is not to be seen", b.label)
			}
			b.FocusLost()
		}
	}
}

func TestPickFolderSurvives(t *testing.T) {
	test.NewTempApp(t)
	w := test.NewTempWindow(t, canvas.NewRectangle(noColor))
	w.Resize(fyne.NewSize(100, 100))
	var failure error
	pickFolder(w, "/nonexistent", func(string) {}, func(err error) { failure = err })
	if failure == nil {
		t.Error("a window without room shows the list of folders")
	}
	w.Resize(fyne.NewSize(1024, 640))
	failure = nil
	pickFolder(w, t.TempDir(), func(string) {}, func(err error) { failure = err })
	if failure != nil || w.Canvas().Overlays().Top() == nil {
		t.Errorf("the list of folders does not open: %v", failure)
	}
}

func BenchmarkRenderSlide(b *testing.B) {
	s := shownForExport(b)
	for b.Loop() {
		if _, err := s.render(exportChoice{exportChart, "png", "light", sizeFine}); err != nil {
			b.Fatal(err)
		}
	}
}
