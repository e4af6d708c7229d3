package sim

import (
	"fmt"
	"math/bits"
)

// Convolution is one launch of the 32-tap convolution over N outputs, with
// its filter in constant or in global memory. At tap k, lane l reads filter
// element ((l & RotMask) + k) mod 32 and input element i + k.
type Convolution struct {
	N       uint64 // outputs, at least 1
	RotMask int    // 0: every lane on the same tap, 31: each lane on another
}

// BlockSize is the number of threads in a block of every launch.
const BlockSize = 256

// MaxOutputs is the largest N that a launch can have.
const MaxOutputs = 1 << 38

// Check says what is wrong with the launch, if anything.
func (c Convolution) Check() error {
	if c.N < 1 || c.N > MaxOutputs {
		return fmt.Errorf("a launch of %d outputs is not possible: use 1 to %d", c.N, uint64(MaxOutputs))
	}
	if c.RotMask < 0 || c.RotMask >= FilterTaps {
		return fmt.Errorf("rotMask is %d: use 0 to %d", c.RotMask, FilterTaps-1)
	}
	return nil
}

// FilterIndices are the taps that the lanes of a warp read at tap k.
func (c Convolution) FilterIndices(k int) Indices {
	return each(func(lane int) uint64 { return uint64(lane&c.RotMask+k) % FilterTaps })
}

// Distinct is the number of distinct taps that a full warp reads at a time.
func (c Convolution) Distinct() int { return 1 << bits.OnesCount(uint(c.RotMask)) }

// Total is the bill of one full warp's filter loads, summed over all taps.
func (c Convolution) Total() (constant, global Total, err error) {
	if err := c.Check(); err != nil {
		return Total{}, Total{}, err
	}
	return c.FilterIndices(0).AllTaps()
}
