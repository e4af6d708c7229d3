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

// Indices are the elements that the 32 lanes ask for, counted in elements of
// the access's width.
type Indices [WarpSize]uint64

// Access is one load instruction of a warp: the byte address that each lane
// asks for, which lanes take part, and how many bytes each of them reads.
type Access struct {
	Addr   [WarpSize]uint64 // byte address of each lane, aligned to Width
	Active Mask             // the lanes that execute the load
	Width  int              // bytes a lane reads: 1, 2, 4, 8 or 16
}

// Elements is the access in which every lane reads the element of the given
// index from an array of elements width bytes wide that starts at address 0.
func Elements(index Indices, width int) (Access, error) {
	a := Access{Active: AllLanes, Width: width}
	if err := checkWidth(width); err != nil {
		return Access{}, err
	}
	for lane, i := range index {
		if i > MaxAddress/uint64(width) {
			return Access{}, fmt.Errorf("lane %d asks for element %d, which is beyond any memory: use an index up to %d", lane, i, MaxAddress/uint64(width))
		}
		a.Addr[lane] = i * uint64(width)
	}
	return a, nil
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
	n := 0
	for waiting := a.Active; waiting != 0; n++ {
		waiting &^= a.sameAs(waiting.lowest(), waiting)
	}
	return n
}

// sameAs is the subset of lanes that name the same address as the lane.
func (a *Access) sameAs(lane int, lanes Mask) Mask {
	var same Mask
	addr := a.Addr[lane]
	for m := lanes; m != 0; m &= m - 1 {
		if l := m.lowest(); a.Addr[l] == addr {
			same |= 1 << uint(l)
		}
	}
	return same
}
