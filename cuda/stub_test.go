//go:build !cgo || (!linux && !windows)

package cuda

import (
	"context"
	"errors"
	"testing"

	"warpbill/cuda/measure"
)

// A build without a driver answers politely.
func TestStub(t *testing.T) {
	var r Runner
	_, opening := Open(Options{})
	_, listing := r.Devices(context.Background())
	running := r.Run(context.Background(), measure.CoursePlan(), func(measure.Event) { t.Error("an event was emitted") })
	for _, err := range []error{opening, listing, running} {
		if !errors.Is(err, measure.ErrNoGPU) {
			t.Errorf("error %v does not wrap ErrNoGPU", err)
		}
	}
	if report := Inspect(Options{}); report.Problem == "" {
		t.Error("Inspect names no problem")
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}
