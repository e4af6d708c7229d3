//go:build cgo && (linux || windows)

package cuda

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"warpbill/cuda/measure"
	"warpbill/sim"
)

// session is what a sweep holds on the card: the context, the kernels, the
// memory and a pair of events. Its zero-valued parts are not held.
type session struct {
	dev                     *driver
	card                    card
	constant, global, empty kernel
	routes                  []*route // further paths
	probe                   *probe   // nil until loads are measured
	in, filter, out         address
	watch                   stopwatch
}

// openSession makes the card's primary context current.
func openSession(dev *driver, c card) (*session, error) {
	if err := dev.retain(c.handle); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", measure.ErrNoGPU, c.Name, err)
	}
	return &session{dev: dev, card: c}, nil
}

// close gives everything back, whatever fails on the way, and returns the
// first failure.
func (s *session) close() error {
	first := s.closeProbe()
	keep := func(err error) {
		if first == nil {
			first = err
		}
	}
	for _, r := range s.routes {
		keep(s.closeRoute(r))
	}
	s.routes = nil
	keep(s.freeMemory())
	keep(s.dev.destroyEvents(&s.watch))
	for _, k := range []*kernel{&s.constant, &s.global, &s.empty} {
		keep(s.dev.unload(k))
	}
	keep(s.dev.release(s.card.handle))
	return first
}

func (s *session) freeMemory() error {
	var first error
	for _, at := range []*address{&s.in, &s.filter, &s.out} {
		if *at == 0 {
			continue
		}
		if err := s.dev.free(*at); err != nil && first == nil {
			first = err
		}
		*at = 0
	}
	return first
}

// compile has the driver compile the kernels for the card.
func (s *session) compile(ctx context.Context) error {
	for _, job := range []struct {
		kernel  *kernel
		program program
	}{
		{&s.constant, constantProgram()},
		{&s.global, globalProgram()},
		{&s.empty, emptyProgram()},
	} {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := s.dev.load(job.kernel, job.program.image(), job.program.name); err != nil {
			return fmt.Errorf("%w: %s cannot run the kernel %s: %w",
				measure.ErrNoGPU, s.card.Name, job.program.name, err)
		}
	}
	return s.dev.createEvents(&s.watch)
}

// bytesFor is the GPU memory that n outputs need: the inputs, the outputs and
// the filter.
func bytesFor(n uint64) uint64 { return 4*(n+sim.FilterTaps) + 4*n + 4*sim.FilterTaps }

// reserve is the part of the free memory that is left alone: the driver and
// the desktop need some, and memory may be free but in pieces.
const reserve = 0.05

// fitting parts points into those that fit into the card's free memory and
// sentences about those that do not.
func (s *session) fitting(points []measure.Point) (fit []measure.Point, skipped []string, err error) {
	free, err := s.dev.freeMemory()
	if err != nil {
		return nil, nil, err
	}
	usable := uint64(float64(free) * (1 - reserve))
	for _, p := range points {
		switch {
		case bytesFor(p.N) > usable:
			skipped = append(skipped, tooLarge(p.N, free))
		case s.card.Watchdog && expectedMS(p, s.card.Device) > watchdogMS:
			skipped = append(skipped, fmt.Sprintf("n = %d, %s, is left out: one launch would take about %.0f ms, and the system ends kernels that run for seconds on a GPU with a display",
				p.N, p.Lanes(), expectedMS(p, s.card.Device)))
		default:
			fit = append(fit, p)
		}
	}
	skipped = slices.Compact(skipped) // one sentence a size, not a point
	if len(fit) == 0 && len(points) > 0 {
		return nil, nil, errors.New(skipped[0])
	}
	return fit, skipped, nil
}

// watchdogMS is half of what Windows allows a kernel by default.
const watchdogMS = 1000

// expectedMS is about what the constant kernel takes: two cycles of an SM for
// every pass of every warp's loads. It is 0 for a card that does not tell.
func expectedMS(p measure.Point, d measure.Device) float64 {
	if d.SMs <= 0 || d.ClockMHz <= 0 {
		return 0
	}
	loads := float64(p.N) / sim.WarpSize * sim.FilterTaps
	return 2 * loads * float64(p.Distinct()) / float64(d.SMs) / (float64(d.ClockMHz) * 1000)
}

func tooLarge(n, free uint64) string {
	return fmt.Sprintf("n = %d needs %s of GPU memory, and of the %s that are free 5 %% are kept in reserve; it is left out: close programs that use the GPU to measure it",
		n, measure.FormatBytes(bytesFor(n)), measure.FormatBytes(free))
}

// allocate takes the memory for the largest size of points, which rise. Sizes
// that the driver has no room for after all are dropped and named.
func (s *session) allocate(points []measure.Point) (fit []measure.Point, skipped []string, err error) {
	for len(points) > 0 {
		n := points[len(points)-1].N
		err := s.allocateFor(n)
		if err == nil {
			return points, skipped, nil
		}
		if codeOf(err) != outOfMemory {
			return nil, nil, err
		}
		if err := s.freeMemory(); err != nil {
			return nil, nil, err
		}
		skipped = append(skipped, fmt.Sprintf("n = %d is left out: the driver found no %s of GPU memory in one piece; close programs that use the GPU to measure it",
			n, measure.FormatBytes(bytesFor(n))))
		for len(points) > 0 && points[len(points)-1].N == n {
			points = points[:len(points)-1]
		}
	}
	return nil, nil, errors.New("the GPU's memory has no room for any size of the plan: close programs that use the GPU (nvidia-smi lists them)")
}

func (s *session) allocateFor(n uint64) error {
	for _, part := range []struct {
		at    *address
		words uint64
	}{
		{&s.in, n + sim.FilterTaps},
		{&s.out, n},
		{&s.filter, sim.FilterTaps},
	} {
		at, err := s.dev.alloc(4 * part.words)
		if err != nil {
			return err
		}
		*part.at = at
	}
	return nil
}

// upload copies the filter to both its places and the inputs of n outputs.
func (s *session) upload(ctx context.Context, r *reference, n uint64) error {
	filter := r.filter()
	err := errors.Join(s.fillConstant(&s.constant, filter), s.dev.toDevice(s.filter, filter))
	if err != nil {
		return err
	}
	stock := startInputs(n + sim.FilterTaps)
	defer stock.stop()
	for part := range stock.parts {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := s.dev.toDevice(s.in+address(4*part.from), part.list); err != nil {
			return err
		}
		stock.giveBack(part)
	}
	return nil
}

// fillConstant copies the filter to the constant memory of a kernel's module.
func (s *session) fillConstant(k *kernel, filter []float32) error {
	at, size, err := s.dev.symbol(k, constantFilter)
	if err != nil {
		return err
	}
	if size != uint64(4*len(filter)) {
		return fmt.Errorf("the filter in constant memory has %d bytes instead of %d: install the program again", size, 4*len(filter))
	}
	return s.dev.toDevice(at, filter)
}

// convolution is one launch of a kernel that computes n outputs.
type convolution struct {
	launch
	name string // of the kernel
	path string // ID of a further path, "" for the course's two
	out  address
	n    uint64
}

// constantAt and globalAt are the launches of a point, emptyAt that of the
// empty kernel with the same grid.
func (s *session) constantAt(p measure.Point) convolution {
	return s.convolutionAt(&s.constant, constantProgram().name, p, uint64(s.in), uint64(s.out))
}

func (s *session) globalAt(p measure.Point) convolution {
	return s.convolutionAt(&s.global, globalProgram().name, p, uint64(s.in), uint64(s.filter), uint64(s.out))
}

func (s *session) emptyAt(p measure.Point) convolution {
	return s.convolutionAt(&s.empty, emptyProgram().name, p, uint64(s.in), uint64(s.out))
}

// convolutionAt launches a thread for each output. The arguments' order is
// that of the kernels' parameters: the places, n and rotMask.
func (s *session) convolutionAt(k *kernel, name string, p measure.Point, places ...uint64) convolution {
	return convolution{
		launch: launch{
			kernel: k,
			grid:   uint32((p.N + blockSize - 1) / blockSize),
			block:  blockSize,
			args:   append(places, p.N, uint64(p.RotMask)),
		},
		name: name, out: s.out, n: p.N,
	}
}
