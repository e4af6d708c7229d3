//go:build cgo && (linux || windows)

package cuda

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"warpbill/cuda/measure"
	"warpbill/sim"
)

// route is a further path as a session takes it: its kernel and what that
// needs besides the inputs and the filter. Its zero-valued parts are not held.
type route struct {
	sim.Path
	program program
	kernel  kernel
	texture texture // reads the filter
	window  window  // keeps the filter in L2
}

// openRoutes makes ready what it can of the paths and says of each other why
// it is left out. The filter has to be on the card.
func (s *session) openRoutes(ctx context.Context, ids []string, filter []float32) (skipped []string, err error) {
	for _, id := range ids {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		p, err := sim.FindPath(id)
		if err != nil {
			return nil, err
		}
		if id == "constant" || id == "global" {
			continue // every row has them
		}
		r := &route{Path: p}
		if err := s.openRoute(r, filter); err != nil {
			skipped = append(skipped, fmt.Sprintf("the path %s is left out: %v", id, err))
			if err := s.closeRoute(r); err != nil {
				return nil, err
			}
			continue
		}
		s.routes = append(s.routes, r)
	}
	return skipped, nil
}

func (s *session) openRoute(r *route, filter []float32) (err error) {
	if r.program, err = pathProgram(r.ID); err != nil {
		return err
	}
	if err := s.dev.load(&r.kernel, r.program.image(), r.program.name); err != nil {
		return err
	}
	bytes := uint64(4 * len(filter))
	switch r.ID {
	case "constant-fixed":
		return s.fillConstant(&r.kernel, filter)
	case "texture":
		r.texture, err = s.dev.createTexture(s.filter, bytes, floats)
	case windowID:
		err = s.openWindow(&r.window, s.filter, bytes)
	}
	return err
}

// closeRoute gives back what the route holds and returns the first failure.
func (s *session) closeRoute(r *route) error {
	var first error
	if r.texture != 0 {
		first = s.dev.destroyTexture(r.texture)
		r.texture = 0
	}
	if err := s.closeWindow(&r.window); first == nil {
		first = err
	}
	if err := s.dev.unload(&r.kernel); first == nil {
		first = err
	}
	return first
}

// spills says of each kernel that keeps variables in local memory that it does:
// its time is then not that of its path alone.
func (s *session) spills() (sentences []string) {
	kernels := map[string]*kernel{constantProgram().name: &s.constant, globalProgram().name: &s.global}
	for _, r := range s.routes {
		kernels[r.program.name] = &r.kernel
	}
	for _, name := range slices.Sorted(maps.Keys(kernels)) {
		if bytes := s.dev.facts(kernels[name]).localBytes; bytes > 0 {
			sentences = append(sentences, spillSentence(bytes, name))
		}
	}
	return sentences
}

func spillSentence(bytes int, kernel string) string {
	return fmt.Sprintf("the driver's compiler put %d bytes of each thread of %s into local memory: its time is not that of the path alone", bytes, kernel)
}

// outputsPerThread is how many outputs a thread of the path's kernel has: those
// that read four inputs at once write as many.
func outputsPerThread(id string) uint64 {
	if id == "blocked" || id == "copy" {
		return 4
	}
	return 1
}

// routeAt is the route's launch at a point. A kernel whose tap is fixed takes
// neither a filter nor a mask.
func (s *session) routeAt(r *route, p measure.Point) convolution {
	places := []uint64{uint64(s.in), uint64(s.filter), uint64(s.out)}
	switch {
	case r.Fixed:
		places = []uint64{uint64(s.in), uint64(s.out)}
	case r.texture != 0:
		places[1] = uint64(r.texture)
	}
	c := s.convolutionAt(&r.kernel, r.program.name, p, places...)
	c.path, c.stream = r.ID, r.window.stream
	each := outputsPerThread(r.ID) * blockSize
	c.grid = uint32((p.N + each - 1) / each)
	if r.Fixed {
		c.args = c.args[:len(c.args)-1]
	}
	if r.ID == windowID {
		c.name += " with a window in L2"
	}
	return c
}

// at is every launch of a point: the course's two, then the further paths. A
// path whose tap is fixed has the broadcast pattern alone.
func (s *session) at(p measure.Point) []convolution {
	list := []convolution{s.constantAt(p), s.globalAt(p)}
	for _, r := range s.routes {
		if p.RotMask == 0 || !r.Fixed {
			list = append(list, s.routeAt(r, p))
		}
	}
	return list
}
