//go:build !cgo || (!linux && !windows)

package cuda

import (
	"context"
	"fmt"
	"runtime"

	"warpbill/cuda/measure"
)

// Runner measures on a card of this computer. This build has no access to any.
type Runner struct{}

var _ measure.Runner = (*Runner)(nil)

func unavailable() error {
	return fmt.Errorf("%w: this build of the program for %s cannot reach a CUDA driver; use one built with cgo on Linux or Windows, or look at a recording",
		measure.ErrNoGPU, runtime.GOOS)
}

// Open says that nothing can be measured with this build.
func Open(Options) (*Runner, error) { return nil, unavailable() }

// Inspect says that nothing can be measured with this build.
func Inspect(Options) Report { return Report{Problem: unavailable().Error()} }

// Devices says that nothing can be measured with this build.
func (*Runner) Devices(context.Context) ([]measure.Device, error) { return nil, unavailable() }

// Run says that nothing can be measured with this build.
func (*Runner) Run(context.Context, measure.Plan, func(measure.Event)) error { return unavailable() }

// Close has nothing to close.
func (*Runner) Close() error { return nil }
