package sim

import "iter"

// SectorBytes is the unit that global memory moves and charges.
const SectorBytes = 32

// LineBytes is the size of a cache line of the first-level data cache: four
// sectors under one tag.
const LineBytes = 128

// Charge is one unit on the bill and the lanes that it serves: a pass of the
// constant cache, a sector of global memory, or a wavefront of shared memory.
type Charge struct {
	Base  uint64 // byte address of the unit
	Size  int    // bytes that the unit spans
	Lanes Mask   // lanes served by it
	Pass  int    // the step in which it is charged, counted from 1
}

// Bill is what one load costs on one path.
type Bill struct {
	Path    string   // name of the tariff that wrote it
	Access  Access   // the load that was billed
	Charges []Charge // in the order of their passes, then of their addresses

	Instructions   int  // load instructions the hardware makes of it: 2 for a 16-byte constant load, else 1; 0 without active lanes
	Lines          int  // distinct 128-byte lines (global)
	DataWavefronts int  // wavefronts by bank conflicts (global, shared)
	TagWavefronts  int  // wavefronts by tag banks of the H200 (global)
	Unverified     bool // the rule is not settled by counters yet (wide shared loads)
}

// Units is the number of charges: passes, sectors or wavefronts.
func (b *Bill) Units() int { return len(b.Charges) }

// StepCount is the number of steps in which the load is served: the passes of
// constant memory, the wavefronts of shared memory, and one for the single
// request of global memory.
func (b *Bill) StepCount() int {
	if len(b.Charges) == 0 {
		return 0
	}
	return b.Charges[len(b.Charges)-1].Pass
}

// Replays is how often a constant load is issued again: its passes less its
// load instructions.
func (b *Bill) Replays() int { return len(b.Charges) - b.Instructions }

// Wavefronts is the larger of the data and the tag wavefronts.
func (b *Bill) Wavefronts() int { return max(b.DataWavefronts, b.TagWavefronts) }

// BytesRequested is the number of distinct bytes that the active lanes ask
// for.
func (b *Bill) BytesRequested() int { return b.Access.DistinctAddresses() * b.Access.Width }

// BytesMoved is the number of bytes that the charges move: for global memory
// its sectors times 32.
func (b *Bill) BytesMoved() int {
	moved := 0
	for _, c := range b.Charges {
		moved += c.Size
	}
	return moved
}

// Efficiency is the part of the moved bytes that was asked for, 0 when
// nothing moved.
func (b *Bill) Efficiency() float64 {
	if moved := b.BytesMoved(); moved > 0 {
		return float64(b.BytesRequested()) / float64(moved)
	}
	return 0
}

// Step is one moment of the bill replayed: what is charged in it and how the
// lanes stand once it is over.
type Step struct {
	Pass    int      // counted from 1
	Of      int      // steps in all
	Charges []Charge // what is charged in this step
	Lanes   Mask     // lanes that this step serves
	Served  Mask     // lanes that have all their data after it
	Waiting Mask     // active lanes that still wait after it
}

// Steps replays the bill, one step a pass.
func (b *Bill) Steps() iter.Seq[Step] {
	return func(yield func(Step) bool) {
		for pass := 1; pass <= b.StepCount(); pass++ {
			if !yield(b.Step(pass)) {
				return
			}
		}
	}
}

// Step is the state of the bill at one pass, counted from 1. Pass 0 is the
// moment before anything is charged; a pass beyond the last is the last.
func (b *Bill) Step(pass int) Step {
	pass = min(max(pass, 0), b.StepCount())
	s := Step{Pass: pass, Of: b.StepCount()}
	first, after := len(b.Charges), len(b.Charges)
	for i, c := range b.Charges {
		switch {
		case c.Pass == pass:
			first = min(first, i)
			s.Lanes |= c.Lanes
		case c.Pass > pass:
			after = min(after, i)
			s.Waiting |= c.Lanes
		}
	}
	s.Charges = b.Charges[min(first, after):after]
	s.Served = b.Access.Active &^ s.Waiting
	return s
}
