//go:build cgo && linux

package cuda

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"warpbill/cuda/measure"
)

// TestAgainstNVCC times each kernel of the program against the same source
// built by nvcc -O3 for this card, in turn within one run: what the program
// shows is what a student's own build would take, within 2 %.
func TestAgainstNVCC(t *testing.T) {
	nvcc, err := exec.LookPath("nvcc")
	if err != nil {
		t.Skipf("not compared with nvcc: %v", err)
	}
	r, err := Open(Options{Program: "test"})
	if err != nil {
		t.Skipf("not compared with nvcc on a real card: %v", err)
	}
	defer r.Close()
	p := measure.CoursePlan()
	p.Paths = furtherPaths()
	cubins := buildByNVCC(t, nvcc)
	onCard(t, r, p, func(s *session, ref *reference) error {
		theirs := map[string]*kernel{}
		for name, image := range cubins {
			k, err := loadImage(s, ref, image, name)
			if err != nil {
				return err
			}
			theirs[name] = k
		}
		for _, point := range p.Points() {
			for _, ours := range s.at(point) {
				if k := theirs[ours.name]; k != nil {
					if err := against(context.Background(), t, s, ours, k, point); err != nil {
						return err
					}
				}
			}
		}
		return nil
	})
}

// buildByNVCC is every kernel of the sweep built for this card, by name.
func buildByNVCC(t *testing.T, nvcc string) map[string][]byte {
	t.Helper()
	cubins := map[string][]byte{}
	var mu sync.Mutex
	var group sync.WaitGroup
	for _, p := range programs(t) {
		if p.name == emptyProgram().name {
			continue
		}
		group.Go(func() {
			image, err := cubin(t.TempDir(), nvcc, p)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				t.Error(err)
			}
			cubins[p.name] = image
		})
	}
	group.Wait()
	if t.Failed() {
		t.FailNow()
	}
	return cubins
}

// onCard runs f on the driver's thread with a session that has passed the
// gates of the plan.
func onCard(t *testing.T, r *Runner, p measure.Plan, f func(*session, *reference) error) {
	t.Helper()
	if err := r.do(func() error { return withSession(r, p, f) }); err != nil {
		t.Fatal(err)
	}
}

// loadImage loads a kernel from PTX or machine code and gives it the filter.
// It goes with the context.
func loadImage(s *session, ref *reference, image []byte, name string) (*kernel, error) {
	k := &kernel{}
	if err := s.dev.load(k, image, name); err != nil {
		return nil, err
	}
	at, _, err := s.dev.symbol(k, constantFilter)
	if err != nil {
		return k, nil // its filter is in global memory
	}
	return k, s.dev.toDevice(at, ref.filter())
}

// cubin is the source built by nvcc for this card.
func cubin(folder, nvcc string, p program) ([]byte, error) {
	file := filepath.Join(folder, p.name+".cubin")
	out, err := command(nvcc, "-O3", "-std=c++17", "-arch=native", "-cubin", "-o", file, filepath.Join("kernels", p.name+".cu"))
	if err != nil {
		return nil, fmt.Errorf("nvcc: %w\n%s", err, out)
	}
	return os.ReadFile(file)
}

// against takes pairs of both builds until the interval of their ratio is
// narrow, and fails when it lies beyond 2 %.
func against(ctx context.Context, t *testing.T, s *session, ours convolution, theirs *kernel, point measure.Point) error {
	t.Helper()
	other := ours
	other.kernel = theirs
	other.name = ours.name + " by nvcc"
	clock := &timer{session: s, batchMS: 1}
	a, err := clock.size(ctx, ours)
	if err != nil {
		return err
	}
	b := batch{convolution: other, count: a.count}
	if err := clock.warm(ctx, []batch{a, b}, 50); err != nil {
		return err
	}
	samples, err := clock.rounds(ctx, []batch{a, b}, 61, func(int) {})
	if err != nil {
		return err
	}
	row := measure.NewRow(point, samples[0], samples[1], nil, nil)
	t.Logf("%s, n = %d, %s: %.5f ms, by nvcc %.5f ms, ratio %.4f (%.4f to %.4f)", ours.name, point.N, point.Lanes(),
		row.Constant.Value, row.Global.Value, row.Ratio.Value, row.Ratio.Low, row.Ratio.High)
	if row.Ratio.Low > 1.02 || row.Ratio.High < 0.98 {
		t.Errorf("%s, n = %d, %s: the two builds differ by more than 2 %%", ours.name, point.N, point.Lanes())
	}
	return nil
}
