package sim

// Total is what several loads cost together on one path.
type Total struct {
	Requests uint64 // load instructions
	Passes   uint64 // constant memory
	Sectors  uint64 // global memory
	Lines    uint64 // global memory
	// Wavefronts are those of shared memory, and Conflicts how many of them
	// bank conflicts caused: all but one a load.
	Wavefronts, Conflicts uint64
}

// AllTaps plays all 32 taps of the convolution with elements that lie in its
// filter: the bills of the 32 loads of 4 bytes that AtTap gives, summed on
// each path.
func (x Indices) AllTaps() (constant, global Total, err error) {
	for k := range FilterTaps {
		turned := x.AtTap(k)
		if err := constant.load(Constant{}, turned, AllLanes); err != nil {
			return Total{}, Total{}, err
		}
		if err := global.load(Global{}, turned, AllLanes); err != nil {
			return Total{}, Total{}, err
		}
	}
	return constant, global, nil
}

// load adds the bill of one load of 4-byte elements by some lanes.
func (t *Total) load(path Tariff, x Indices, lanes Mask) error {
	a, err := Elements(x, 4)
	if err != nil {
		return err
	}
	a.Active = lanes
	b, err := path.Bill(a)
	if err != nil {
		return err
	}
	t.charge(&b, 1)
	return nil
}

// charge adds a bill a number of times.
func (t *Total) charge(b *Bill, times uint64) {
	one := Total{Requests: uint64(b.Instructions), Lines: uint64(b.Lines)}
	units := uint64(b.Units())
	switch b.Path {
	case "constant":
		one.Passes = units
	case "shared":
		one.Wavefronts, one.Conflicts = units, units-one.Requests
	default:
		one.Sectors = units
	}
	t.add(one, times)
}

// add adds another total a number of times.
func (t *Total) add(o Total, times uint64) {
	t.Requests += o.Requests * times
	t.Passes += o.Passes * times
	t.Sectors += o.Sectors * times
	t.Lines += o.Lines * times
	t.Wavefronts += o.Wavefronts * times
	t.Conflicts += o.Conflicts * times
}
