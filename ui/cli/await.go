package cli

import (
	"context"
	"errors"
)

// errStopped is the end of a verb that was told to stop.
var errStopped = errors.New("stopped before anything was done")

// await does the work, but stops waiting for it when ctx ends: a large picture
// takes its seconds, a named pipe may never give anything, and a driver may
// hang. After errStopped the work goes on unseen until the process ends, so it
// must not write anything and nothing of it may be used.
func await(ctx context.Context, work func()) error {
	if ctx.Err() != nil {
		return errStopped
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		work()
	}()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return errStopped
	}
}
