package stage

import (
	"time"

	"warpbill/plots/words"
	"warpbill/sim"
)

// Scene is what is on the stage: a pattern, the bills of the same access on
// both paths, and the moment of their replay. The upper till is constant
// memory.
type Scene struct {
	Choice           sim.Choice
	Tap              int // the convolution's tap k that turned the pattern
	Constant, Global sim.Bill
	Second           words.Second // the path at the lower till, global memory unless given
	Choosing         bool         // the lower till's name has the mark of a menu
	Moment           Moment
	Paint            bool   // address colours fixed by tap, so that a lane keeps its colour while others are painted
	Cursor           int    // the lane under the paint cursor, -1 for none
	Price            string // time on the card whose prices are known, shown once the bill is settled; empty when they are not
	ReduceMotion     bool   // states change at once, only the tape moves
}

// Moment is a point in the replay of both bills.
type Moment struct {
	Pass  int     // 0 before anything is charged, else the pass under way
	Phase float64 // how far the pass is, 1 when it is complete
	// Settled says that the last pass is over. Phase then runs once more from
	// 0 to 1 while its lanes settle; 0 stands for the settled state too.
	Settled bool
}

// The clock at normal speed.
const (
	passTime   = 320 * time.Millisecond
	holdTime   = 300 * time.Millisecond // the last pass stays
	settleTime = 120 * time.Millisecond // and settles
)

// Duration is how long the replay of some passes takes at normal speed, until
// the last of them is settled.
func Duration(passes int) time.Duration {
	if passes <= 0 {
		return 0
	}
	return time.Duration(passes)*passTime + holdTime + settleTime
}

// At is the moment that the clock has reached.
func At(elapsed time.Duration, passes int) Moment {
	total := time.Duration(max(passes, 0)) * passTime
	switch {
	case passes <= 0 || elapsed < 0:
		return Moment{}
	case elapsed < total:
		pass := int(elapsed / passTime)
		return Moment{Pass: pass + 1, Phase: float64(elapsed-time.Duration(pass)*passTime) / float64(passTime)}
	case elapsed <= total+holdTime:
		return Moment{Pass: passes, Phase: 1}
	}
	return Moment{Pass: passes, Phase: min(float64(elapsed-total-holdTime)/float64(settleTime), 1), Settled: true}
}

// Stop is the moment at the end of a pass, where a step leads: 0 is the
// start.
func Stop(pass int) Moment {
	if pass <= 0 {
		return Moment{}
	}
	return Moment{Pass: pass, Phase: 1}
}

// End is the settled moment after the last pass.
func End(passes int) Moment { return Moment{Pass: passes, Phase: 1, Settled: true} }
