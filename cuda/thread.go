//go:build cgo && (linux || windows)

package cuda

import (
	"errors"
	"runtime"
)

// thread runs work on one thread of the operating system. A CUDA context
// belongs to the thread that made it current, and goroutines move between
// threads, so every call of the driver goes through here.
type thread struct {
	work chan func()
	gone chan struct{}
}

var errClosed = errors.New("the CUDA driver is closed: open it again")

func newThread() *thread {
	t := &thread{work: make(chan func()), gone: make(chan struct{})}
	go t.serve()
	return t
}

func (t *thread) serve() {
	// Never unlocked: the thread ends with the goroutine, and what the driver
	// keeps for it with the thread.
	runtime.LockOSThread()
	for {
		select {
		case f := <-t.work:
			f()
		case <-t.gone:
			return
		}
	}
}

// do runs f on the thread and waits for it.
func (t *thread) do(f func() error) error {
	answer := make(chan error, 1)
	select {
	case t.work <- func() { answer <- f() }:
		return <-answer
	case <-t.gone:
		return errClosed
	}
}

// close ends the thread once it is idle. No do may start afterwards.
func (t *thread) close() { close(t.gone) }
