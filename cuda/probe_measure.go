//go:build cgo && (linux || windows)

package cuda

import (
	"context"
	"errors"
	"fmt"
	"time"

	"warpbill/cuda/measure"
)

// measure times one load: so many launches of about batchMS each, of which
// each gives one sample. step hears how many were taken.
func (p *probe) measure(ctx context.Context, l measure.Load, plan measure.Plan, step func(taken int)) (measure.Probe, error) {
	wrong := func(err error) (measure.Probe, error) {
		return measure.Probe{}, fmt.Errorf("%s with the pattern %q: %w", probeKernel(l), l.Pattern, err)
	}
	a, err := l.Access()
	if err != nil {
		return wrong(err)
	}
	if err := p.upload(a); err != nil {
		return wrong(err)
	}
	blocks, err := p.gate(l, a)
	if err != nil {
		return wrong(err)
	}
	t := probeTimes{loads: probeFirst}
	if err := t.add(blocks); err != nil {
		return wrong(err)
	}
	mhz := float64(p.session.card.ClockMHz)
	if mhz <= 0 {
		mhz = 1000
	}
	t = probeTimes{loads: probeLoads(t.samples[0], mhz, plan.BatchMS)}
	launch, err := p.at(l, p.blocks, probeThreads, t.loads, probeWarmUp)
	if err != nil {
		return wrong(err)
	}
	for taken := range plan.Pairs {
		if err := ctx.Err(); err != nil {
			return measure.Probe{}, err
		}
		blocks, err := p.run(launch)
		if err == nil {
			err = t.add(blocks)
		}
		if err != nil {
			return wrong(err)
		}
		step(taken + 1)
	}
	return t.probe(l), nil
}

// probeTimes are the times of the launches of one load.
type probeTimes struct {
	loads               int       // of a warp and a launch
	samples             []float64 // cycles for a warp load
	cycles, nanoseconds uint64    // of all blocks that counted
	crowded, blocks     int       // of the blocks, those that shared an SM
}

// add takes what the blocks of a launch told.
func (t *probeTimes) add(blocks []clocks) error {
	counted := apart(blocks)
	t.blocks += len(blocks)
	t.crowded += len(blocks) - len(counted)
	if len(counted) == 0 {
		return errors.New("no block had an SM to itself, so nothing can be told: end what else runs on the GPU and measure again")
	}
	for _, b := range counted {
		if b.cycles == 0 || b.cycles > 1<<48 { // all ones: never written
			return fmt.Errorf("%w: the clock of SM %d gave %d cycles for %d loads of %d warps: restart the computer and measure again",
				errTimer, b.sm, b.cycles, t.loads, probeWarps)
		}
		t.cycles += b.cycles
		t.nanoseconds += b.nanoseconds
	}
	t.samples = append(t.samples, cyclesPerLoad(counted, t.loads))
	return nil
}

// probe summarizes.
func (t *probeTimes) probe(l measure.Load) measure.Probe {
	p := measure.Probe{Load: l, Cycles: measure.Summarize(t.samples)}
	if t.nanoseconds > 0 {
		p.ClockMHz = 1000 * float64(t.cycles) / float64(t.nanoseconds)
	}
	if t.crowded > 0 {
		p.Warnings = append(p.Warnings, fmt.Sprintf("%d of %d blocks shared their SM with another and were left out", t.crowded, t.blocks))
	}
	return p
}

// loads are the loads of the plan that the probe can measure, and sentences
// about the others.
func loadsOf(plan measure.Plan) (list []measure.Load, skipped []string) {
	list, refused := plan.Loads()
	for _, err := range refused {
		skipped = append(skipped, err.Error())
	}
	return list, skipped
}

// openProbe makes the probe ready for the loads that come after the points.
func (w *sweep) openProbe(ctx context.Context) error {
	if len(w.loads) == 0 {
		return nil
	}
	w.tellProbe(0)
	skipped, err := w.session.openProbe(ctx, w.loads)
	if err != nil {
		return err
	}
	w.warn(skipped...)
	w.warn(w.session.probe.spills()...)
	var open []measure.Load
	for _, l := range w.loads {
		if w.session.probe.has(l) {
			open = append(open, l)
		}
	}
	w.loads = open
	if len(open) == 0 && len(w.points) == 0 {
		return fmt.Errorf("none of the loads of the plan can be measured: %s", skipped[0])
	}
	return nil
}

// probeLoads measures every load and emits it.
func (w *sweep) probeLoads(ctx context.Context) error {
	if err := w.openProbe(ctx); err != nil {
		return err
	}
	probes := 0
	for _, l := range w.loads {
		if err := ctx.Err(); err != nil {
			return err
		}
		w.tellProbe(0)
		measured, err := w.session.probe.measure(ctx, l, w.plan, func(taken int) {
			if time.Since(w.told) >= quiet {
				w.tellProbe(taken)
			}
		})
		if err != nil {
			return err
		}
		w.emit(measured)
		probes++
		w.done++
	}
	return gateRows("loads of the probe", probes, len(w.loads))
}

// tellProbe emits progress of the probe, which has no point.
func (w *sweep) tellProbe(taken int) { w.tell(measure.Point{}, "probe", taken) }
