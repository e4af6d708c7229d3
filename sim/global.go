package sim

import (
	"math/bits"
	"slices"
)

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
	var s sorted
	s.sort(&a)
	s.tally(&b)
	b.Charges = s.sectors()
	return b, nil
}

// sorted are the active lanes by rising address. An entry is the address
// times WarpSize plus the lane, which fits for every address to MaxAddress.
type sorted struct {
	n, distinctSectors int
	entry              [WarpSize]uint64
}

// sort is an insertion sort, after turning round what falls: most loads rise
// or fall, and for 32 entries it beats the library's even when they do not.
func (s *sorted) sort(a *Access) {
	for m := a.Active; m != 0; m &= m - 1 {
		lane := m.lowest()
		s.entry[s.n] = a.Addr[lane]*WarpSize + uint64(lane)
		s.n++
	}
	list := s.entry[:s.n]
	if list[0] > list[len(list)-1] {
		slices.Reverse(list)
	}
	for i, e := range list {
		for ; i > 0 && list[i-1] > e; i-- {
			list[i] = list[i-1]
		}
		list[i] = e
	}
}

// none is a unit that no lane reads, see MaxAddress.
const none = ^uint64(0)

// tally counts the distinct words, sectors and lines of the lanes in one go,
// and in their banks. A load is aligned to its width of at most 16 bytes, so
// each lane lies in one of each.
func (s *sorted) tally(b *Bill) {
	var used bankUse
	var tags tagBanks
	unit := bankUnit(b.Access.Width)
	shift := uint(bits.TrailingZeros(uint(WarpSize*unit))) & 63
	word, sector, line := none, none, none
	for _, e := range s.entry[:s.n] {
		if e>>shift == word {
			continue
		}
		word = e >> shift
		used.add(word, unit)
		if e/(WarpSize*SectorBytes) == sector {
			continue
		}
		sector = e / (WarpSize * SectorBytes)
		s.distinctSectors++
		if e/(WarpSize*LineBytes) != line {
			line = e / (WarpSize * LineBytes)
			tags.add(line)
			b.Lines++
		}
	}
	b.DataWavefronts, b.TagWavefronts = used.most, tags.most()
}

// sectors lists the sectors and their lanes.
func (s *sorted) sectors() []Charge {
	list := make([]Charge, s.distinctSectors)
	at, last := -1, none
	for _, e := range s.entry[:s.n] {
		if sector := e / (WarpSize * SectorBytes); sector != last {
			at, last = at+1, sector
			list[at] = Charge{Base: sector * SectorBytes, Size: SectorBytes, Pass: 1}
		}
		list[at].Lanes |= 1 << (e % WarpSize)
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
