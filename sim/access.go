package sim

import (
	"fmt"
	"math/bits"
)

// WarpSize is the number of lanes that execute one instruction together.
const WarpSize = 32

// MaxAddress is the highest byte address that an Access may name. It is far
// beyond any card's memory and keeps address arithmetic from overflowing.
const MaxAddress = 1 << 50

// Mask holds one bit a lane; lane 0 is the lowest bit.
type Mask uint32

// AllLanes is the mask of a whole warp.
const AllLanes Mask = 1<<WarpSize - 1

// Has says whether the lane is in the mask.
func (m Mask) Has(lane int) bool { return m>>uint(lane)&1 == 1 }

// Count is the number of lanes in the mask.
func (m Mask) Count() int { return bits.OnesCount32(uint32(m)) }

// lowest is the number of the lowest lane in the mask, 32 when it is empty.
func (m Mask) lowest() int { return bits.TrailingZeros32(uint32(m)) }

// Lanes lists the lanes in the mask in rising order.
func (m Mask) Lanes() []int {
	lanes := make([]int, 0, m.Count())
	for ; m != 0; m &= m - 1 {
		lanes = append(lanes, m.lowest())
	}
	return lanes
}

// Access is one load instruction of a warp: the byte address that each lane
// asks for, which lanes take part, and how many bytes each of them reads.
type Access struct {
	Addr   [WarpSize]uint64 // byte address of each lane, aligned to Width
	Active Mask             // the lanes that execute the load
	Width  int              // bytes a lane reads: 1, 2, 4, 8 or 16
}

func checkWidth(width int) error {
	switch width {
	case 1, 2, 4, 8, 16:
		return nil
	}
	return fmt.Errorf("a load of %d bytes does not exist: use a width of 1, 2, 4, 8 or 16", width)
}

// Check says what is wrong with the access, if anything: a width that no load
// has, or an active lane whose address is misaligned or out of range.
func (a *Access) Check() error {
	if err := checkWidth(a.Width); err != nil {
		return err
	}
	w := uint64(a.Width)
	var all uint64 // every bit that some address has
	for m := a.Active; m != 0; m &= m - 1 {
		all |= a.Addr[m.lowest()]
	}
	if all <= MaxAddress && all&(w-1) == 0 {
		return nil
	}
	for m := a.Active; m != 0; m &= m - 1 {
		lane := m.lowest()
		switch addr := a.Addr[lane]; {
		case addr > MaxAddress:
			return fmt.Errorf("lane %d asks for address %d, which is beyond any memory: use an address up to %d", lane, addr, uint64(MaxAddress))
		case addr&(w-1) != 0:
			return fmt.Errorf("lane %d asks for address %d, which is not a multiple of the width %d: a GPU refuses such a load", lane, addr, a.Width)
		}
	}
	return nil
}

// Index is the element that the lane asks for, counted from address 0 in
// elements of the access's width.
func (a *Access) Index(lane int) uint64 { return a.Addr[lane] / uint64(a.Width) }

// DistinctAddresses is the number of different byte addresses that the active
// lanes name.
func (a *Access) DistinctAddresses() int {
	var g groups
	a.group(a.Active, 1, &g)
	return g.n
}
