package ui

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"warpbill/cuda/measure"
)

// loop is a UI goroutine for tests: it runs what is posted, in order.
type loop struct {
	mu    sync.Mutex
	queue []func()
	posts int
}

func (l *loop) post(f func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.queue = append(l.queue, f)
	l.posts++
}

// turn runs what has been posted so far and returns how much that was.
func (l *loop) turn() int {
	l.mu.Lock()
	queue := l.queue
	l.queue = nil
	l.mu.Unlock()
	for _, f := range queue {
		f()
	}
	return len(queue)
}

// until turns the loop until the condition holds; the watchdog only keeps a
// broken program from hanging the test.
func (l *loop) until(t *testing.T, what string, done func() bool) {
	t.Helper()
	watchdog := time.Now().Add(30 * time.Second)
	for !done() {
		if l.turn() == 0 {
			time.Sleep(time.Millisecond)
		}
		if time.Now().After(watchdog) {
			t.Fatalf("waited for ever: %s", what)
		}
	}
}

func TestFeedPostsOnce(t *testing.T) {
	l := &loop{}
	var got []measure.Event
	f := &feed{post: l.post, apply: func(e []measure.Event, _ measure.Result) { got = append(got, e...) }}
	var senders sync.WaitGroup
	for range 8 {
		senders.Go(func() {
			for range 1000 {
				f.emit(measure.Warned{Text: "w"})
			}
		})
	}
	senders.Wait()
	if l.posts != 1 {
		t.Errorf("%d posts for events that came before the UI was free, want 1", l.posts)
	}
	l.turn()
	if len(got) != 8000 {
		t.Errorf("%d events arrived, want 8000", len(got))
	}
	f.emit(measure.Finished{})
	if l.posts != 2 {
		t.Error("the feed does not post again after a flush")
	}
}

func TestFeedKeepsOrderAndTheNewestProgress(t *testing.T) {
	l := &loop{}
	var got []measure.Event
	f := &feed{post: l.post, apply: func(e []measure.Event, _ measure.Result) { got = e }}
	row := measure.Row{Point: measure.Point{N: 4096}}
	for _, e := range []measure.Event{measure.Started{}, measure.Sampled{Pair: 1}, measure.Sampled{Pair: 2}, row, measure.Sampled{Pair: 3}, measure.Finished{}} {
		f.emit(e)
	}
	l.turn()
	if len(got) != 5 {
		t.Fatalf("%d events: %v", len(got), got)
	}
	if s, ok := got[1].(measure.Sampled); !ok || s.Pair != 2 {
		t.Errorf("the newest progress is lost: %v", got[1])
	}
	if _, ok := got[4].(measure.Finished); !ok {
		t.Errorf("the order is lost: %v", got)
	}
	if n := len(f.sofar().Rows); n != 1 {
		t.Errorf("the result has %d rows, want 1", n)
	}
}

// slow is a runner that emits until it is cancelled.
type slow struct{ running atomic.Int32 }

func (s *slow) Devices(context.Context) ([]measure.Device, error) {
	return []measure.Device{{Name: "NVIDIA H200"}}, nil
}

func (s *slow) Run(ctx context.Context, p measure.Plan, emit func(measure.Event)) error {
	s.running.Add(1)
	defer s.running.Add(-1)
	emit(measure.Started{Device: measure.Device{Name: "NVIDIA H200"}, Plan: p, Total: 1000})
	for i := 0; ; i++ {
		select {
		case <-ctx.Done():
			return ctx.Err()
		default:
			emit(measure.Sampled{Done: i % 1000, Total: 1000, Phase: "measure"})
			time.Sleep(50 * time.Microsecond)
		}
	}
}

func TestStartAndCancelAThousandTimes(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	l, r := &loop{}, &slow{}
	w := newWork(l.post)
	s := withGPU()
	d := Deps{Recordings: recordings(), Runner: r}
	for range 1000 {
		s = Reduce(d, s, startRun{Now: time.Now()})
		w.run(r, s.Run.ID, time.Now, func(a Action) { s = Reduce(d, s, a) })
		s = Reduce(d, s, cancelRun{})
		w.cancelRun()
		l.until(t, "the run to end", func() bool { return !s.Run.Active() })
		if s.Run.Phase != "idle" {
			t.Fatalf("run %d is %s: %s", s.Run.ID, s.Run.Phase, s.Run.Err)
		}
	}
	closed := make(chan struct{})
	w.close(time.Minute, func() { close(closed) })
	<-closed
}

func TestCloseEndsARunAndWaitsElsewhere(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	l, r := &loop{}, &slow{}
	w := newWork(l.post)
	w.run(r, 1, time.Now, func(Action) {})
	l.until(t, "the run to start", func() bool { return r.running.Load() == 1 })
	var closed atomic.Bool
	w.close(time.Minute, func() { closed.Store(true) }) // returns at once
	l.until(t, "the run to end", closed.Load)
	if r.running.Load() != 0 {
		t.Error("the window closed before the run had ended")
	}
	l.turn()
}

func TestCloseDoesNotWaitForEver(t *testing.T) {
	w := newWork((&loop{}).post)
	hang := make(chan struct{})
	w.do(func(context.Context) func() { <-hang; return nil })
	closed := make(chan struct{})
	w.close(time.Millisecond, func() { close(closed) })
	<-closed
	close(hang)
	w.group.Wait()
}

// broken is a runner that panics.
type broken struct{ slow }

func (*broken) Run(context.Context, measure.Plan, func(measure.Event)) error { panic("index 7") }

func TestARunnersPanicIsItsError(t *testing.T) {
	l := &loop{}
	w := newWork(l.post)
	var got ended
	var done bool
	w.run(&broken{}, 3, time.Now, func(a Action) { got, done = a.(ended) })
	l.until(t, "the end", func() bool { return done })
	if got.ID != 3 || got.Err == nil || !strings.Contains(got.Err.Error(), "index 7") {
		t.Errorf("%+v", got)
	}
}

func TestRunnersErrorsArrive(t *testing.T) {
	l := &loop{}
	w := newWork(l.post)
	var actions []Action
	w.run(&failing{}, 1, time.Now, func(a Action) { actions = append(actions, a) })
	l.until(t, "the end", func() bool {
		return slices.ContainsFunc(actions, func(a Action) bool { _, ok := a.(ended); return ok })
	})
	last := actions[len(actions)-1].(ended)
	if !errors.Is(last.Err, measure.ErrNoGPU) {
		t.Errorf("%v", last.Err)
	}
}

type failing struct{ slow }

func (*failing) Run(_ context.Context, _ measure.Plan, emit func(measure.Event)) error {
	emit(measure.Started{Total: 4})
	return measure.ErrNoGPU
}
