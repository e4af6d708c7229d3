package ui

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"

	"warpbill/cuda/measure"
)

// keptName is the file, beside the settings, with the rows of a run that the
// window took along when it closed.
const keptName = "unfinished-run.json"

// keptPath is empty where nothing is remembered.
func (w *Window) keptPath() string {
	if w.deps.Settings.Path == "" {
		return ""
	}
	return filepath.Join(filepath.Dir(w.deps.Settings.Path), keptName)
}

// keepRun writes the rows so far of a run that ends with the window: they took
// the card's time, and closing a window is no wish to lose them.
func (w *Window) keepRun() {
	r, path := w.state.Live, w.keptPath()
	if r == nil || len(r.Rows) == 0 || !w.state.Run.Active() || path == "" {
		return
	}
	var b bytes.Buffer
	if r.WriteJSON(&b) == nil {
		_ = measure.WriteFile(path, b.Bytes()) // nobody is there any more to be told
	}
}

// openKept opens what keepRun has written, once. A file that cannot be read is
// set aside, so that it is told of once, too.
func (w *Window) openKept() {
	path := w.keptPath()
	if path == "" {
		return
	}
	w.work.do(func(ctx context.Context) func() {
		// A window that is closed by now leaves the file to the next one.
		if _, err := os.Stat(path); err != nil || ctx.Err() != nil {
			return nil
		}
		r, err := measure.OpenResult(path)
		if err != nil {
			_ = os.Rename(path, path+".broken") // else it is told of again
			return func() { w.do(tell{Text: sentence(err), Error: true}) }
		}
		return func() {
			w.do(opened{r})
			w.do(tell{Text: keptText(len(r.Rows))})
			_ = os.Remove(path) // else it is opened again
		}
	})
}

// keptText says what is shown although nobody has opened it.
func keptText(rows int) string {
	if rows == 1 {
		return "The window was closed during a run: its only row is open, marked incomplete. Ctrl+S saves it."
	}
	return fmt.Sprintf("The window was closed during a run: its %d rows are open, marked incomplete. Ctrl+S saves them.", rows)
}
