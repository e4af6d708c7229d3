package sim

import (
	"errors"
	"fmt"
)

// Card is what a forecast needs to know of a card besides its prices.
type Card struct {
	SMs      int     // streaming multiprocessors
	ClockMHz float64 // of the SMs
	L2Bytes  uint64  // 0: unknown
	CopyGBps float64 // at which it copies numbers that do not fit L2; 0: unknown
}

// Bound is what keeps a kernel from being faster.
type Bound string

// The bounds, in words that complete "bound by".
const (
	BoundIssue    Bound = "issuing its instructions"
	BoundConstant Bound = "the passes of its constant loads"
	BoundLoads    Bound = "the wavefronts of its loads"
	BoundTexture  Bound = "its texture loads"
	BoundMemory   Bound = "the bandwidth of memory"
	BoundLaunch   Bound = "the launch"
)

// Forecast is the predicted time of one launch.
type Forecast struct {
	MS    float64
	Bound Bound
	// AtLeast says that something is not known, the least that a tap takes
	// for instance, so that the kernel may take longer.
	AtLeast bool
}

// Forecast predicts the time of one launch of the convolution on a path:
// warps x cycles / (SMs x clock), or what the bytes take at the speed of a
// copy, whichever is longer. floorMS is the time of an empty kernel with the
// same grid, 0 when unknown: no launch is faster, and one that should take
// less than twice as long is bound by its launch.
func (p Prices) Forecast(path Path, c Convolution, card Card, floorMS float64) (Forecast, error) {
	if err := c.checkOn(path); err != nil {
		return Forecast{}, err
	}
	if err := card.check(); err != nil {
		return Forecast{}, err
	}
	w, err := p.warp(path, c)
	if err != nil {
		return Forecast{}, err
	}
	f := Forecast{MS: card.milliseconds(c, w.cycles), Bound: w.bound, AtLeast: w.atLeast}
	if ms, known := card.moving(c); known && (ms > f.MS || path.ID == "copy") {
		f = Forecast{MS: ms, Bound: BoundMemory, AtLeast: f.AtLeast && path.ID != "copy"}
	}
	if f.MS < 2*floorMS {
		f.MS, f.Bound = max(f.MS, floorMS), BoundLaunch
	}
	if f.MS == 0 {
		return Forecast{}, fmt.Errorf("nothing is known of what the path %s takes: measure it once", path.ID)
	}
	return f, nil
}

// checkOn says whether the launch is one that the path has.
func (c Convolution) checkOn(path Path) error {
	if path.Fixed && c.RotMask != 0 {
		return fmt.Errorf("the path %s has its taps fixed, so all lanes read the same one: use rotMask 0", path.ID)
	}
	return c.Check()
}

func (c Card) check() error {
	if c.SMs < 1 || !(c.ClockMHz > 0) {
		return errors.New("the number of SMs or their clock is not known: measure on the card to learn both")
	}
	return nil
}

// resident is the number of blocks of a launch that an SM holds at a time:
// 2048 threads.
const resident = 2048 / BlockSize

// milliseconds is how long the busiest SM takes for its warps. While all
// blocks find a place at once, some SM has one more than others; beyond that
// each SM takes the next block when it is done with one, and all end alike.
func (c Card) milliseconds(launch Convolution, cyclesOfWarp float64) float64 {
	count := (launch.N + BlockSize - 1) / BlockSize
	blocks := float64(count) / float64(c.SMs)
	if blocks <= resident {
		blocks = float64((count + uint64(c.SMs) - 1) / uint64(c.SMs))
	}
	return blocks * (BlockSize / WarpSize) * cyclesOfWarp / (c.ClockMHz * 1e3)
}

// bytesOf is what a launch moves at least: one number in and one out for each
// output.
func (c Convolution) bytesOf() uint64 { return 2 * tapBytes * c.N }

// moving is how long it takes to copy the bytes of a launch that do not fit
// L2.
func (c Card) moving(launch Convolution) (ms float64, known bool) {
	if !(c.CopyGBps > 0) || c.L2Bytes == 0 || launch.bytesOf() <= c.L2Bytes {
		return 0, false
	}
	return float64(launch.bytesOf()) / (c.CopyGBps * 1e6), true
}

// warpTime is how long a pipe of an SM is busy with one warp, over all taps.
type warpTime struct {
	cycles  float64
	bound   Bound
	atLeast bool
}

// warp is the busiest of the pipes for one warp of the convolution: they work
// side by side, each for other warps.
func (p Prices) warp(path Path, c Convolution) (warpTime, error) {
	w := warpTime{bound: BoundIssue, atLeast: true}
	if floor := p.TapFloors[path.ID]; floor > 0 {
		w.cycles, w.atLeast = floor*FilterTaps, false
	}
	if path.ID == "copy" || path.ID == "blocked" { // their loads are not the convolution's
		return w, nil
	}
	pipes, err := p.pipes(path, c)
	if err != nil {
		return warpTime{}, err
	}
	for _, pipe := range pipes {
		if pipe.cycles > w.cycles {
			w.cycles, w.bound = pipe.cycles, pipe.bound
		}
	}
	// A tap loads one input, and no load takes less than its floor.
	if least := p.Global.Floor * FilterTaps; w.atLeast && least > w.cycles {
		w.cycles, w.bound = least, BoundIssue
	}
	return w, nil
}

// pipes is what the loads of all taps take in each pipe: constant loads have
// one of their own and so have texture loads; all others share theirs with the
// loads of the inputs.
func (p Prices) pipes(path Path, c Convolution) ([]warpTime, error) {
	loads := warpTime{bound: BoundLoads}
	taps := warpTime{}
	price := p.Price(path.Memory)
	for k := range FilterTaps {
		loads.cycles += p.Global.Slope + p.Global.Offset // an input of each lane: one wavefront
		if path.Memory == "" {
			continue
		}
		b, err := path.Bill(c.FilterIndices(k))
		if err != nil {
			return nil, err
		}
		units := b.Wavefronts()
		if path.Memory == "constant" {
			units = b.Units()
		}
		taps.cycles += price.Slope*float64(units) + price.Offset
	}
	if path.Memory != "" && !price.Known() {
		return nil, fmt.Errorf("the path %s has no price on this card: run the plan price-list", path.ID)
	}
	switch path.Memory {
	case "constant":
		taps.bound = BoundConstant
	case "texture":
		taps.bound = BoundTexture
	default:
		loads.cycles += taps.cycles
		// The offset is paid once a tap, not for each of its two loads.
		if path.Memory != "" {
			loads.cycles -= FilterTaps * min(price.Offset, p.Global.Offset)
		}
		return []warpTime{loads}, nil
	}
	return []warpTime{loads, taps}, nil
}
