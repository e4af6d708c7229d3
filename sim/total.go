package sim

// Total is what several loads cost together on one path.
type Total struct {
	Requests uint64 // load instructions
	Passes   uint64 // constant memory
	Sectors  uint64 // global memory
	Lines    uint64 // global memory
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
	t.Requests += uint64(b.Instructions)
	t.Lines += uint64(b.Lines)
	if _, constant := path.(Constant); constant {
		t.Passes += uint64(b.Units())
	} else {
		t.Sectors += uint64(b.Units())
	}
	return nil
}

// add adds another total a number of times.
func (t *Total) add(o Total, times uint64) {
	t.Requests += o.Requests * times
	t.Passes += o.Passes * times
	t.Sectors += o.Sectors * times
	t.Lines += o.Lines * times
}
