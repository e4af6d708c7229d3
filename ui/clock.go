package ui

import (
	"time"

	"fyne.io/fyne/v2"
)

// clock drives the replay: one long linear animation that reports the real
// time since the last paint. Its rate follows the machine: where frames come
// late, every other one is left out. Stopped, it costs nothing.
type clock struct {
	now  func() time.Time
	tick func(real time.Duration)

	animation *fyne.Animation
	last      time.Time // of the last tick that was passed on
	seen      time.Time // of the last frame
	painted   bool      // the last frame painted
	cost      time.Duration
	halved    bool
}

// Frames that take longer than slow are too dear for 60 a second; below fast
// they are cheap enough again.
const (
	frameTime = time.Second / 60
	slowFrame = 23 * time.Millisecond
	fastFrame = 18 * time.Millisecond
)

// run starts or stops the clock.
func (c *clock) run(on bool) {
	if on == (c.animation != nil) {
		return
	}
	if !on {
		c.animation.Stop()
		c.animation = nil
		return
	}
	c.last = c.now()
	c.seen, c.painted = c.last, false
	c.animation = &fyne.Animation{Duration: time.Hour, RepeatCount: fyne.AnimationRepeatForever, Curve: fyne.AnimationLinear, Tick: func(float32) { c.frame() }}
	c.animation.Start()
}

// frame is called for every frame of the toolkit.
func (c *clock) frame() {
	if c.animation == nil {
		return // the toolkit may tick once more after a stop
	}
	now := c.now()
	if c.painted {
		c.cost += (now.Sub(c.seen) - c.cost) / 8 // a frame that painted late delays the next
	}
	c.seen = now
	switch {
	case c.cost > slowFrame:
		c.halved = true
	case c.cost < fastFrame:
		c.halved = false
	}
	real := now.Sub(c.last)
	if c.halved && real < 2*frameTime-frameTime/2 {
		c.painted = false
		return
	}
	c.last, c.painted = now, true
	c.tick(real)
}
