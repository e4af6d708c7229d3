package ui

import (
	"context"
	"fmt"
	"sync"
	"time"

	"warpbill/cuda/measure"
)

// feed brings the events of a run to the UI goroutine. However fast they
// come, at most one post is under way, and it takes all that has come.
type feed struct {
	post  func(func())
	apply func([]measure.Event, measure.Result)

	mu        sync.Mutex
	collector measure.Collector
	queue     []measure.Event
	result    measure.Result
	posted    bool
}

// emit takes one event; it never waits for the UI.
func (f *feed) emit(e measure.Event) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.collector.Apply(e)
	f.result = f.collector.Result()
	if n := len(f.queue); n > 0 && sampled(f.queue[n-1]) && sampled(e) {
		f.queue[n-1] = e // only the newest progress within a point is of use
		return
	}
	f.queue = append(f.queue, e)
	if !f.posted {
		f.posted = true
		f.post(f.flush)
	}
}

func sampled(e measure.Event) bool {
	_, ok := e.(measure.Sampled)
	return ok
}

// flush runs on the UI goroutine.
func (f *feed) flush() {
	f.mu.Lock()
	events, result := f.queue, f.result
	f.queue, f.posted = nil, false
	f.mu.Unlock()
	f.apply(events, result)
}

func (f *feed) sofar() measure.Result {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.result
}

// work owns every goroutine of the window: each has the context that close
// ends, and close waits for all of them.
type work struct {
	post   func(func())
	ctx    context.Context
	cancel context.CancelFunc
	group  sync.WaitGroup

	stop context.CancelFunc // of the current run, nil without one; UI goroutine only
}

func newWork(post func(func())) *work {
	ctx, cancel := context.WithCancel(context.Background())
	return &work{post: post, ctx: ctx, cancel: cancel}
}

// do runs job off the UI goroutine and posts what it returns.
func (w *work) do(job func(context.Context) func()) {
	w.group.Go(func() {
		if then := job(w.ctx); then != nil {
			w.post(then)
		}
	})
}

// run carries out a sweep and delivers its progress and its end as actions
// on the UI goroutine. A panic of the runner is its error.
func (w *work) run(r measure.Runner, id int, now func() time.Time, deliver func(Action)) {
	ctx, stop := context.WithCancel(w.ctx)
	w.stop = stop
	f := &feed{post: w.post, apply: func(events []measure.Event, so measure.Result) {
		deliver(progress{ID: id, Events: events, Result: so, Now: now()})
	}}
	w.group.Go(func() {
		defer stop()
		err := guarded(ctx, r, f.emit)
		result := f.sofar()
		w.post(func() { deliver(ended{ID: id, Err: err, Result: result}) })
	})
}

func guarded(ctx context.Context, r measure.Runner, emit func(measure.Event)) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the measurement broke off inside the program: %v", p)
		}
	}()
	return r.Run(ctx, measure.CoursePlan(), emit)
}

// cancelRun asks the current run to end; it does not wait.
func (w *work) cancelRun() {
	if w.stop != nil {
		w.stop()
		w.stop = nil
	}
}

// close ends everything and calls then, off the UI goroutine, once nothing is
// left or the patience is over.
func (w *work) close(patience time.Duration, then func()) {
	w.cancel()
	ended := make(chan struct{})
	go func() {
		w.group.Wait()
		close(ended)
	}()
	go func() {
		t := time.NewTimer(patience)
		defer t.Stop()
		select {
		case <-ended:
		case <-t.C:
		}
		then()
	}()
}
