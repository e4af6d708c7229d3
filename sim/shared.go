package sim

import "fmt"

// SharedBytes is the most shared memory that a block can use on any card so
// far: 227 KiB.
const SharedBytes = 227 << 10

// Banks is the number of banks of shared memory, each four bytes wide.
const (
	Banks     = 32
	BankBytes = 4
)

// Shared is the path of a load from shared memory. It charges wavefronts: in
// each of the 32 banks of 4 bytes only one word is read at a time, lanes that
// read the same word share it.
//
// Loads of 8 and 16 bytes are served by halves and quarters of the warp. Two
// neighbouring parts that read the same words are taken to merge; this is not
// settled by counters yet, so such a Bill is marked Unverified.
type Shared struct{}

// Name is "shared".
func (Shared) Name() string { return "shared" }

// Bill charges the wavefronts of the load, one a pass. It is an error when a
// lane's address lies beyond the memory that a block can have.
func (Shared) Bill(a Access) (Bill, error) {
	if err := a.Check(); err != nil {
		return Bill{}, err
	}
	for m := a.Active; m != 0; m &= m - 1 {
		if lane := m.lowest(); a.Addr[lane]+uint64(a.Width) > SharedBytes {
			return Bill{}, fmt.Errorf("lane %d asks for byte %d, but a block has at most 227 KiB (%d bytes) of shared memory: use smaller indices", lane, a.Addr[lane], SharedBytes)
		}
	}
	b := Bill{Path: "shared", Access: a, Unverified: a.Width > BankBytes}
	if a.Active == 0 {
		return b, nil
	}
	b.Instructions = 1
	var pass [WarpSize]uint8 // of each lane, counted from 0
	for size, first := servedTogether(a.Width), 0; first < WarpSize; {
		lanes, width := a.part(first, size)
		b.DataWavefronts += a.wavefronts(lanes, b.DataWavefronts, &pass)
		first += width
	}
	b.Charges = make([]Charge, b.DataWavefronts)
	for m := a.Active; m != 0; m &= m - 1 {
		lane := m.lowest()
		c := &b.Charges[pass[lane]]
		if base := a.Addr[lane] &^ (BankBytes - 1); c.Lanes == 0 || base < c.Base {
			c.Base = base
		}
		c.Size, c.Pass = Banks*BankBytes, int(pass[lane])+1
		c.Lanes |= 1 << uint(lane)
	}
	return b, nil
}

// servedTogether is the number of neighbouring lanes that one load serves
// together: the whole warp up to 4 bytes a lane, else as many as read 128
// bytes.
func servedTogether(width int) int { return WarpSize * BankBytes / bankUnit(width) }

// part is the set of active lanes that are served together from the given
// lane on, and the number of lanes, active or not, that it spans: size, or
// twice that when this part and its neighbour read the same addresses.
func (a *Access) part(first, size int) (Mask, int) {
	span := AllLanes >> uint(WarpSize-size) << uint(first)
	low := a.Active & span
	if size == WarpSize || first/size%2 == 1 {
		return low, size
	}
	if high := a.Active & (span << uint(size)); a.within(low, high) && a.within(high, low) {
		return low | high, 2 * size
	}
	return low, size
}

// within says whether every address that the lanes x name is one that the
// lanes y name.
func (a *Access) within(x, y Mask) bool {
	for ; x != 0; x &= x - 1 {
		found := false
		for m := y; m != 0 && !found; m &= m - 1 {
			found = a.Addr[x.lowest()] == a.Addr[m.lowest()]
		}
		if !found {
			return false
		}
	}
	return true
}

// wavefronts is the number of wavefronts that serve some lanes. pass receives
// the wavefront of each of them, counted from the given one.
func (a *Access) wavefronts(lanes Mask, from int, pass *[WarpSize]uint8) int {
	var g groups
	var used bankUse
	unit := bankUnit(a.Width)
	a.group(lanes, unit, &g)
	for i := range g.n {
		wavefront := from + used.add(g.key[i], unit)
		for m := g.lanes[i]; m != 0; m &= m - 1 {
			pass[m.lowest()] = uint8(wavefront)
		}
	}
	return used.most
}

// bankUse counts the distinct words that each bank of shared memory serves.
// The words of a wide element move together, so banks are taken to be as wide
// as the element.
type bankUse struct {
	used [Banks]uint8
	most int // the bank-conflict degree: the largest count
}

// bankUnit is the width that banks have for loads of the given width.
func bankUnit(width int) int { return max(width, BankBytes) }

// add gives a further word to its bank and says how many words the bank
// serves before it.
func (u *bankUse) add(word uint64, unit int) int {
	bank := word % Banks & uint64(Banks*BankBytes/unit-1)
	before := int(u.used[bank])
	u.used[bank]++
	u.most = max(u.most, before+1)
	return before
}
