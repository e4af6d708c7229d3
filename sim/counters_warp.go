package sim

// launch sums the warps: those whose lanes all have an output pay alike, the
// last may be a part of one.
func (c Convolution) launch(path Path) (usage, error) {
	if path.OutputsPerThread() > 1 {
		return c.launchOfQuads(path)
	}
	full, err := c.warp(AllLanes, path)
	if err != nil {
		return usage{}, err
	}
	sum, err := c.warp(1<<(c.N%WarpSize)-1, path)
	if err != nil {
		return usage{}, err
	}
	sum.add(full, c.N/WarpSize)
	if path.Memory == "shared" { // the first warp of each block stages the filter
		return sum, sum.global.read(each(func(lane int) uint64 { return uint64(lane) }), tapBytes, AllLanes, c.blocks(path))
	}
	return sum, nil
}

// warp is what the given lanes of one warp are charged over all taps. Where
// the warp stands does not matter: its first output lies at a multiple of 128
// bytes.
func (c Convolution) warp(lanes Mask, path Path) (usage, error) {
	var u usage
	for k := range FilterTaps {
		if err := u.tap(path, c.FilterIndices(k), lanes); err != nil {
			return usage{}, err
		}
		input := each(func(lane int) uint64 { return uint64(lane + k) })
		if err := u.global.read(input, tapBytes, lanes, 1); err != nil {
			return usage{}, err
		}
	}
	// A store is charged like a load: by the sectors that it touches.
	output := each(func(lane int) uint64 { return uint64(lane) })
	return u, u.stored.read(output, tapBytes, lanes, 1)
}

// tap charges the load of a tap to the memory of the path. No counter is
// predicted for texture loads.
func (u *usage) tap(path Path, x Indices, lanes Mask) error {
	if path.Memory == "" || path.Memory == "texture" {
		return nil
	}
	b, err := path.billOf(x, lanes)
	if err != nil {
		return err
	}
	switch path.Memory {
	case "constant":
		u.constant.charge(&b, 1)
	case "shared":
		u.shared.charge(&b, 1)
	default:
		u.global.charge(&b, 1)
	}
	return nil
}

// read charges a number of loads from global memory of elements width bytes
// wide.
func (t *Total) read(x Indices, width int, lanes Mask, times uint64) error {
	a, err := Elements(x, width)
	if err != nil {
		return err
	}
	a.Active = lanes
	b, err := Global{}.Bill(a)
	if err != nil {
		return err
	}
	t.charge(&b, times)
	return nil
}

// A thread of the kernels that copy or keep their inputs in registers has four
// outputs; a load of four inputs is one of 16 bytes.
const (
	quadOutputs = 4
	quadBytes   = quadOutputs * tapBytes
)

// launchOfQuads sums the warps of a kernel whose threads have four outputs
// each. The last outputs, when they are no four, are left to one lane that
// takes them one by one.
func (c Convolution) launchOfQuads(path Path) (usage, error) {
	loads, taps := 1, 1 // of 16 bytes for four outputs; of 4 bytes for a single one
	if path.ID == "blocked" {
		loads, taps = (quadOutputs+FilterTaps-1+quadOutputs-1)/quadOutputs, FilterTaps
	}
	quads, rest := c.N/quadOutputs, int(c.N%quadOutputs)
	full, err := quadWarp(AllLanes, loads)
	if err != nil {
		return usage{}, err
	}
	sum, err := quadWarp(1<<(quads%WarpSize)-1, loads)
	if err != nil {
		return usage{}, err
	}
	sum.add(full, quads/WarpSize)
	one := Total{Requests: 1, Sectors: 1, Lines: 1}
	sum.global.add(one, uint64(rest*taps))
	sum.stored.add(one, uint64(rest))
	return sum, nil
}

// quadWarp is what the given lanes of one warp are charged for as many loads
// of 16 bytes beside each other, and for their store.
func quadWarp(lanes Mask, loads int) (usage, error) {
	var u usage
	for q := range loads {
		if err := u.global.read(each(func(lane int) uint64 { return uint64(lane + q) }), quadBytes, lanes, 1); err != nil {
			return usage{}, err
		}
	}
	return u, u.stored.read(each(func(lane int) uint64 { return uint64(lane) }), quadBytes, lanes, 1)
}
