//go:build cgo && (linux || windows)

package cuda

import (
	"context"
	"errors"
	"fmt"
	"time"

	"warpbill/cuda/measure"
)

// sweep carries out one plan in a session. Every case passes the gates before
// the first one is timed: what is shown is right or it is not shown, and the
// processors that compare are idle again when the clock starts.
type sweep struct {
	session *session
	plan    measure.Plan
	points  []measure.Point
	emit    func(measure.Event)
	ref     *reference
	timer   *timer
	floors  map[uint64][]float64 // of the empty kernel, by size: one grid, one floor
	loads   []measure.Load       // for the pattern probe, after the points
	done    int                  // points and loads finished
	rows    int                  // rows emitted
	paths   int                  // times of further paths in them
	lost    int                  // those that the timer gave none for
	told    time.Time            // of the last progress event

	stopReference func() // ends computing ahead
}

// quiet is the least time between two progress events within a point.
const quiet = 20 * time.Millisecond

// run carries the plan out up to its last row.
func (w *sweep) run(ctx context.Context, program string) error {
	var skipped []string
	if w.loads, skipped = loadsOf(w.plan); len(w.plan.Sizes) == 0 && len(w.loads) == 0 {
		return errors.New(skipped[0])
	}
	points, tooMuch, err := w.session.fitting(w.plan.Points())
	if err != nil {
		return err
	}
	w.points = points
	skipped = append(skipped, tooMuch...)
	w.emit(measure.Started{
		Device:  w.session.card.Device,
		Plan:    w.plan,
		Total:   len(points) + len(w.loads),
		Program: program,
		Date:    time.Now().UTC().Format(time.RFC3339),
	})
	w.warn(skipped...)
	// Started before the context is made, which takes the driver a while, and
	// over before anything is timed.
	err = w.prepare(ctx)
	w.stopReference()
	if err != nil {
		return err
	}
	if w.plan.Once {
		return w.once(ctx)
	}
	for i, p := range w.points {
		if err := w.point(ctx, p, i == 0); err != nil {
			return err
		}
	}
	if err := gateRows("rows", w.rows, len(w.points)); err != nil {
		return err
	}
	if err := gateRows("times of further paths", w.paths, w.plannedPaths()-w.lost); err != nil {
		return err
	}
	return w.probeLoads(ctx)
}

// plannedPaths is how many times of further paths the rows will have.
func (w *sweep) plannedPaths() int {
	count := 0
	for _, p := range w.points {
		for _, r := range w.session.routes {
			if p.RotMask == 0 || !r.Fixed {
				count++
			}
		}
	}
	return count
}

// prepare compiles, fills the card's memory and puts every point through the
// gates.
func (w *sweep) prepare(ctx context.Context) error {
	if len(w.points) == 0 {
		return nil
	}
	w.tell(w.points[0], "compile", 0)
	if err := w.session.compile(ctx); err != nil {
		return err
	}
	points, skipped, err := w.session.allocate(w.points)
	if err != nil {
		return err
	}
	w.warn(skipped...)
	w.points = points
	w.tell(w.points[0], "check", 0)
	if err := w.session.upload(ctx, w.ref, w.points[len(w.points)-1].N); err != nil {
		return err
	}
	skipped, err = w.session.openRoutes(ctx, w.plan.Paths, w.ref.filter())
	if err != nil {
		return err
	}
	w.warn(skipped...)
	w.warn(w.session.spills()...)
	if w.plan.Once {
		return nil
	}
	gates := newInspector(w.session, w.ref)
	for _, p := range w.points {
		w.tell(p, "check", 0)
		if err := gates.check(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

// point times one point and emits its row.
func (w *sweep) point(ctx context.Context, p measure.Point, first bool) error {
	w.tell(p, "warm-up", 0)
	batches, warnings, err := w.batches(ctx, p)
	if err != nil {
		return err
	}
	warmUp := 0.0 // one more batch of each is enough between points
	if first {
		warmUp = 100 * w.plan.BatchMS
	}
	if err := w.timer.warm(ctx, batches, warmUp); err != nil {
		return err
	}
	floor, err := w.floor(ctx, p)
	if err != nil {
		return err
	}
	w.tell(p, "measure", 0)
	samples, err := w.timer.rounds(ctx, batches, w.plan.Pairs, func(round int) {
		if time.Since(w.told) >= quiet {
			w.tell(p, "measure", round)
		}
	})
	if err != nil {
		return err
	}
	course, err := w.course(ctx, p)
	if err != nil {
		return err
	}
	if w.plan.Course && course == nil {
		warnings = append(warnings, "the course's method gave times that cannot be, and was left out")
	}
	w.row(measure.NewRow(p, samples[0], samples[1], floor, course), batches, samples, warnings)
	return nil
}

// batches sizes every launch of a point. A further path that the timer gives
// no times for is left out of the row, which says so.
func (w *sweep) batches(ctx context.Context, p measure.Point) (list []batch, warnings []string, err error) {
	for _, c := range w.session.at(p) {
		b, err := w.timer.size(ctx, c)
		switch {
		case c.path != "" && errors.Is(err, errTimer):
			w.lost++
			warnings = append(warnings, fmt.Sprintf("the path %s is left out here: %v", c.path, err))
		case err != nil:
			return nil, nil, err
		default:
			list = append(list, b)
		}
	}
	return list, warnings, nil
}

// floor is what a launch of this size costs when the kernel does nothing.
func (w *sweep) floor(ctx context.Context, p measure.Point) ([]float64, error) {
	if list, ok := w.floors[p.N]; ok {
		return list, nil
	}
	b, err := w.timer.size(ctx, w.session.emptyAt(p))
	if err != nil {
		return nil, err
	}
	list, err := w.timer.samples(ctx, b, w.plan.Pairs)
	w.floors[p.N] = list
	return list, err
}

func (w *sweep) course(ctx context.Context, p measure.Point) (*measure.CourseTimes, error) {
	if !w.plan.Course {
		return nil, nil
	}
	w.tell(p, "course", w.plan.Pairs)
	return w.timer.course(ctx, w.session.constantAt(p), w.session.globalAt(p))
}

// row completes and emits the row of a point.
func (w *sweep) row(row measure.Row, batches []batch, samples [][]float64, warnings []string) {
	for i, b := range batches {
		if b.path != "" {
			row.Paths = append(row.Paths, measure.NewPathTime(b.path, samples[i], samples[1]))
		}
		if b.short {
			row.Warnings = append(row.Warnings, fmt.Sprintf(
				"%d launches of %s lasted less than %v ms together, so the timer's resolution of half a microsecond counts: do not rely on these times",
				b.count, b.name, w.plan.BatchMS))
		}
	}
	row.Warnings = append(row.Warnings, warnings...)
	w.emit(row)
	w.rows++
	w.paths += len(row.Paths)
	w.done++
}

// tell emits progress.
func (w *sweep) tell(p measure.Point, phase string, pair int) {
	w.told = time.Now()
	w.emit(measure.Sampled{
		Point: p, Phase: phase,
		Done: w.done, Total: len(w.points) + len(w.loads),
		Pair: pair, Pairs: w.plan.Pairs,
	})
}

func (w *sweep) warn(texts ...string) {
	for _, text := range texts {
		w.emit(measure.Warned{Text: text})
	}
}
