package cli_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"warpbill/cuda/measure"
	"warpbill/ui/cli"
)

// TestStopWhileWorking holds that the first Ctrl+C ends what cannot be told
// to stop: a driver that hangs while it is opened or looked at, and a picture
// that takes long. Nothing is written then.
func TestStopWhileWorking(t *testing.T) {
	held := make(chan struct{})
	defer close(held)
	env := cli.Env{
		Card:    func() (measure.Runner, func(), error) { <-held; return nil, nil, measure.ErrNoGPU },
		Inspect: func() cli.GPU { <-held; return cli.GPU{} },
	}
	out := filepath.Join(t.TempDir(), "out.png")
	for name, args := range map[string][]string{
		"opening the GPU":  {"measure"},
		"listing the GPUs": {"measure", "--devices"},
		"a child's start":  {"measure", "--json", "--run", "MARK"},
		"looking":          {"doctor"},
		"drawing":          {"chart", "--data", "t4", "--figure", "ratio", "-o", out},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, stop := context.WithCancel(t.Context())
			stop()
			a := runOn(t, ctx, env, args...)
			if a.code != 1 || a.out != "" || !strings.Contains(a.errs, "stopped") {
				t.Errorf("got %+v", a)
			}
		})
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("the picture was written after all")
	}
}

// TestChildEndsWhileTheDriverHangs holds that a parent which goes away ends
// its child even before the GPU is open.
func TestChildEndsWhileTheDriverHangs(t *testing.T) {
	held := make(chan struct{})
	defer close(held)
	env := cli.Env{Card: func() (measure.Runner, func(), error) { <-held; return nil, nil, measure.ErrNoGPU }}
	if a := runOn(t, t.Context(), env, "measure", "--json", "--run", "MARK"); a.code != 1 || !strings.Contains(a.errs, "stopped") {
		t.Errorf("got %+v", a)
	}
}
