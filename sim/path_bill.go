package sim

import "fmt"

// Bill is what one load of a tap costs a warp on the path, when lane i asks
// for tap x[i]. Where the compiler fixed the tap nothing is loaded and nothing
// is charged. A copy reads no tap: its bill is that of the numbers it reads,
// lane i the i-th, and it writes as many sectors again.
func (p Path) Bill(x Indices) (Bill, error) { return p.billOf(x, AllLanes) }

// billOf is the bill of a load by some of the lanes.
func (p Path) billOf(x Indices, lanes Mask) (Bill, error) {
	if p.ID == "copy" {
		for lane := range x {
			x[lane] = uint64(lane)
		}
		p.Memory = Global{}.Name()
	}
	a := Access{Active: lanes, Width: tapBytes}
	for lane, i := range x {
		if i > MaxAddress/p.Stride {
			return Bill{}, fmt.Errorf("lane %d asks for element %d, which is beyond any memory: use an index up to %d", lane, i, MaxAddress/p.Stride)
		}
		a.Addr[lane] = i * p.Stride
	}
	if p.Memory == "" {
		return Bill{Path: p.ID, Access: a}, nil
	}
	t, err := FindTariff(p.Memory)
	if err != nil {
		return Bill{}, fmt.Errorf("the path %s has no price list: %w", p.ID, err)
	}
	return t.Bill(a)
}

// TapValue is the number that the convolution's filter holds at tap k: all of
// them differ and none is zero, so that no wrong tap goes unnoticed.
func TapValue(k int) int { return k*37%FilterTaps*4 - 63 }
