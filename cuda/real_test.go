//go:build cgo && (linux || windows)

package cuda

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"warpbill/cuda/measure"
)

// TestRealGPU runs the first sizes of the course on this computer's card.
func TestRealGPU(t *testing.T) {
	r, err := Open(Options{Program: "test"})
	if err != nil {
		t.Skipf("not run on a real card: %v", err)
	}
	defer r.Close()
	p := measure.CoursePlan()
	p.Sizes = p.Sizes[:3]
	events, err := record(r, p)
	if err != nil {
		t.Fatal(err)
	}
	rows := pick[measure.Row](events)
	if len(rows) != 6 {
		t.Fatalf("%d rows, want 6", len(rows))
	}
	for _, row := range rows {
		t.Logf("n = %d, %s: constant %.4f ms, global %.4f ms, floor %.4f ms", row.N, row.Lanes(),
			row.Constant.Value, row.Global.Value, row.Floor.Value)
		if !row.Constant.HasInterval() || !row.Global.HasInterval() || len(row.Warnings) != 0 {
			t.Errorf("row %+v", row)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := r.Run(ctx, p, func(measure.Event) {}); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled sweep gave %v", err)
	}
}

// TestRealSabotage spoils copies of the kernels and has this computer's card
// run them: the gates have to say so.
func TestRealSabotage(t *testing.T) {
	r, err := Open(Options{Program: "test"})
	if err != nil {
		t.Skipf("not run on a real card: %v", err)
	}
	defer r.Close()
	p := measure.CoursePlan()
	p.Sizes = p.Sizes[:1]
	point := measure.Point{N: p.Sizes[0], RotMask: 31}
	onCard(t, r, p, func(s *session, ref *reference) error {
		for _, c := range []struct {
			name, old, spoiled, want string
			program                  program
			kernel                   *kernel
		}{
			{"constant ignores rotMask", "and.b32  \t%r5, %r1, %r2;", "mov.b32  \t%r5, 0;", "gate 2: conv1d_constant", constantProgram(), &s.constant},
			{"global ignores rotMask", "and.b32  \t%r5, %r1, %r2;", "mov.b32  \t%r5, 0;", "gate 2: conv1d_global", globalProgram(), &s.global},
			{"constant starts from 1", "0f00000000", "0f3F800000", "gate 1: conv1d_constant", constantProgram(), &s.constant},
			{"global starts from 1", "0f00000000", "0f3F800000", "gate 1: conv1d_global", globalProgram(), &s.global},
		} {
			if !strings.Contains(c.program.ptx, c.old) {
				t.Errorf("%s: the PTX has no %q to spoil", c.name, c.old)
				continue
			}
			spoiled := program{c.program.name, strings.ReplaceAll(c.program.ptx, c.old, c.spoiled)}
			k, err := loadImage(s, ref, spoiled.image(), spoiled.name)
			if err != nil {
				return err
			}
			good := *c.kernel
			*c.kernel = *k
			err = newInspector(s, ref).check(context.Background(), point)
			*c.kernel = good
			if err == nil || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("%s: %v, want %s", c.name, err, c.want)
				continue
			}
			t.Logf("%s: %v", c.name, err)
		}
		return newInspector(s, ref).check(context.Background(), point)
	})
}

// BenchmarkRealSweep is the course's whole sweep on this computer's card. Its
// figure ms-after-context starts when the context is there, as that of the
// plain program in testdata/nvcc does; the others say what it is spent on.
func BenchmarkRealSweep(b *testing.B) {
	r, err := Open(Options{Program: "test"})
	if err != nil {
		b.Skipf("not run on a real card: %v", err)
	}
	defer r.Close()
	spent := map[string]time.Duration{}
	for b.Loop() {
		var phase string
		var since time.Time
		err := r.Run(context.Background(), measure.CoursePlan(), func(e measure.Event) {
			now := time.Now()
			if phase != "" {
				spent[phase] += now.Sub(since)
				if phase != "close" {
					spent["after-context"] += now.Sub(since)
				}
			}
			since = now
			switch e := e.(type) {
			case measure.Started:
				phase = "start"
			case measure.Sampled:
				phase = e.Phase
			case measure.Row:
				phase = "close" // what follows the last row: the context's end
			}
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	for phase, time := range spent {
		b.ReportMetric(time.Seconds()*1000/float64(b.N), "ms-"+phase)
	}
}

// record runs the plan and returns its events.
func record(r *Runner, p measure.Plan) ([]measure.Event, error) {
	var events []measure.Event
	err := r.Run(context.Background(), p, func(e measure.Event) { events = append(events, e) })
	return events, err
}

// pick returns the events of one type.
func pick[E measure.Event](events []measure.Event) []E {
	var list []E
	for _, e := range events {
		if x, ok := e.(E); ok {
			list = append(list, x)
		}
	}
	return list
}
