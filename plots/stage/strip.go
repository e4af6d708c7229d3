package stage

import (
	"image"
	"slices"

	"warpbill/plots/look"
	"warpbill/sim"
)

// Strip is the picture of a pattern, one pixel for each lane in the colour of
// the address that it asks for.
func Strip(x sim.Indices, th *look.Theme) *image.NRGBA {
	distinct := x
	slices.Sort(distinct[:])
	list := slices.Compact(distinct[:])
	m := image.NewNRGBA(image.Rect(0, 0, len(x), 1))
	for lane, e := range x {
		rank, _ := slices.BinarySearch(list, e)
		m.SetNRGBA(lane, 0, th.Address(rank, len(list)))
	}
	return m
}
