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
	b.Charges = make([]Charge, 0, WarpSize)
	for _, lanes := range parts(&a) {
		b.charge(lanes)
	}
	b.DataWavefronts = len(b.Charges)
	return b, nil
}

// charge adds the wavefronts that serve one part of the warp.
func (b *Bill) charge(lanes Mask) {
	var rank [WarpSize]uint8
	before := len(b.Charges)
	n := conflicts(&b.Access, lanes, &rank)
	for i := range n {
		b.Charges = append(b.Charges, Charge{Size: Banks * BankBytes, Pass: before + i + 1})
	}
	for m := lanes; m != 0; m &= m - 1 {
		lane := m.lowest()
		c := &b.Charges[before+int(rank[lane])]
		if base := b.Access.Addr[lane] &^ (BankBytes - 1); c.Lanes == 0 || base < c.Base {
			c.Base = base
		}
		c.Lanes |= 1 << uint(lane)
	}
}

// parts are the lanes that are served together: the whole warp up to 4 bytes,
// half-warps for 8 bytes, quarter-warps for 16, neighbours merged when they
// read the same addresses. Parts without active lanes are left out.
func parts(a *Access) []Mask {
	if a.Width <= BankBytes {
		return []Mask{a.Active}
	}
	size := WarpSize * BankBytes / a.Width
	part := Mask(1)<<uint(size) - 1
	var list []Mask
	for first := 0; first < WarpSize; first += 2 * size {
		low := a.Active & (part << uint(first))
		high := a.Active & (part << uint(first+size))
		if low != 0 && high != 0 && a.sameSet(low, high) {
			list = append(list, low|high)
			continue
		}
		for _, lanes := range []Mask{low, high} {
			if lanes != 0 {
				list = append(list, lanes)
			}
		}
	}
	return list
}

// sameSet says whether two sets of lanes name the same addresses.
func (a *Access) sameSet(x, y Mask) bool { return a.within(x, y) && a.within(y, x) }

func (a *Access) within(x, y Mask) bool {
	for m := x; m != 0; m &= m - 1 {
		found := false
		for n := y; n != 0; n &= n - 1 {
			found = found || a.Addr[m.lowest()] == a.Addr[n.lowest()]
		}
		if !found {
			return false
		}
	}
	return true
}

// conflicts is the bank-conflict degree of some lanes: the largest number of
// distinct words in one bank. rank receives, for each of the lanes, how many
// other words its bank serves before the lane's own.
//
// The words of a wide element move together, so it is enough to look at banks
// as wide as the element.
func conflicts(a *Access, lanes Mask, rank *[WarpSize]uint8) int {
	unit := uint64(max(a.Width, BankBytes))
	banks := Banks * BankBytes / unit
	var words [Banks][WarpSize]uint64
	var used [Banks]uint8
	most := uint8(0)
	for m := lanes; m != 0; m &= m - 1 {
		lane := m.lowest()
		word := a.Addr[lane] / unit
		bank := word % banks
		i := uint8(0)
		for i < used[bank] && words[bank][i] != word {
			i++
		}
		if i == used[bank] {
			words[bank][i] = word
			used[bank]++
			most = max(most, used[bank])
		}
		rank[lane] = i
	}
	return int(most)
}
