package ui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"warpbill/ui/settings"
)

// TestClosingKeepsTheRowsSoFar closes the window in a run's midst, in both of
// the ways it can go: the rows are there when it opens again, and only then.
func TestClosingKeepsTheRowsSoFar(t *testing.T) {
	for name, end := range map[string]func(*testWindow){
		"closed":  func(w *testWindow) { w.Close() },
		"stopped": func(w *testWindow) { w.Stop() },
	} {
		t.Run(name, func(t *testing.T) {
			store := settings.Store{Path: filepath.Join(t.TempDir(), "warpbill", "settings.json")}
			kept := filepath.Join(filepath.Dir(store.Path), keptName)
			r := &slow{}
			w := openWindow(t, 1280, 800, Deps{Runner: r, Settings: store})
			w.loop.until(t, "the GPU to be found", func() bool { return len(w.state.Devices) > 0 })
			w.ctrl(fyne.KeyR)
			w.loop.until(t, "the run to start", func() bool { return w.state.Run.Phase == "running" })
			rows := rowsOf(3)
			w.do(progress{ID: w.state.Run.ID, Result: rows, Now: w.time})
			end(w)
			if _, err := os.Stat(kept); err != nil {
				t.Fatalf("the rows are lost: %v", err)
			}
			again := openWindow(t, 1280, 800, Deps{Settings: store})
			again.loop.until(t, "the rows to open", func() bool { return again.state.File != nil })
			if f := again.state.File; len(f.Rows) != 3 || f.Complete || again.state.On[0] != fileID || again.state.own() == nil {
				t.Errorf("opened %d rows, complete %v, chart %v", len(f.Rows), f.Complete, again.state.On)
			}
			if text := again.state.Notice.Text; !strings.Contains(text, "3 rows") || !strings.Contains(text, "Ctrl+S") {
				t.Errorf("the notice is %q", text)
			}
			again.Close()
			if entries, _ := os.ReadDir(filepath.Dir(store.Path)); len(entries) != 1 {
				t.Errorf("beside the settings there is %v", entries)
			}
		})
	}
}

func TestNothingIsKeptWithoutARun(t *testing.T) {
	store := settings.Store{Path: filepath.Join(t.TempDir(), "settings.json")}
	kept := filepath.Join(filepath.Dir(store.Path), keptName)
	w := openWindow(t, 1280, 800, Deps{Settings: store})
	live := rowsOf(3)
	w.state.Live = &live // of a run that is over: the user has seen it
	w.Close()
	if _, err := os.Stat(kept); err == nil {
		t.Error("a run that is over is kept as an unfinished one")
	}
	if err := os.WriteFile(kept, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	w = openWindow(t, 1280, 800, Deps{Settings: store})
	w.loop.until(t, "the damage to be told", func() bool { return w.state.Notice.Error })
	if w.state.File != nil || !w.state.Playing {
		t.Error("a damaged file changes the window")
	}
	if _, err := os.Stat(kept + ".broken"); err != nil {
		t.Errorf("the damaged file is not set aside: %v", err)
	}
}
