//go:build cgo && (linux || windows)

package cuda

import (
	"context"
	"fmt"
)

// What a profiler gets to see of a load: launches of one warp with so many
// loads each and no warm-up.
const onceLoads, onceLoadsMore = 16, 32

// once does every launch of the plan a single time, for a profiler that
// counts. Nothing is checked or timed and nothing else is launched, so the
// launches that a profiler lists are, in this order: for each point
// conv1d_constant, conv1d_global and then the kernel of each further path; for
// each load its probe kernel with 16 and then with 32 loads, both times with a
// grid of one block and a block of one warp. What the second counts more than
// the first is sim.ProbeCounters(path, access, 16, 1): what both count besides
// is the same, and a warp alone has no other to take its lines away.
func (w *sweep) once(ctx context.Context) error {
	for _, p := range w.points {
		w.tell(p, "measure", 0)
		for _, c := range w.session.at(p) {
			if err := ctx.Err(); err != nil {
				return err
			}
			err := w.session.dev.run(c.launch)
			if err == nil { // wait, so that a failure is told of its kernel
				err = w.session.dev.toHost(make([]float32, 1), c.out)
			}
			if err != nil {
				return fmt.Errorf("%s at n = %d, %s: %w", c.name, p.N, p.Lanes(), err)
			}
		}
		w.done++
	}
	if err := w.openProbe(ctx); err != nil {
		return err
	}
	for _, l := range w.loads {
		if err := ctx.Err(); err != nil {
			return err
		}
		w.tellProbe(0)
		if err := w.session.probe.once(l); err != nil {
			return fmt.Errorf("%s with the pattern %q: %w", probeKernel(l), l.Pattern, err)
		}
		w.done++
	}
	return nil
}
