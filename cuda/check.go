//go:build cgo && (linux || windows)

package cuda

import (
	"context"
	"fmt"
	"runtime"
	"sync"

	"warpbill/cuda/measure"
)

// inspector runs kernels once and compares what they computed. It copies one
// chunk while the processors compare those before.
type inspector struct {
	session *session
	ref     *reference
	buffers chan []float32
}

func newInspector(s *session, r *reference) *inspector {
	count := runtime.GOMAXPROCS(0) + 1
	i := &inspector{session: s, ref: r, buffers: make(chan []float32, count)}
	for range count {
		i.buffers <- nil // made when first needed
	}
	return i
}

// check puts every kernel of a point through gates 1 and 2.
func (i *inspector) check(ctx context.Context, p measure.Point) error {
	for _, c := range i.session.at(p) {
		v := &comparison{ref: i.ref, kernel: c.name, point: p, copied: c.path == "copy"}
		if err := i.compare(ctx, c, v); err != nil {
			return err
		}
		if err := v.verdict(); err != nil {
			return err
		}
	}
	return nil
}

// compare poisons the outputs, launches once and adds every chunk to v.
func (i *inspector) compare(ctx context.Context, l convolution, v *comparison) error {
	dev := i.session.dev
	if err := dev.poison(l.out, l.n); err != nil {
		return err
	}
	if err := dev.run(l.launch); err != nil {
		return fmt.Errorf("%s at n = %d, %s: %w", v.kernel, v.point.N, v.point.Lanes(), err)
	}
	var workers sync.WaitGroup
	defer workers.Wait()
	for c := range chunksOf(l.n) {
		if err := ctx.Err(); err != nil {
			return err
		}
		buffer := <-i.buffers
		if buffer == nil {
			buffer = make([]float32, chunkSize)
		}
		got := buffer[:min(chunkSize, l.n-c*chunkSize)]
		if err := dev.toHost(got, l.out+address(4*c*chunkSize)); err != nil {
			i.buffers <- buffer
			return fmt.Errorf("%s at n = %d, %s: %w", v.kernel, v.point.N, v.point.Lanes(), err)
		}
		workers.Go(func() {
			v.add(c, got)
			i.buffers <- buffer
		})
	}
	return nil
}
