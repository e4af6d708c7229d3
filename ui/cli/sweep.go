package cli

import (
	"context"
	"errors"
	"sync"
	"time"

	"warpbill/cuda/measure"
)

// stopGrace is how long a driver call may take to end once the sweep has been
// told to stop.
const stopGrace = 5 * time.Second

// errStuck says that the driver did not come back.
var errStuck = errors.New("the GPU driver did not answer after the sweep was stopped: if it happens again, restart the computer")

// sweep is a Runner of one run on the GPU of this process. It collects the
// rows, and it returns soon after its context has ended even when a call into
// the driver hangs; the GPU is then left to the end of the process.
type sweep struct {
	measure.Runner
	letGo func()        // of the GPU, once it is not in use
	grace time.Duration // stopGrace except in tests

	mu   sync.Mutex
	rows measure.Collector
	over bool
}

// Run carries the plan out.
func (w *sweep) Run(ctx context.Context, plan measure.Plan, emit func(measure.Event)) error {
	done := make(chan error, 1)
	go func() {
		done <- w.Runner.Run(ctx, plan, func(e measure.Event) {
			w.mu.Lock()
			defer w.mu.Unlock()
			if !w.over {
				w.rows.Apply(e)
				emit(e)
			}
		})
	}()
	err := w.wait(ctx, done)
	w.mu.Lock()
	w.over = true
	w.mu.Unlock()
	if !errors.Is(err, errStuck) {
		w.letGo()
	}
	return err
}

// wait is for the run to end, or for the grace after ctx has.
func (w *sweep) wait(ctx context.Context, done <-chan error) error {
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	select {
	case err := <-done:
		return err
	case <-time.After(w.grace):
		return errStuck
	}
}

// result is what the run has given, complete or not.
func (w *sweep) result() measure.Result {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.rows.Result()
}
