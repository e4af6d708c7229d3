package sim

import "math/bits"

// groups are lanes sorted by what they ask for: lanes whose addresses lie in
// the same aligned unit share a group. Groups are numbered in the order of
// their lowest lanes.
type groups struct {
	n     int
	key   [WarpSize]uint64 // number of the unit that the group's lanes ask for
	lanes [WarpSize]Mask
}

// group sorts the lanes by their aligned units of unit bytes, a power of two.
// A hash table finds a lane's group, so that the cost does not grow with the
// number of groups: bills are computed at every frame of an animation.
func (a *Access) group(lanes Mask, unit int, g *groups) {
	const slots = 2 * WarpSize
	var table [slots]uint8 // number of the group, counted from 1; 0 is free
	shift := uint(bits.TrailingZeros(uint(unit))) & 63
	g.n = 0
	at := -1 // group of the lane before: neighbours often share one
	for ; lanes != 0; lanes &= lanes - 1 {
		key := a.Addr[lanes.lowest()] >> shift
		if at < 0 || g.key[at] != key {
			slot := slotOf(key)
			for table[slot] != 0 && g.key[table[slot]-1] != key {
				slot = (slot + 1) % slots
			}
			if table[slot] == 0 {
				g.key[g.n], g.lanes[g.n] = key, 0
				g.n++
				table[slot] = uint8(g.n)
			}
			at = int(table[slot]) - 1
		}
		g.lanes[at] |= lanes & -lanes
	}
}

// slotOf spreads keys over 64 slots by Fibonacci hashing.
func slotOf(key uint64) uint64 { return key * 0x9e3779b97f4a7c15 >> 58 }
