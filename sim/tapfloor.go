package sim

import "maps"

// TapFloor is the least that a tap takes, told by a measured launch: its time
// in cycles, divided by its taps. The launch must be one that nothing but its
// instructions can have held up: all lanes on the same tap, its numbers in L2,
// and twice as long as the empty kernel's.
func TapFloor(c Convolution, card Card, ms, floorMS float64) (cycles float64, ok bool) {
	if c.Check() != nil || card.check() != nil || c.RotMask != 0 || c.bytesOf() > card.L2Bytes || !(floorMS > 0) || !(ms >= 2*floorMS) {
		return 0, false
	}
	return ms / card.milliseconds(c, FilterTaps), true
}

// Launch is a launch of the convolution that was timed on a card.
type Launch struct {
	Path string // ID of a Path
	Convolution
	MS      float64
	FloorMS float64 // of an empty kernel with the same grid
}

// WithTaps is the price list with the tap floors that the launches tell, each
// from the largest launch of its path that can. Other floors stay as they are.
func (p Prices) WithTaps(card Card, launches []Launch) Prices {
	floors := map[string]float64{}
	maps.Copy(floors, p.TapFloors)
	largest := map[string]uint64{}
	for _, l := range launches {
		cycles, ok := TapFloor(l.Convolution, card, l.MS, l.FloorMS)
		if _, err := FindPath(l.Path); err != nil || !ok || l.Path == "copy" || l.N < largest[l.Path] {
			continue
		}
		floors[l.Path], largest[l.Path] = cycles, l.N
	}
	if len(floors) > 0 {
		p.TapFloors = floors
	}
	return p
}
