package cli

import (
	"context"
	"errors"
	"testing"
	"time"

	"warpbill/cuda/measure"
)

// hung is a driver that does not come back until it is released.
type hung struct {
	release chan struct{}
	emitted chan struct{}
}

func (h hung) Devices(context.Context) ([]measure.Device, error) { return nil, nil }

func (h hung) Run(_ context.Context, _ measure.Plan, emit func(measure.Event)) error {
	<-h.release
	emit(measure.Warned{Text: "too late"})
	close(h.emitted)
	return nil
}

func TestHungDriverDoesNotHoldTheProgram(t *testing.T) {
	h := hung{make(chan struct{}), make(chan struct{})}
	letGo := false
	w := &sweep{Runner: h, letGo: func() { letGo = true }, grace: time.Millisecond}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err := w.Run(ctx, measure.CoursePlan(), func(measure.Event) { t.Error("an event comes after the end") })
	if !errors.Is(err, errStuck) {
		t.Errorf("got %v, want that the driver hangs", err)
	}
	close(h.release)
	<-h.emitted
	if letGo {
		t.Error("the GPU was let go while the driver was in use")
	}
	if r := w.result(); len(r.Warnings) != 0 {
		t.Errorf("the result changed after the end: %v", r.Warnings)
	}
}

func TestFractionStaysWithinTheBar(t *testing.T) {
	for _, test := range []struct {
		e    measure.Sampled
		want float64
	}{
		{measure.Sampled{}, 0},
		{measure.Sampled{Done: 1, Total: 2}, .5},
		{measure.Sampled{Done: 1, Total: 2, Pair: 1, Pairs: 2}, .75},
		{measure.Sampled{Done: 9, Total: 2}, 1},
		{measure.Sampled{Done: -9, Total: 2}, 0},
		{measure.Sampled{Done: 0, Total: 2, Pair: 5, Pairs: 1}, .5},
		{measure.Sampled{Total: -1}, 0},
	} {
		if got := fraction(test.e); got != test.want {
			t.Errorf("fraction(%+v) = %v, want %v", test.e, got, test.want)
		}
	}
}
