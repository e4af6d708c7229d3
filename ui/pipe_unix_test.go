//go:build unix

package ui

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestOpenWhatIsNoFile holds that the window says at once what it cannot open,
// and names it as it is called.
func TestOpenWhatIsNoFile(t *testing.T) {
	dir := t.TempDir()
	pipe, folder := filepath.Join(dir, "pipe.json"), filepath.Join(dir, "folder")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skipf("no named pipes here: %v", err)
	}
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		pipe:       "Cannot open pipe.json: it is a device, not a file",
		folder:     "Cannot open folder: it is a folder",
		os.DevNull: "Cannot open null: it is a device, not a file",
	} {
		w := openWindow(t, 1280, 800, Deps{Open: path})
		w.loop.until(t, "an answer", func() bool { return w.state.Notice.Text != "" })
		if got := w.state.Notice; !got.Error || !strings.HasPrefix(got.Text, want) {
			t.Errorf("%s: got %+v, want %q", path, got, want)
		}
		w.Close()
	}
}
