//go:build cgo && linux

package cuda

import (
	"context"
	"math"
	"slices"
	"testing"

	"warpbill/cuda/measure"
)

// realRunner opens this computer's driver or skips the test.
func realRunner(t *testing.T) *Runner {
	t.Helper()
	r, err := Open(Options{Program: "test"})
	if err != nil {
		t.Skipf("not run on a real card: %v", err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

// TestRealPaths puts every path through the gates on this computer's card, at
// sizes around the ends of lines, warps and blocks. It is quick enough to run
// under compute-sanitizer.
func TestRealPaths(t *testing.T) {
	r := realRunner(t)
	p := measure.Plan{
		Name: "paths", Sizes: []uint64{1, 2, 3, 4, 5, 31, 257, 1021, 1023, 1025, 4099, 65537},
		RotMasks: []int{0, 1, 5, 31}, Pairs: 6, BatchMS: 0.05, Paths: furtherPaths(),
	}
	events, err := record(r, p)
	if err != nil {
		t.Fatal(err)
	}
	missing := 0 // on this card or with this driver
	for _, w := range pick[measure.Warned](events) {
		t.Log(w.Text)
		missing++
	}
	rows := pick[measure.Row](events)
	if len(rows) != 48 {
		t.Fatalf("%d rows, want 48", len(rows))
	}
	if got := pathsOf(rows[0]); len(got) != len(p.Paths)-missing || !slices.Contains(got, "blocked") || !slices.Contains(got, "texture") {
		t.Errorf("the paths %v were timed of %v", got, p.Paths)
	}
}

// TestRealKernels says what this driver's compiler made of each kernel. None
// may spill, and what a window reserved has to come back.
func TestRealKernels(t *testing.T) {
	r := realRunner(t)
	p := measure.CoursePlan()
	p.Sizes, p.Paths = p.Sizes[:1], furtherPaths()
	before, after := uint64(math.MaxUint64), uint64(0)
	err := r.do(func() error {
		c, err := r.dev.choose("")
		if err != nil {
			return err
		}
		outer, err := openSession(r.dev, c) // keeps the context while another comes and goes
		if err != nil {
			return err
		}
		defer outer.close()
		if before, err = r.dev.reserved(); err != nil {
			before = 0
			t.Logf("no L2 to reserve: %v", err)
		}
		if err := withSession(r, p, func(s *session, _ *reference) error {
			for _, c := range s.at(p.Points()[0]) {
				f := s.dev.facts(c.kernel)
				t.Logf("%-34s %3d registers, %d bytes of local memory, %d of shared", c.name, f.registers, f.localBytes, f.sharedBytes)
				if f.localBytes > 0 {
					t.Errorf("%s spills %d bytes a thread", c.name, f.localBytes)
				}
			}
			if now, err := r.dev.reserved(); err == nil {
				t.Logf("%d bytes of L2 are reserved with the window, %d without", now, before)
			}
			return nil
		}); err != nil {
			return err
		}
		if after, err = r.dev.reserved(); err != nil {
			after = 0
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if before != after {
		t.Errorf("%d bytes of L2 stay reserved, want the %d from before", after, before)
	}
}

// TestRealBlockedIsNearTheCopy times every path at sizes beyond the L2 and
// compares each with the copy of the same bytes: the kernel that is written to
// be fast reaches 90 % of what memory gives.
func TestRealBlockedIsNearTheCopy(t *testing.T) {
	r := realRunner(t)
	p := measure.FullPlan()
	p.Sizes, p.RotMasks, p.Course, p.Paths = []uint64{8 << 20, 64 << 20}, []int{0, 31}, false, furtherPaths()
	events, err := record(r, p)
	if err != nil {
		t.Fatal(err)
	}
	limit := math.NaN() // of a size, from its broadcast row
	for _, row := range pick[measure.Row](events) {
		if at := slices.Index(pathsOf(row), "copy"); at >= 0 {
			limit = row.Paths[at].MS.Value
		}
		t.Logf("n = %d, %s: constant %.4f ms, global %.4f ms", row.N, row.Lanes(), row.Constant.Value, row.Global.Value)
		for _, path := range row.Paths {
			t.Logf("  %-15s %.4f ms (%.4f to %.4f), %.3f of global, %.3f of the copy's rate, %.0f GB/s", path.Path, path.MS.Value,
				path.MS.Low, path.MS.High, path.Over.Value, limit/path.MS.Value, float64(row.BytesMoved())/path.MS.Value/1e6)
			if path.Path == "blocked" && row.N == 64<<20 && limit/path.MS.Value < 0.9 {
				t.Errorf("the register-blocked kernel reaches %.1f %% of the copy, want 90", 100*limit/path.MS.Value)
			}
		}
	}
}

// withSession runs f with a session that has passed the gates of the plan. It
// is for the driver's thread.
func withSession(r *Runner, p measure.Plan, f func(*session, *reference) error) error {
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
}
