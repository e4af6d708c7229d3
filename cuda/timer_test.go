//go:build cgo && linux

package cuda

import (
	"math"
	"testing"
)

func TestGrow(t *testing.T) {
	timer := &timer{batchMS: 0.2}
	for _, c := range []struct {
		name  string
		count int
		ms    float64
		want  int
	}{
		{"a launch of 6 µs, which may be all event", 1, 0.006, 10},
		{"ten launches of 2.4 µs", 10, 0.024, 92},
		{"almost there", 92, 0.199, 102},
		{"just short of it, however close", 1000, 0.1999999, 1101},
		{"nothing", 10, 0, 100},
		{"less than nothing", 10, -1, 100},
		{"no number", 10, math.NaN(), 100},
		{"no end", 10, math.Inf(1), 100},
		{"never more than the most", maxLaunches - 1, 0.0005, maxLaunches},
	} {
		if got := timer.grow(c.count, c.ms); got != c.want {
			t.Errorf("%s: from %d launches in %v ms to %d, want %d", c.name, c.count, c.ms, got, c.want)
		}
	}
	// A batch that has to be long is still no longer than displays bear.
	timer.batchMS = 100
	if got := timer.grow(9, 90); got != 10 {
		t.Errorf("from 9 launches of 10 ms to %d, want 10: 100 ms", got)
	}
}

func TestThreadOutlivesNothing(t *testing.T) {
	thread := newThread()
	ran := false
	if err := thread.do(func() error { ran = true; return nil }); err != nil || !ran {
		t.Errorf("do ran: %v, error %v", ran, err)
	}
	if err := thread.do(func() error { return errClosed }); err != errClosed {
		t.Errorf("do gave %v, want what its function returned", err)
	}
	thread.close()
	if err := thread.do(func() error { t.Error("ran on a closed thread"); return nil }); err != errClosed {
		t.Errorf("do on a closed thread gave %v", err)
	}
}
