package ui

import (
	"time"

	"fyne.io/fyne/v2"
)

// clock drives the replay: one long linear animation that reports the real
// time since the last paint. Its rate follows the machine: where frames are
// dear, every other one is left out, or more. Stopped, it costs nothing.
type clock struct {
	now  func() time.Time
	tick func(real time.Duration)
	// later calls a function on the UI goroutine once the frame at hand is
	// painted.
	later func(func())

	animation *fyne.Animation
	last      time.Time // of the last tick that was passed on
	asked     bool      // the cost of a frame is being measured
	cost      time.Duration
	halved    bool
}

// A frame that takes longer than slowFrame is too dear for 60 a second; below
// fastFrame it is cheap enough again.
const (
	frameTime = time.Second / 60
	slowFrame = 13 * time.Millisecond
	fastFrame = 9 * time.Millisecond
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
	c.animation = &fyne.Animation{Duration: time.Hour, RepeatCount: fyne.AnimationRepeatForever, Curve: fyne.AnimationLinear, Tick: func(float32) { c.frame() }}
	c.animation.Start()
}

// frame is called for every frame of the toolkit.
func (c *clock) frame() {
	if c.animation == nil {
		return // the toolkit may tick once more after a stop
	}
	now := c.now()
	real := now.Sub(c.last)
	if c.halved && real < c.pause()-frameTime/2 {
		return
	}
	c.last = now
	if !c.asked {
		c.asked = true
		c.later(func() { c.learn(c.now().Sub(now)) })
	}
	c.tick(real)
}

// pause is the time between frames on a machine where they are dear: two
// frames of the toolkit, or half as long again as a frame takes, so that there
// is time left for the keyboard and the pointer.
func (c *clock) pause() time.Duration {
	return min(max(2*frameTime, c.cost*3/2), 8*frameTime)
}

// learn takes what a frame cost, from its tick to the end of its painting.
func (c *clock) learn(cost time.Duration) {
	c.asked = false
	c.cost += (cost - c.cost) / 8
	switch {
	case c.cost > slowFrame:
		c.halved = true
	case c.cost < fastFrame:
		c.halved = false
	}
}
