//go:build cgo && (linux || windows)

package cuda

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
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
	cubins := map[string][]byte{}
	for _, program := range []program{constantProgram(), globalProgram()} {
		cubins[program.name] = cubin(t, nvcc, program)
	}
	onCard(t, r, p, func(s *session, ref *reference) error {
		for _, program := range []program{constantProgram(), globalProgram()} {
			theirs, err := loadImage(s, ref, cubins[program.name], program.name)
			if err != nil {
				return err
			}
			for _, point := range p.Points() {
				if err := against(context.Background(), t, s, program, theirs, point); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// onCard runs f on the driver's thread with a session that has passed the
// gates of the plan.
func onCard(t *testing.T, r *Runner, p measure.Plan, f func(*session, *reference) error) {
	t.Helper()
	err := r.do(func() error {
		c, err := r.dev.choose("")
		if err != nil {
			return err
		}
		s, err := openSession(r.dev, c)
		if err != nil {
			return err
		}
		defer s.close()
		ref := newReference(p.RotMasks, p.Sizes[len(p.Sizes)-1])
		w := &sweep{session: s, plan: p, points: p.Points(), ref: ref, emit: func(measure.Event) {}}
		if err := w.prepare(context.Background()); err != nil {
			return err
		}
		return f(s, ref)
	})
	if err != nil {
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
func cubin(t *testing.T, nvcc string, p program) []byte {
	t.Helper()
	file := filepath.Join(t.TempDir(), p.name+".cubin")
	build := exec.Command(nvcc, "-O3", "-arch=native", "-cubin", "-o", file, filepath.Join("kernels", p.name+".cu"))
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("nvcc: %v\n%s", err, out)
	}
	image, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return image
}

// against takes pairs of both builds until the interval of their ratio is
// narrow, and fails when it lies beyond 2 %.
func against(ctx context.Context, t *testing.T, s *session, p program, theirs *kernel, point measure.Point) error {
	t.Helper()
	ours := s.constantAt(point)
	if p.name == globalProgram().name {
		ours = s.globalAt(point)
	}
	other := ours
	other.kernel = theirs
	clock := &timer{session: s, batchMS: 1}
	a, err := clock.size(ctx, ours)
	if err != nil {
		return err
	}
	other.name = p.name + " by nvcc"
	b := batch{convolution: other, count: a.count}
	if err := clock.warm(ctx, []batch{a, b}, 50); err != nil {
		return err
	}
	samples, err := clock.rounds(ctx, []batch{a, b}, 61, func(int) {})
	if err != nil {
		return err
	}
	row := measure.NewRow(point, samples[0], samples[1], nil, nil)
	t.Logf("%s, n = %d, %s: %.5f ms, by nvcc %.5f ms, ratio %.4f (%.4f to %.4f)", p.name, point.N, point.Lanes(),
		row.Constant.Value, row.Global.Value, row.Ratio.Value, row.Ratio.Low, row.Ratio.High)
	if row.Ratio.Low > 1.02 || row.Ratio.High < 0.98 {
		t.Errorf("%s, n = %d, %s: the two builds differ by more than 2 %%", p.name, point.N, point.Lanes())
	}
	return nil
}
