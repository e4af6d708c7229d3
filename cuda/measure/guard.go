package measure

import (
	"errors"
	"sync/atomic"
	"time"
)

// What is said about a process that the watchdog has ended.
var (
	errNeverBegan = errors.New("the measuring process did not begin, the GPU driver does not answer: restart the computer if this happens again")
	errHung       = errors.New("the measuring process no longer answered and was ended; what it had measured is kept: measure again, and restart the computer if that does not help")
)

// startPatience is how many silent looks a process has before its first word.
const startPatience = 6

// guard watches that the count of records rises.
type guard struct {
	beats *atomic.Int64
	seen  int64
	quiet int
}

// look is called at each interval and says what is wrong, if anything.
func (g *guard) look() error {
	beats := g.beats.Load()
	if beats != g.seen {
		g.seen, g.quiet = beats, 0
		return nil
	}
	g.quiet++
	switch {
	case beats == 0 && g.quiet >= startPatience:
		return errNeverBegan
	case beats > 0:
		return errHung
	}
	return nil
}

// alarm is a timer that is not running until it is set.
type alarm struct{ timer *time.Timer }

func newAlarm() *alarm { return &alarm{} }

func (a *alarm) set(d time.Duration) {
	if a.timer == nil {
		a.timer = time.NewTimer(d)
		return
	}
	a.timer.Reset(d)
}

func (a *alarm) c() <-chan time.Time {
	if a.timer == nil {
		return nil
	}
	return a.timer.C
}

func (a *alarm) stop() {
	if a.timer != nil {
		a.timer.Stop()
	}
}
