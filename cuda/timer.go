//go:build cgo && (linux || windows)

package cuda

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"warpbill/cuda/measure"
)

// timer takes samples: batches of launches between one pair of events, long
// enough for the events' resolution of half a microsecond not to count.
type timer struct {
	session *session
	batchMS float64
}

const (
	// maxLaunches bounds a batch whose time does not grow as it should.
	maxLaunches = 1 << 16
	// maxBatchMS keeps batches short for displays, watchdogs and Cancel.
	maxBatchMS = 100
	// margin is what a batch is made longer by, so that launches that turn
	// out a little faster still fill it.
	margin = 1.1
)

// batch is a launch and how often it is done in one sample.
type batch struct {
	convolution
	count int
	short bool // even maxLaunches do not last as long as they should
}

// errTimer is behind every error about times that cannot be.
var errTimer = errors.New("the GPU's timer cannot be relied on")

// believable tells times from what a timer gives that does not work: nothing,
// less than nothing, no number.
func believable(ms float64) bool { return ms > 0 && !math.IsInf(ms, 0) && !math.IsNaN(ms) }

// size finds how many launches make a batch. It starts from one and grows, so
// it warms the kernel up as well.
func (t *timer) size(ctx context.Context, c convolution) (batch, error) {
	b := batch{convolution: c, count: 1}
	for {
		if err := ctx.Err(); err != nil {
			return b, err
		}
		ms, err := t.take(b)
		if err != nil {
			return b, err
		}
		ok := believable(ms)
		switch {
		case ok && ms >= t.batchMS:
			return b, nil
		case b.count == maxLaunches && !ok:
			return b, fmt.Errorf("%w: it gave %v ms for %d launches of %s at n = %d: restart the computer and measure again",
				errTimer, ms, b.count, b.name, b.n)
		case b.count == maxLaunches:
			b.short = true
			return b, nil
		}
		b.count = t.grow(b.count, ms)
	}
}

// grow is the next count to try after count launches took ms, too short a
// time. Single launches carry the events' cost, so it never leaps further
// than tenfold.
func (t *timer) grow(count int, ms float64) int {
	next := 10 * count
	if believable(ms) {
		each := ms / float64(count)
		enough := math.Ceil(margin * t.batchMS / each)
		most := math.Max(1, maxBatchMS/each)
		next = int(math.Min(float64(next), math.Min(enough, most)))
	}
	return min(max(next, count+1), maxLaunches)
}

// take times one batch, in milliseconds for all of it.
func (t *timer) take(b batch) (float64, error) {
	ms, err := t.session.dev.time(b.launch, b.count, &t.session.watch)
	if err != nil {
		return 0, fmt.Errorf("%s at n = %d: %w", b.name, b.n, err)
	}
	return ms, nil
}

// sample is one batch in milliseconds for one launch; ok is false for a time
// that cannot be.
func (t *timer) sample(b batch) (ms float64, ok bool, err error) {
	ms, err = t.take(b)
	return ms / float64(b.count), believable(ms), err
}

// warmRounds bounds the warm-up by its length in batches.
const warmRounds = 150

// warm launches the batches in turn for at least gpuMS of the card's time and
// until the last two times of each agree within 1 %, but not for longer than
// twice as much: clocks rise with work, and launch-bound times never settle.
func (t *timer) warm(ctx context.Context, batches []batch, gpuMS float64) error {
	var spent float64
	last := make([]float64, len(batches))
	if slices.ContainsFunc(batches, func(b batch) bool { return b.short }) {
		return nil // this timer tells nothing about clocks
	}
	for range warmRounds {
		settled := true
		for i, x := range batches {
			if err := ctx.Err(); err != nil {
				return err
			}
			ms, err := t.take(x)
			if err != nil {
				return err
			}
			if believable(ms) {
				spent += ms
			}
			settled = settled && math.Abs(ms-last[i]) <= 0.01*last[i]
			last[i] = ms
		}
		if (settled && spent >= gpuMS) || spent >= 2*gpuMS {
			return nil
		}
	}
	return nil
}

// samples takes count of one batch. A time that cannot be is taken again.
func (t *timer) samples(ctx context.Context, b batch, count int) ([]float64, error) {
	var list []float64
	for tries := 0; len(list) < count; tries++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if tries >= 2*count {
			return nil, unusable(b, count, len(list))
		}
		ms, ok, err := t.sample(b)
		if err != nil {
			return nil, err
		}
		if ok {
			list = append(list, ms)
		}
	}
	return list, nil
}

// rounds takes count samples of every batch in turn, forwards and backwards
// alternately, so that none always follows another. When one time of a round
// cannot be, the whole round is taken again: what has the same index was taken
// together. step hears the number of rounds taken.
func (t *timer) rounds(ctx context.Context, batches []batch, count int, step func(round int)) ([][]float64, error) {
	lists := make([][]float64, len(batches))
	for tries := 0; len(lists[0]) < count; tries++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if tries >= 2*count {
			return nil, unusable(batches[0], count, len(lists[0]))
		}
		round, ok, err := t.round(ctx, batches, tries%2 == 1)
		if err != nil {
			return nil, err
		}
		if ok {
			for i, ms := range round {
				lists[i] = append(lists[i], ms)
			}
			step(len(lists[0]))
		}
	}
	return lists, nil
}

func (t *timer) round(ctx context.Context, batches []batch, backwards bool) (times []float64, ok bool, err error) {
	times, ok = make([]float64, len(batches)), true
	for i := range batches {
		if backwards {
			i = len(batches) - 1 - i
		}
		if i > 1 && ctx.Err() != nil { // a round of many paths is long
			return nil, false, ctx.Err()
		}
		ms, valid, err := t.sample(batches[i])
		if err != nil {
			return nil, false, err
		}
		times[i], ok = ms, ok && valid
	}
	return times, ok, nil
}

func unusable(b batch, count, got int) error {
	return fmt.Errorf("%w: it gave only %d usable times in %d tries for %s at n = %d: close programs that use the GPU, or restart the computer, and measure again",
		errTimer, got, 2*count, b.name, b.n)
}

// The course's own method.
const courseWarmUps, courseRuns = 3, 10

// course takes both kernels by the course's method: warm-ups, then the mean of
// single launches, each between its own two events. It is nil when a reading
// cannot be.
func (t *timer) course(ctx context.Context, constant, global convolution) (*measure.CourseTimes, error) {
	times := measure.CourseTimes{WarmUps: courseWarmUps, Runs: courseRuns}
	for _, job := range []struct {
		batch batch
		mean  *float64
	}{
		{batch{convolution: constant, count: 1}, &times.ConstantMS},
		{batch{convolution: global, count: 1}, &times.GlobalMS},
	} {
		mean, err := t.courseMean(ctx, job.batch)
		if err != nil {
			return nil, err
		}
		if !believable(mean) {
			return nil, nil
		}
		*job.mean = mean
	}
	return &times, nil
}

func (t *timer) courseMean(ctx context.Context, b batch) (float64, error) {
	for range courseWarmUps {
		if _, err := t.take(b); err != nil {
			return 0, err
		}
	}
	var sum float64
	for range courseRuns {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		ms, err := t.take(b)
		if err != nil {
			return 0, err
		}
		if !believable(ms) {
			return 0, nil
		}
		sum += ms
	}
	return sum / courseRuns, nil
}
