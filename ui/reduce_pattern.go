package ui

import (
	"slices"

	"warpbill/plots/stage"
	"warpbill/sim"
)

// order lists the patterns in Reverse's menu.
func order() []string { return []string{"reverse", "pairs", "halves"} }

// maxElement is the last 4-byte element that constant memory holds. Stride
// and offset stop there, so that both tills can serve what is on stage.
const maxElement = sim.ConstantBytes/4 - 1

func reducePattern(s State, a Action) State {
	switch a := a.(type) {
	case pick:
		return picked(s, a)
	case put:
		if _, _, err := charge(a.Choice, a.Tap); err != nil {
			return s
		}
		s.Playing, s.Path = false, "" // a lesson speaks of global memory
		if s.Tap = 0; turns(a.Choice) {
			s.Tap = min(max(a.Tap, 0), sim.FilterTaps-1)
		}
		return load(s, a.Choice)
	case pickOrder:
		ids := order()
		next := ids[0]
		if i := slices.Index(ids, s.Choice.ID); i >= 0 {
			next = ids[(i+1)%len(ids)]
		}
		return picked(s, pick{ID: next})
	case turn:
		return turned(s, a.By)
	case paintLane:
		return painted(s, a.Lane)
	case paintCursor:
		return painted(s, s.Cursor)
	case arrow:
		if !s.Painting() {
			return reduceClock(s, stepBy(a))
		}
		s.Cursor = (s.Cursor + a.By + sim.WarpSize) % sim.WarpSize
	}
	return s
}

// picked puts a pattern on stage with the values it had last, and plays it.
func picked(s State, a pick) State {
	c := sim.Choice{ID: a.ID, Painted: s.Painted}
	if a.ID != sim.PaintID {
		p, err := sim.FindPattern(a.ID)
		if err != nil {
			return s
		}
		c.Painted = sim.Indices{}
		c.Values = slices.Clone(s.Last[a.ID])
		if len(c.Values) != len(p.Params) {
			c.Values = nil
			for _, param := range p.Params {
				c.Values = append(c.Values, param.Default)
			}
		}
		if a.Given && len(c.Values) > 0 {
			c.Values[0] = min(max(a.Value, p.Params[0].Min), p.Params[0].Max)
		}
	}
	s.Playing = true
	return load(s, c)
}

// slot is what the transport's stepper changes for the pattern on stage.
type slot struct {
	Name     string
	Value    int64
	Min, Max int64
	Wraps    bool
	On       bool
}

// slot is the parameter in the transport: tap k where it turns the pattern,
// else the pattern's own first parameter.
func (s State) slot() slot {
	last := int64(sim.FilterTaps - 1)
	switch {
	case s.Painting():
		return slot{Name: "paint tap", Value: int64(s.PaintTap), Max: last, Wraps: true, On: true}
	case turns(s.Choice):
		return slot{Name: "tap k", Value: int64(s.Tap), Max: last, Wraps: true, On: true}
	}
	p, err := sim.FindPattern(s.Choice.ID)
	if err != nil || len(p.Params) == 0 || len(s.Choice.Values) == 0 {
		return slot{Name: "tap k"}
	}
	param := p.Params[0]
	v := slot{Name: param.Name, Value: s.Choice.Values[0], Min: param.Min, Max: param.Max, On: true}
	switch s.Choice.ID {
	case "stride":
		v.Max = maxElement / (sim.WarpSize - 1)
	case "offset":
		v.Max = maxElement - (sim.WarpSize - 1)
	}
	return v
}

func turned(s State, by int64) State {
	v := s.slot()
	if !v.On {
		return s
	}
	next := v.Value + by
	if v.Wraps {
		n := v.Max + 1
		next = (next%n + n) % n
	}
	next = min(max(next, v.Min), v.Max)
	if next == v.Value {
		return s
	}
	switch {
	case s.Painting():
		s.PaintTap = int(next)
		return s
	case turns(s.Choice):
		s.Tap, s.AllTaps, s.Elapsed = int(next), allTaps{}, 0
		return bill(s)
	}
	c := s.Choice
	c.Values = slices.Clone(c.Values)
	c.Values[0] = next
	return load(s, c)
}

// painted gives a lane the current tap and shows the whole bill of what is
// painted so far.
func painted(s State, lane int) State {
	if !s.Painting() || lane < 0 || lane >= sim.WarpSize {
		return s
	}
	s.Cursor = lane
	if s.Painted[lane] == uint64(s.PaintTap) {
		return s
	}
	s.Painted[lane] = uint64(s.PaintTap)
	s.Choice.Painted = s.Painted
	s.Playing = false
	s = bill(s)
	s.Elapsed = stage.Duration(s.Passes())
	return s
}
