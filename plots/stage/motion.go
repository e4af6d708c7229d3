package stage

// motion is how far each change of the moment is, from 0 to 1.
type motion struct {
	pass    int     // the pass under way, 0 before the first
	settled bool    // the replay is over
	printed float64 // passes on the tape, in parts

	previous  float64 // the pass before settles
	tap       float64 // the tap of this pass lights
	connector float64
	served    float64 // its lanes lift and fill
	last      float64 // the last pass settles

	charged bool // global memory has its request
	tray    float64
	reach   float64 // connectors of the global till
	all     float64 // lanes of the global till
	allDone float64 // they settle
	stub    float64 // its tape prints
}

// The parts of a pass, in parts of its 320 ms.
const ms = 1. / 320

// newMotion is the state of the choreography at a moment. The number of
// passes bounds it.
func newMotion(m Moment, passes int, reduce bool) motion {
	pass := min(max(m.Pass, 0), passes)
	if m.Settled {
		pass = passes
	}
	if pass == 0 {
		return motion{previous: 1}
	}
	phase := clamp(m.Phase)
	last := 0.
	if m.Settled {
		last, phase = phase, 1
		if last == 0 || reduce {
			last = 1
		}
		last = easeOut(last)
	}
	t := phase
	if reduce {
		t = 1
	}
	part := func(start, length float64) float64 { return easeOut((t - start*ms) / (length * ms)) }
	k := motion{
		pass: pass, settled: m.Settled, printed: float64(pass-1) + phase,
		previous: part(0, 80), tap: part(0, 80), connector: part(40, 80), served: part(100, 100), last: last,
		charged: true, tray: 1, reach: 1, all: 1, allDone: 1, stub: 1,
	}
	switch pass {
	case 1:
		k.tray, k.reach, k.all, k.allDone = part(0, 80), part(40, 80), part(80, 80), last
		k.stub = clamp(phase / (160 * ms))
	case 2:
		k.allDone = k.previous
	}
	return k
}

func clamp(v float64) float64 { return min(max(v, 0), 1) }

// easeOut starts fast and comes to rest, cubically.
func easeOut(v float64) float64 {
	r := 1 - clamp(v)
	return 1 - r*r*r
}
