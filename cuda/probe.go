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

// probeSymbol is the variable that holds the table in constant memory.
const probeSymbol = "probeTable"

// Loads of each warp that are not timed, and those of the first launch, which
// the gate looks at and which says how long the others take.
const probeWarmUp, probeFirst = 4 * unrolled, 3 * unrolled

// probe is what the pattern probe holds on the card. Its zero-valued parts are
// not held.
type probe struct {
	session         *session
	blocks          int // one for each SM
	words           []uint32
	held            []address
	table           address // of the global and shared paths, at a multiple of its size
	offsets         address // of the 32 lanes, in bytes
	clocked, summed address // what blocks and threads tell
	routes          []*probeRoute
}

// probeRoute is one path of the probe: a module and its kernels by name.
type probeRoute struct {
	path    string
	module  kernel
	kernels map[string]kernel
	texture texture
}

// openProbe makes ready what the loads need and says of each path that cannot
// be had why its loads are left out.
func (s *session) openProbe(ctx context.Context, loads []measure.Load) (skipped []string, err error) {
	p := &probe{session: s, blocks: max(1, s.card.SMs), words: probeWords()}
	s.probe = p
	if err := p.allocate(); err != nil {
		return nil, fmt.Errorf("the pattern probe: %w", err)
	}
	for _, l := range loads {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if slices.ContainsFunc(p.routes, func(r *probeRoute) bool { return r.path == l.Path }) {
			continue
		}
		r := &probeRoute{path: l.Path, kernels: make(map[string]kernel)}
		p.routes = append(p.routes, r)
		if err := p.openRoute(r, loads); err != nil {
			skipped = append(skipped, fmt.Sprintf("the probe leaves out the %s path: %v", r.path, err))
			if err := p.closeRoute(r); err != nil {
				return nil, err
			}
			r.kernels = nil
		}
	}
	return skipped, nil
}

// allocate takes the memory and fills the table.
func (p *probe) allocate() error {
	size := uint64(4 * len(p.words))
	for _, part := range []struct {
		at    *address
		bytes uint64
	}{
		{&p.table, 2 * size}, // so that it holds a multiple of size
		{&p.offsets, 4 * sim.WarpSize},
		{&p.clocked, 8 * 3 * uint64(p.blocks)},
		{&p.summed, 4 * probeThreads * uint64(p.blocks)},
	} {
		at, err := p.session.dev.alloc(part.bytes)
		if err != nil {
			return err
		}
		p.held = append(p.held, at)
		*part.at = at
	}
	p.table = (p.table + address(size) - 1) / address(size) * address(size)
	return integersToDevice(p.session.dev, p.table, p.words)
}

// openRoute loads the module of a path once, finds the kernels that the loads
// need and gives it its table.
func (p *probe) openRoute(r *probeRoute, loads []measure.Load) error {
	dev := p.session.dev
	for _, l := range loads {
		name := probeKernel(l)
		if _, ok := r.kernels[name]; ok || l.Path != r.path {
			continue
		}
		var k kernel
		var err error
		if len(r.kernels) == 0 {
			program, missing := probeProgram(r.path)
			if missing != nil {
				return missing
			}
			err = dev.load(&r.module, program.image(), name)
			k = r.module
		} else {
			k, err = dev.entry(&r.module, name)
		}
		if err != nil {
			return err
		}
		r.kernels[name] = k
	}
	switch r.path {
	case "constant":
		return p.fillConstant(r)
	case "texture":
		var err error
		r.texture, err = dev.createTexture(p.table, uint64(4*len(p.words)), wholeNumbers)
		return err
	}
	return nil
}

func (p *probe) fillConstant(r *probeRoute) error {
	at, size, err := p.session.dev.symbol(&r.module, probeSymbol)
	if err != nil {
		return err
	}
	if size != uint64(4*len(p.words)) {
		return fmt.Errorf("the table in constant memory has %d bytes instead of %d: install the program again", size, 4*len(p.words))
	}
	return integersToDevice(p.session.dev, at, p.words)
}

// closeProbe gives everything back, whatever fails on the way, and returns the
// first failure.
func (s *session) closeProbe() error {
	if s.probe == nil {
		return nil
	}
	var list []error
	for _, r := range s.probe.routes {
		list = append(list, s.probe.closeRoute(r))
	}
	for _, at := range s.probe.held {
		list = append(list, s.dev.free(at))
	}
	s.probe = nil
	return firstError(list...)
}

func (p *probe) closeRoute(r *probeRoute) error {
	var first error
	if r.texture != 0 {
		first = p.session.dev.destroyTexture(r.texture)
		r.texture = 0
	}
	return firstError(first, p.session.dev.unload(&r.module))
}

func firstError(list ...error) error {
	if at := slices.IndexFunc(list, func(err error) bool { return err != nil }); at >= 0 {
		return list[at]
	}
	return nil
}

// has says whether the load's path is open.
func (p *probe) has(l measure.Load) bool {
	return slices.ContainsFunc(p.routes, func(r *probeRoute) bool { return r.path == l.Path && r.kernels != nil })
}

// spills says of each kernel that keeps variables in local memory that it does.
func (p *probe) spills() (sentences []string) {
	for _, r := range p.routes {
		for name, k := range r.kernels {
			if bytes := p.session.dev.facts(&k).localBytes; bytes > 0 {
				sentences = append(sentences, spillSentence(bytes, name))
			}
		}
	}
	slices.Sort(sentences)
	return sentences
}

// at is a launch of a load's kernel. The order of the arguments is that of
// kernels/probe.h.
func (p *probe) at(l measure.Load, blocks, threads, loads, warmUp int) (launch, error) {
	at := slices.IndexFunc(p.routes, func(r *probeRoute) bool { return r.path == l.Path && r.kernels != nil })
	if at < 0 {
		return launch{}, fmt.Errorf("the probe's %s path is not open", l.Path)
	}
	r := p.routes[at]
	k, table := r.kernels[probeKernel(l)], uint64(p.table)
	if r.texture != 0 {
		table = uint64(r.texture)
	}
	return launch{
		kernel: &k, grid: uint32(blocks), block: uint32(threads),
		args: []uint64{uint64(p.offsets), table, uint64(p.clocked), uint64(p.summed), uint64(loads), uint64(warmUp), 0},
	}, nil
}

// upload tells the card where the lanes of a load read.
func (p *probe) upload(a sim.Access) error {
	var offsets [sim.WarpSize]uint32
	for lane, at := range a.Addr {
		offsets[lane] = uint32(at)
	}
	return integersToDevice(p.session.dev, p.offsets, offsets[:])
}

// run launches and waits for what the blocks tell.
func (p *probe) run(l launch) ([]clocks, error) {
	if err := p.session.dev.run(l); err != nil {
		return nil, err
	}
	list := make([]uint64, 3*p.blocks)
	if err := integersToHost(p.session.dev, list, p.clocked); err != nil {
		return nil, err
	}
	blocks := make([]clocks, p.blocks)
	for i := range blocks {
		blocks[i] = clocks{list[3*i], list[3*i+1], list[3*i+2]}
	}
	return blocks, nil
}

// gate puts a load through gate 1 and returns what the blocks told, which is
// what its other launches are planned by.
func (p *probe) gate(l measure.Load, a sim.Access) ([]clocks, error) {
	dev := p.session.dev
	threads := probeThreads * p.blocks
	if err := errors.Join(dev.poison(p.summed, uint64(threads)), dev.poison(p.clocked, uint64(6*p.blocks))); err != nil {
		return nil, err
	}
	first, err := p.at(l, p.blocks, probeThreads, probeFirst, probeWarmUp)
	if err != nil {
		return nil, err
	}
	blocks, err := p.run(first)
	if err != nil {
		return nil, err
	}
	sums := make([]uint32, threads)
	if err := integersToHost(dev, sums, p.summed); err != nil {
		return nil, err
	}
	return blocks, gateSums(l, sums, probeSums(p.words, a, probeWarmUp+probeFirst))
}

// once does both launches of a load that a profiler is to see.
func (p *probe) once(l measure.Load) error {
	a, err := l.Access()
	if err != nil {
		return err
	}
	if err := p.upload(a); err != nil {
		return err
	}
	for _, loads := range []int{onceLoads, onceLoadsMore} {
		launch, err := p.at(l, 1, sim.WarpSize, loads, 0)
		if err != nil {
			return err
		}
		if _, err := p.run(launch); err != nil {
			return err
		}
	}
	return nil
}
