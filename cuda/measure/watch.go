package measure

import (
	"context"
	"errors"
	"io"
)

// ErrParentGone is the cause of a context from WatchParent that has ended
// because the parent has closed the pipe or is gone.
var ErrParentGone = errors.New("the program that asked for the measurement has ended or cancelled it")

// WatchParent returns a context that ends when r does: a parent holds the
// standard input of its child open for as long as it wants the child to run,
// and the system closes it when the parent dies. The goroutine that reads
// ends with r, which for a process's standard input is at its exit at the
// latest.
func WatchParent(ctx context.Context, r io.Reader) context.Context {
	ctx, cancel := context.WithCancelCause(ctx)
	go func() {
		_, _ = io.Copy(io.Discard, r) // how the pipe ends does not matter
		cancel(ErrParentGone)
	}()
	return ctx
}
