//go:build cgo && (linux || windows)

package cuda

import (
	"context"
	"fmt"
	"path/filepath"
	"sync"

	"warpbill/cuda/measure"
)

// Runner measures on a card of this computer, in this process. One sweep runs
// at a time.
type Runner struct {
	dev     *driver
	thread  *thread
	program string
	busy    sync.Mutex // held during use of the driver
	closed  bool
}

var _ measure.Runner = (*Runner)(nil)

// Open loads and starts the CUDA driver. Its errors wrap measure.ErrNoGPU and
// say what to do. The caller closes the Runner.
func Open(o Options) (*Runner, error) {
	r, _, err := open(o)
	return r, err
}

func open(o Options) (*Runner, []string, error) {
	paths, err := o.paths()
	if err != nil {
		return nil, nil, err
	}
	r := &Runner{thread: newThread(), program: o.Program}
	var tried []string
	err = r.thread.do(func() (err error) {
		r.dev, tried, err = openDriver(paths, readHost())
		return err
	})
	if err != nil {
		r.thread.close()
		return nil, tried, err
	}
	return r, tried, nil
}

func (o Options) paths() ([]string, error) {
	if o.Library == "" {
		return places(), nil
	}
	if !filepath.IsAbs(o.Library) {
		return nil, fmt.Errorf("%w: the driver library %q has to be an absolute path", measure.ErrNoGPU, o.Library)
	}
	return []string{o.Library}, nil
}

// Close ends the use of the driver. It waits for a sweep that is running.
func (r *Runner) Close() error {
	r.busy.Lock()
	defer r.busy.Unlock()
	if !r.closed {
		r.closed = true
		r.thread.close()
	}
	return nil
}

// do runs f on the driver's thread unless the Runner is closed.
func (r *Runner) do(f func() error) error {
	r.busy.Lock()
	defer r.busy.Unlock()
	if r.closed {
		return errClosed
	}
	return r.thread.do(f)
}

// Devices lists the GPUs in PCI bus order, unless CUDA_DEVICE_ORDER asks for
// another.
func (r *Runner) Devices(ctx context.Context) ([]measure.Device, error) {
	var devices []measure.Device
	err := r.do(func() error {
		if err := ctx.Err(); err != nil {
			return err
		}
		list, err := r.dev.cards()
		if err != nil {
			return fmt.Errorf("%w: %w", measure.ErrNoGPU, err)
		}
		for _, c := range list {
			devices = append(devices, c.Device)
		}
		return nil
	})
	return devices, err
}

// Run carries out the plan and emits what it finds. Sizes that do not fit into
// the GPU's memory are left out with a warning. After an error of the driver
// the process should end: some errors make every later call fail.
func (r *Runner) Run(ctx context.Context, p measure.Plan, emit func(measure.Event)) error {
	if err := p.Check(); err != nil {
		return fmt.Errorf("this plan cannot be measured: %w", err)
	}
	return r.do(func() error {
		if err := r.sweep(ctx, p, emit); err != nil {
			return err
		}
		emit(measure.Finished{})
		return nil
	})
}

func (r *Runner) sweep(ctx context.Context, p measure.Plan, emit func(measure.Event)) (err error) {
	if err := ctx.Err(); err != nil {
		return err
	}
	c, err := r.dev.choose(p.Device)
	if err != nil {
		return err
	}
	largest := uint64(0) // of no sizes: a plan for the probe alone
	if len(p.Sizes) > 0 {
		largest = p.Sizes[len(p.Sizes)-1]
	}
	ref := newReference(p.RotMasks, largest)
	stop := ref.prepare(ctx)
	defer stop()
	s, err := openSession(r.dev, c)
	if err != nil {
		return err
	}
	defer func() {
		// After a failure the driver repeats itself: the first error counts.
		if closing := s.close(); err == nil {
			err = closing
		}
	}()
	w := &sweep{
		session: s,
		plan:    p,
		emit:    emit,
		ref:     ref,
		timer:   &timer{session: s, batchMS: p.BatchMS},
		floors:  make(map[uint64][]float64),

		stopReference: stop,
	}
	return w.run(ctx, r.program)
}

// Inspect says what Open finds, for a report on this computer.
func Inspect(o Options) Report {
	r, tried, err := open(o)
	h := readHost()
	report := Report{Tried: tried, Driver: h.driver, WSL: h.wsl}
	if err != nil {
		report.Problem = err.Error()
		return report
	}
	defer r.Close()
	report.Library = r.dev.host.library
	report.CUDA = versionText(r.dev.host.cuda)
	report.Devices, err = r.Devices(context.Background())
	if err != nil {
		report.Problem = err.Error()
	}
	return report
}
