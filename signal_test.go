//go:build linux && !headless

package main

import (
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// TestWindowEndedBySignals holds that a window which a signal ends has done
// what closing it does, each time: the toolkit's own notice of the end is
// sometimes dropped.
func TestWindowEndedBySignals(t *testing.T) {
	s := newScreen(t, "1100x700")
	settings := filepath.Join(s.home, "config", "warpbill", "settings.json")
	for _, end := range []syscall.Signal{syscall.SIGHUP, syscall.SIGTERM, syscall.SIGINT, syscall.SIGTERM} {
		w := s.start()
		if err := w.cmd.Process.Signal(end); err != nil {
			t.Fatal(err)
		}
		if err := w.ends(); err != nil {
			t.Errorf("%v: %v: %s", end, err, w.errs)
		}
		if err := os.Remove(settings); err != nil {
			t.Errorf("%v: nothing was remembered: %v", end, err)
		}
	}
}

// TestHangUpCanBeKeptAway holds that nohup does what it is for.
func TestHangUpCanBeKeptAway(t *testing.T) {
	if !slices.Contains(endings(), os.Signal(syscall.SIGHUP)) {
		t.Skip("these tests run under nohup themselves")
	}
	signal.Ignore(syscall.SIGHUP)
	defer signal.Reset(syscall.SIGHUP)
	if slices.Contains(endings(), os.Signal(syscall.SIGHUP)) {
		t.Error("a hang-up ends the program although it was to be ignored")
	}
}

// TestWindowWithoutAFolderForSettings holds that a home folder that cannot be
// written costs nothing but the memory, and no noise.
func TestWindowWithoutAFolderForSettings(t *testing.T) {
	s := newScreen(t, "1100x700")
	if err := os.WriteFile(filepath.Join(s.home, "config"), nil, 0o600); err != nil {
		t.Fatal(err) // a file where the folder should be: for root no folder is read-only
	}
	w := s.start()
	if err := w.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := w.ends(); err != nil || strings.TrimSpace(w.errs.String()) != "" {
		t.Errorf("got %v, standard error %q", err, w.errs)
	}
}
