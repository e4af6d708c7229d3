package sim

// ConstantBytes is the size of the constant memory that a kernel can index,
// the same on every compute capability.
const ConstantBytes = 64 << 10

// Constant is the path of a constant load whose index is known only at run
// time (LDC). It charges one pass for each distinct address that the active
// lanes name: not for cache lines and not for words. A 16-byte load is two
// 8-byte loads, so each distinct address costs two passes.
//
// The bill is a price, not a permission: it is written for addresses beyond
// ConstantBytes too, so that a pattern can be compared across paths.
type Constant struct{}

// Name is "constant".
func (Constant) Name() string { return "constant" }

// Bill charges the lanes' distinct addresses, the lowest waiting lane first.
// The count is what the counters show; the order is a choice.
func (Constant) Bill(a Access) (Bill, error) {
	if err := a.Check(); err != nil {
		return Bill{}, err
	}
	b := Bill{Path: "constant", Access: a}
	if a.Active == 0 {
		return b, nil
	}
	b.Instructions = 1
	size := a.Width
	if size == 16 {
		b.Instructions, size = 2, 8
	}
	var g groups
	a.group(a.Active, a.Width, &g)
	b.Charges = make([]Charge, 0, b.Instructions*g.n)
	for half := range b.Instructions {
		for i := range g.n {
			b.Charges = append(b.Charges, Charge{
				Base:  g.key[i]*uint64(a.Width) + uint64(half*size),
				Size:  size,
				Lanes: g.lanes[i],
				Pass:  half*g.n + i + 1,
			})
		}
	}
	return b, nil
}
