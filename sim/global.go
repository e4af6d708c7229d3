package sim

import "math/bits"

// Global is the path of a load from global memory. One request serves all
// active lanes; it charges the distinct 32-byte sectors that they touch.
type Global struct{}

// Name is "global".
func (Global) Name() string { return "global" }

// Bill charges the sectors of the load, in the order of their addresses, all
// in pass 1. Lines and wavefronts are counted beside them.
func (Global) Bill(a Access) (Bill, error) {
	if err := a.Check(); err != nil {
		return Bill{}, err
	}
	b := Bill{Path: "global", Access: a}
	if a.Active == 0 {
		return b, nil
	}
	b.Instructions = 1
	b.Charges = sectors(&a)
	var tags tagBanks
	for i, c := range b.Charges {
		if line := c.Base / LineBytes; i == 0 || line != b.Charges[i-1].Base/LineBytes {
			tags.add(line)
			b.Lines++
		}
	}
	b.TagWavefronts = tags.most()
	var rank [WarpSize]uint8
	b.DataWavefronts = conflicts(&a, a.Active, &rank)
	return b, nil
}

// sectors lists the distinct sectors that the active lanes touch, in the
// order of their addresses. A load is aligned to its width of at most 16
// bytes, so each lane lies in one sector.
func sectors(a *Access) []Charge {
	list := make([]Charge, 0, WarpSize)
	for m := a.Active; m != 0; m &= m - 1 {
		lane := m.lowest()
		base := a.Addr[lane] &^ (SectorBytes - 1)
		at := len(list)
		for at > 0 && list[at-1].Base > base {
			at--
		}
		if at > 0 && list[at-1].Base == base {
			list[at-1].Lanes |= 1 << uint(lane)
			continue
		}
		list = append(list, Charge{})
		copy(list[at+1:], list[at:])
		list[at] = Charge{Base: base, Size: SectorBytes, Lanes: 1 << uint(lane), Pass: 1}
	}
	return list
}

// tagBanks counts the distinct lines in each of the four tag banks of the
// H200's first-level data cache. The bank is two parities of the line number
// within a 64 KiB aligned table; the hash was found on counted patterns and
// other cards will have another.
type tagBanks [4]int

func (t *tagBanks) add(line uint64) {
	low := bits.OnesCount64(line&0b010110101) & 1
	high := bits.OnesCount64(line&0b101101111) & 1
	t[high<<1|low]++
}

func (t *tagBanks) most() int { return max(t[0], t[1], t[2], t[3]) }
