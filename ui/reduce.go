package ui

import (
	"fmt"
	"maps"
	"time"

	"warpbill/plots/stage"
	"warpbill/plots/words"
	"warpbill/sim"
	"warpbill/ui/settings"
)

// justBefore keeps a step at the end of its pass instead of at the start of
// the next.
const justBefore = time.Nanosecond

// passTime is how long one pass takes at speed 1.
func passTime() time.Duration { return stage.Duration(2) - stage.Duration(1) }

// maxTick keeps a sleeping computer from skipping a whole run.
const maxTick = 250 * time.Millisecond

// Start is the state at launch: the per-lane pattern already moving, beside
// the first recording.
func Start(d Deps, remembered settings.Settings) State {
	s := State{
		Speed: unitSpeed, Playing: true, Mode: "ratio", Tab: "stage",
		Theme: remembered.Theme, Zoom: remembered.Sane().Zoom,
		Run: runState{Phase: "idle"},
	}
	if len(d.Recordings) > 0 {
		s.On = []string{d.Recordings[0].ID}
	}
	for lane := range s.Painted {
		s.Painted[lane] = uint64(lane)
	}
	return load(s, sim.Choice{ID: "per-lane"})
}

// Reduce is the state after the action. It is pure: it reads the state and
// the recordings of d, and nothing else.
func Reduce(d Deps, s State, a Action) State {
	switch a.(type) {
	case tick, progress, setStatus, found, ended, tell, closed:
		// These come by themselves: what was told stays.
	default:
		s.Notice = notice{}
	}
	switch a := a.(type) {
	case tick, toggle, stepBy, jumpTo, scrubTo, faster, setSpeed, playNow, playAllTaps:
		return reduceClock(s, a)
	case setPath, nextPath:
		return reducePath(s, a)
	case pick, put, pickOrder, turn, paintLane, paintCursor, arrow:
		return reducePattern(s, a)
	case setMode, setTab, setSource, onlySource, opened:
		return reduceChart(d, s, a)
	case found, startRun, cancelRun, progress, ended:
		return reduceRun(d, s, a)
	default:
		return reduceWindow(s, a)
	}
}

func reduceClock(s State, a Action) State {
	switch a := a.(type) {
	case tick:
		return advance(s, a.Real)
	case toggle:
		if s.AtEnd() && !s.Playing {
			s = restart(s)
		}
		s.Playing = !s.Playing
	case stepBy:
		s.Playing = false
		s.Elapsed = stepped(s, a.By)
	case jumpTo:
		s.Playing = false
		s.Elapsed = 0
		if a.End {
			s.Elapsed = stage.Duration(s.Passes())
		}
	case scrubTo:
		s.Playing = false
		s.Elapsed = scrubbed(s, a.To)
	case faster:
		s.Speed = min(max(s.Speed+a.By, 0), len(speeds())-1)
	case setSpeed:
		s.Speed = min(max(a.To, 0), len(speeds())-1)
	case playNow:
		s = restart(s)
		s.Playing = true
	case playAllTaps:
		s.AllTaps = allTaps{On: !s.AllTaps.On && turns(s.Choice)}
		if s.AllTaps.On {
			s.Tap, s.Elapsed, s.Playing = 0, 0, true
			s = bill(s)
		}
	}
	return s
}

// advance plays for the given real time.
func advance(s State, real time.Duration) State {
	if !s.Playing {
		return s
	}
	real = min(max(real, 0), maxTick)
	s.Elapsed += time.Duration(float64(real) * speeds()[s.Speed])
	end := stage.Duration(s.Passes())
	if s.Elapsed < end {
		return s
	}
	s.Elapsed = end
	if !s.AllTaps.On {
		s.Playing = false
		return s
	}
	s.AllTaps.Done++
	s.AllTaps.Passes += s.Constant.Units()
	s.AllTaps.Second += s.secondUnits()
	if s.AllTaps.Done == sim.FilterTaps {
		s.Playing, s.AllTaps.On = false, false
		return s
	}
	s.Tap, s.Elapsed = s.AllTaps.Done, 0
	return bill(s)
}

// restart goes back to the start of the run, or of the loop over the taps.
func restart(s State) State {
	s.Elapsed = 0
	if s.AllTaps.Done == sim.FilterTaps {
		s.AllTaps = allTaps{On: true}
		s.Tap = 0
		s = bill(s)
	}
	return s
}

// stepped is the moment so many passes further on. A step ends with its pass
// complete and still lit; the step after the last pass settles.
func stepped(s State, by int) time.Duration {
	m, n := s.Moment(), s.Passes()
	at := m.Pass
	if m.Settled {
		at = n + 1
	}
	return passEnd(at+by, n)
}

// passEnd is the last moment of the pass; beyond the last it is the end.
func passEnd(pass, passes int) time.Duration {
	switch {
	case pass <= 0:
		return 0
	case pass > passes:
		return stage.Duration(passes)
	}
	return time.Duration(pass)*passTime() - justBefore
}

// scrubbed is the moment at a part of the run: the scrub bar has one tick a
// pass, and its end is the settled run.
func scrubbed(s State, to float64) time.Duration {
	if !(to > 0) {
		return 0
	}
	if to >= 1 {
		return stage.Duration(s.Passes())
	}
	return time.Duration(to * float64(s.Passes()) * float64(passTime()))
}

// load puts the choice on stage, at the start of its run.
func load(s State, c sim.Choice) State {
	s.Choice, s.Elapsed, s.AllTaps = c, 0, allTaps{}
	if len(c.Values) > 0 {
		last := maps.Clone(s.Last)
		if last == nil {
			last = map[string][]int64{}
		}
		last[c.ID] = c.Values
		s.Last = last
	}
	if c.ID == sim.PaintID {
		s.Painted = c.Painted
	}
	return bill(s)
}

// bill charges what is on stage. An access that no load can make leaves the
// stage as it was and says so.
func bill(s State) State {
	constant, global, err := charge(s.Choice, s.Tap)
	if err != nil {
		s.Notice = notice{Text: fmt.Sprintf("%s: choose another value", err), Error: true}
		return s
	}
	s.Constant, s.Global = constant, global
	return billSecond(s)
}

func charge(c sim.Choice, tap int) (constant, global sim.Bill, err error) {
	index, err := c.Indices()
	if err != nil {
		return constant, global, err
	}
	if turns(c) {
		index = index.AtTap(tap)
	}
	access, err := sim.Elements(index, 4)
	if err != nil {
		return constant, global, err
	}
	if constant, err = (sim.Constant{}).Bill(access); err != nil {
		return constant, global, err
	}
	global, err = sim.Global{}.Bill(access)
	return constant, global, err
}

// title is the pattern on stage as a sentence names it.
func (s State) title() string { return words.ChoiceTitle(s.Choice) }
