package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"warpbill/cuda/measure"
)

func TestTarget(t *testing.T) {
	dir := t.TempDir()
	old := filepath.Join(dir, "old.png")
	if err := os.WriteFile(old, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		path, format string
		code         int
	}{
		{filepath.Join(dir, "new.png"), "png", 0},
		{filepath.Join(dir, "NEW.PNG"), "png", 0},
		{filepath.Join(dir, "two.dots.svg"), "svg", 0},
		{old, "png", 0},
		{filepath.Join(dir, "new.gif"), "", exitUsage},
		{filepath.Join(dir, "png"), "", exitUsage},
		{"", "", exitUsage},
		{filepath.Join(dir, "missing", "new.png"), "", exitFailed},
		{filepath.Join(old, "new.png"), "", exitFailed},
	} {
		got, err := newTarget(test.path, "png", "svg")
		if exitStatus(err) != test.code || got.format != test.format {
			t.Errorf("%s: got %q, %v; want %q and status %d", test.path, got.format, err, test.format, test.code)
		}
	}
	if data, err := os.ReadFile(old); err != nil || string(data) != "old" {
		t.Errorf("looking for a place changed the file: %q, %v", data, err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Errorf("looking for a place left %v, %v", entries, err)
	}
}

func TestExitStatus(t *testing.T) {
	noGPU := fmt.Errorf("%w: there is no driver", measure.ErrNoGPU)
	for _, test := range []struct {
		err  error
		want int
	}{
		{nil, 0},
		{errors.New("the disk is full"), 1},
		{usagef("there is no pattern"), 2},
		{fmt.Errorf("plan: %w", usagef("there is no plan")), 2},
		{noGPU, 3},
		{errors.Join(noGPU, nil), 3},
		{usage(nil), 0},
	} {
		if got := exitStatus(test.err); got != test.want {
			t.Errorf("%v ends with %d, want %d", test.err, got, test.want)
		}
	}
}

func TestOneLine(t *testing.T) {
	for in, want := range map[string]string{
		"one":               "one",
		"one\ntwo":          "one two",
		"one\r\n\r\ntwo\n":  "one two",
		"":                  "",
		"kept  apart\there": "kept  apart\there",
	} {
		if got := oneLine(in); got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
}

func TestCountAgreesWithItsNoun(t *testing.T) {
	for _, test := range []struct {
		n    int
		noun string
		want string
	}{
		{1, "pass", "1 pass"}, {0, "pass", "0 passes"}, {32, "pass", "32 passes"},
		{1, "distinct address", "1 distinct address"}, {2, "distinct address", "2 distinct addresses"},
		{4, "sector", "4 sectors"},
	} {
		if got := count(test.n, test.noun); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}
