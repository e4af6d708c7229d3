//go:build unix

package settings

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestLoadFromAPipe holds that a window starts although something that never
// gives a byte lies where its settings should.
func TestLoadFromAPipe(t *testing.T) {
	s := Store{Path: filepath.Join(t.TempDir(), "settings.json")}
	if err := syscall.Mkfifo(s.Path, 0o600); err != nil {
		t.Skipf("no named pipes here: %v", err)
	}
	done := make(chan error, 1)
	go func() {
		got, err := s.Load()
		if got != Defaults() {
			t.Errorf("got %+v", got)
		}
		done <- err
	}()
	select {
	case err := <-done:
		if err == nil || !strings.Contains(err.Error(), "is not a file") {
			t.Errorf("got %v", err)
		}
	case <-time.After(time.Minute):
		t.Fatal("reading the settings never ends")
	}
}
