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
	err = r.do(func() error {
		p := measure.CoursePlan()
		c, err := r.dev.choose("")
		if err != nil {
			return err
		}
		s, err := openSession(r.dev, c)
		if err != nil {
			return err
		}
		defer s.close()
		ctx := context.Background()
		ref := newReference(p.RotMasks, p.Sizes[len(p.Sizes)-1])
		w := &sweep{session: s, plan: p, points: p.Points(), ref: ref, emit: func(measure.Event) {}}
		if err := w.prepare(ctx); err != nil {
			return err
		}
		for _, program := range []program{constantProgram(), globalProgram()} {
			theirs, err := loadCubin(t, r.dev, nvcc, program)
			if err != nil {
				return err
			}
			defer r.dev.unload(theirs)
			if at, _, err := r.dev.symbol(theirs, constantFilter); err == nil {
				if err := r.dev.toDevice(at, ref.filter()); err != nil {
					return err
				}
			}
			for _, point := range p.Points() {
				against(ctx, t, s, program, theirs, point)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func loadCubin(t *testing.T, dev *driver, nvcc string, p program) (*kernel, error) {
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
	k := &kernel{}
	return k, dev.load(k, image, p.name)
}

// against takes pairs of both builds until the interval of their ratio is
// narrow, and fails when it lies beyond 2 %.
func against(ctx context.Context, t *testing.T, s *session, p program, theirs *kernel, point measure.Point) {
	t.Helper()
	ours := s.constantAt(point)
	if p.name == globalProgram().name {
		ours = s.globalAt(point)
	}
	other := ours
	other.kernel = theirs
	clock := &timer{session: s, batchMS: 1}
	a, err := clock.size(ctx, p.name, ours)
	if err != nil {
		t.Fatal(err)
	}
	b := batch{name: p.name + " by nvcc", launch: other, count: a.count}
	if err := clock.warm(ctx, a, b, 50); err != nil {
		t.Fatal(err)
	}
	as, bs, err := clock.pairs(ctx, a, b, 61, func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	row := measure.NewRow(point, as, bs, nil, nil)
	t.Logf("%s, n = %d, %s: %.5f ms, by nvcc %.5f ms, ratio %.4f (%.4f to %.4f)", p.name, point.N, point.Lanes(),
		row.Constant.Value, row.Global.Value, row.Ratio.Value, row.Ratio.Low, row.Ratio.High)
	if row.Ratio.Low > 1.02 || row.Ratio.High < 0.98 {
		t.Errorf("%s, n = %d, %s: the two builds differ by more than 2 %%", p.name, point.N, point.Lanes())
	}
}
