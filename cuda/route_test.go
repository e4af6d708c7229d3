//go:build cgo && linux

package cuda

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"warpbill/cuda/measure"
	"warpbill/sim"
)

// l2 is a fake card that reserves L2.
const l2 = "FAKE_L2=8388608"

// furtherPaths is every path beyond the course's two.
func furtherPaths() (ids []string) {
	for _, p := range sim.Paths()[2:] {
		ids = append(ids, p.ID)
	}
	return ids
}

func pathsPlan() measure.Plan {
	p := smallPlan()
	p.Paths = furtherPaths()
	return p
}

// pathsOf is the paths of a row in their order.
func pathsOf(row measure.Row) (ids []string) {
	for _, t := range row.Paths {
		ids = append(ids, t.Path)
	}
	return ids
}

func TestEveryPathIsTimed(t *testing.T) {
	f := newFake(t, l2, "FAKE_LIMIT=131072")
	events, err := record(f.open(t), pathsPlan())
	if err != nil {
		t.Fatal(err)
	}
	f.wantEmpty(t)
	if warned := pick[measure.Warned](events); len(warned) != 0 {
		t.Errorf("warnings %v", warned)
	}
	for _, row := range pick[measure.Row](events) {
		want := furtherPaths()
		if row.RotMask != 0 {
			want = slices.DeleteFunc(want, func(id string) bool {
				p, err := sim.FindPath(id)
				return err != nil || p.Fixed
			})
		}
		if got := pathsOf(row); !slices.Equal(got, want) {
			t.Errorf("%+v has the paths %v, want %v", row.Point, got, want)
		}
		for _, p := range row.Paths {
			if len(p.MS.Samples) != 6 || !p.MS.HasInterval() || !p.Over.HasInterval() || p.Over.Samples != nil {
				t.Errorf("%+v, %s: %+v", row.Point, p.Path, p)
			}
		}
	}
	if windowed, _ := strconv.Atoi(f.read(t)["windowed"]); windowed < 4*6 {
		t.Errorf("%d launches in the stream with the window, want those of four rows", windowed)
	}
}

// The fake takes so many milliseconds a launch and an output.
func TestPathTimesAreTheirKernels(t *testing.T) {
	events, err := record(newFake(t, l2).open(t), pathsPlan())
	if err != nil {
		t.Fatal(err)
	}
	row := pick[measure.Row](events)[2] // 4096 broadcast
	global := 0.002 + 4096*3e-7
	for id, each := range map[string]float64{
		"constant-fixed": 2e-7, "literal": 2e-7, "global-plain": 4e-7, "global-ldg": 3e-7, "shared": 3.5e-7,
		"shared-column": 5e-7, "shared-padded": 3.6e-7, "texture": 6e-7, windowID: 3e-7, "blocked": 0.6e-7, "copy": 0.5e-7,
	} {
		i := slices.Index(pathsOf(row), id)
		if i < 0 {
			t.Errorf("no times of %s", id)
			continue
		}
		got, want := row.Paths[i], 0.002+4096*each
		if math.Abs(got.MS.Value-want) > 1e-3*want || math.Abs(got.Over.Value-want/global) > 1e-3*want/global {
			t.Errorf("%s: %v ms, %v of global, want %v and %v", id, got.MS.Value, got.Over.Value, want, want/global)
		}
	}
}

// Whatever one path lacks, the others and the course's two are measured.
func TestPathsAreLeftOut(t *testing.T) {
	for _, c := range []struct {
		name   string
		script []string
		path   string
		want   string
	}{
		{"the driver refuses a kernel", []string{l2, "FAKE_FAIL=cuModuleLoadDataEx:4:218"}, "constant-fixed", "CUDA_ERROR_INVALID_PTX"},
		{"a kernel's entry is missing", []string{l2, "FAKE_FAIL=cuModuleGetFunction:5:500"}, "literal", "CUDA_ERROR_NOT_FOUND"},
		{"the filter's place is missing", []string{l2, "FAKE_FAIL=cuModuleGetGlobal_v2:2:500"}, "constant-fixed", "CUDA_ERROR_NOT_FOUND"},
		{"no texture", []string{l2, "FAKE_FAIL=cuTexObjectCreate:1:801"}, "texture", "cuTexObjectCreate failed with CUDA error 801"},
		{"a card that reserves no L2", nil, windowID, "this card reserves no L2"},
		{"a slice that reserves none", []string{l2, "FAKE_SHARED_OUT=1", "FAKE_LIMIT=0"}, windowID, "this card reserves no L2"},
		{"the limit is not told", []string{l2, "FAKE_FAIL=cuCtxGetLimit:1:215"}, windowID, "CUDA_ERROR_UNSUPPORTED_LIMIT"},
		{"the limit is not told again", []string{l2, "FAKE_FAIL=cuCtxGetLimit:2:215"}, windowID, "cuCtxGetLimit"},
		{"the limit is not taken", []string{l2, "FAKE_FAIL=cuCtxSetLimit:1:215"}, windowID, "cuCtxSetLimit"},
		{"no stream", []string{l2, "FAKE_FAIL=cuStreamCreate:1:2"}, windowID, "cuStreamCreate"},
		{"no window", []string{l2, "FAKE_FAIL=cuStreamSetAttribute:1:1"}, windowID, "cuStreamSetAttribute"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := newFake(t, append([]string{"FAKE_LIMIT=65536"}, c.script...)...)
			events, err := record(f.open(t), pathsPlan())
			if err != nil {
				t.Fatal(err)
			}
			f.wantEmpty(t)
			warned := pick[measure.Warned](events)
			if len(warned) != 1 || !strings.HasPrefix(warned[0].Text, "the path "+c.path+" is left out: ") ||
				!strings.Contains(warned[0].Text, c.want) {
				t.Errorf("warnings %v, want one about %s with %q", warned, c.path, c.want)
			}
			rows := pick[measure.Row](events)
			if len(rows) != 4 || len(rows[0].Paths) != len(furtherPaths())-1 || slices.Contains(pathsOf(rows[0]), c.path) {
				t.Errorf("%d rows, the first with %v", len(rows), pathsOf(rows[0]))
			}
		})
	}
}

// A driver that lacks what one path needs measures the others.
func TestDriversWithoutPaths(t *testing.T) {
	f := newFake(t, l2)
	for function, path := range map[string]string{
		"cuTexObjectCreate": "texture", "cuTexObjectDestroy": "texture", "cuStreamCreate": windowID,
		"cuStreamDestroy_v2": windowID, "cuStreamSetAttribute": windowID, "cuCtxGetLimit": windowID,
		"cuCtxSetLimit": windowID, "cuCtxResetPersistingL2Cache": windowID, "cuFuncGetAttribute": "",
	} {
		r, err := Open(Options{Library: f.without(t, function)})
		if err != nil {
			t.Fatal(err)
		}
		events, err := record(r, pathsPlan())
		r.Close()
		f.wantEmpty(t)
		warned := pick[measure.Warned](events)
		if err != nil || (path == "") != (len(warned) == 0) || path != "" && (len(warned) != 1 || !strings.Contains(warned[0].Text, path)) {
			t.Errorf("without %s: error %v, warnings %v", function, err, warned)
		}
	}
}

// A wrong kernel of whatever path stops the sweep before anything is timed.
func TestEveryPathIsGated(t *testing.T) {
	for _, id := range furtherPaths() {
		if id == windowID {
			continue // conv1d_global, which is gated first
		}
		name := strings.ReplaceAll(id, "-", "_")
		f := newFake(t, l2, "FAKE_SABOTAGE="+name+":777")
		events, err := record(f.open(t), pathsPlan())
		if want := "gate 1: conv1d_" + name + " at n = 1000, broadcast, is wrong at index 777: "; err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
		if rows := pick[measure.Row](events); len(rows) != 0 {
			t.Errorf("%s: %d rows despite a failed gate", id, len(rows))
		}
		f.wantEmpty(t)
	}
}

// What the last outputs are does not depend on how many there are.
func TestPathsAtOddSizes(t *testing.T) {
	p := pathsPlan()
	p.Sizes, p.Course = []uint64{1, 2, 3, 5, 255, 257, 1023, 1025, 4099}, false
	f := newFake(t, l2)
	events, err := record(f.open(t), p)
	if err != nil {
		t.Fatal(err)
	}
	f.wantEmpty(t)
	if rows := pick[measure.Row](events); len(rows) != 18 {
		t.Errorf("%d rows, want 18", len(rows))
	}
}

// Whichever call fails, nothing is kept, and what was reserved before comes
// back.
func TestEveryCallOfPathsFailsOnce(t *testing.T) {
	p := pathsPlan()
	p.Sizes, p.Course = p.Sizes[:1], false
	base := []string{"FAKE_ELAPSED=1", l2, "FAKE_LIMIT=65536"}
	f := newFake(t, base...)
	if _, err := record(f.open(t), p); err != nil {
		t.Fatal(err)
	}
	total, err := strconv.Atoi(f.read(t)["calls"])
	if err != nil || total < 300 {
		t.Fatalf("a sweep makes %d calls (%v), want some hundred", total, err)
	}
	told := 0
	for n := 1; n <= total; n++ {
		os.Remove(f.ledger)
		t.Setenv("FAKE_FAIL", fmt.Sprintf("*:%d:719", n))
		r, err := Open(Options{Library: f.library})
		if err != nil {
			continue // of the driver's start, which has its own test
		}
		events, err := record(r, p)
		r.Close()
		ledger := f.read(t)
		warned := pick[measure.Warned](events)
		if err == nil && len(warned) == 0 && !strings.HasPrefix(ledger["failed"], "cuDeviceGet") &&
			ledger["failed"] != "cuFuncGetAttribute" {
			t.Errorf("call %d (%s) failed and nothing was said", n, ledger["failed"])
		}
		if len(warned) != 0 {
			told++
		}
		// The call that gives the reservation back failed itself.
		if ledger["failed"] == "cuCtxSetLimit" && err != nil {
			continue
		}
		if ledger != nil {
			f.wantEmpty(t)
		}
	}
	if told < len(p.Paths) {
		t.Errorf("%d failures left a path out, want one for each at least", told)
	}
}

// A kernel that spills is measured and said to.
func TestSpillsAreNamed(t *testing.T) {
	p := smallPlan()
	p.Paths = []string{"copy"}
	events, err := record(newFake(t, "FAKE_SPILLS=16").open(t), p)
	if err != nil {
		t.Fatal(err)
	}
	warned := pick[measure.Warned](events)
	if len(warned) != 3 || !strings.Contains(warned[1].Text, "16 bytes of each thread of conv1d_copy into local memory") {
		t.Errorf("warnings %v, want one for each of three kernels", warned)
	}
}

func TestPathsAreCancelled(t *testing.T) {
	for _, phase := range []string{"check", "warm-up", "measure"} {
		f := newFake(t, l2)
		ctx, cancel := context.WithCancel(context.Background())
		err := f.open(t).Run(ctx, pathsPlan(), func(e measure.Event) {
			if s, ok := e.(measure.Sampled); ok && s.Phase == phase {
				cancel()
			}
		})
		cancel()
		if !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled at %s: %v", phase, err)
		}
		f.wantEmpty(t)
	}
}

// A path that the plan names although every row has it is refused, or is at
// least no further one.
func TestCoursePathsAreNotTimedTwice(t *testing.T) {
	p := smallPlan()
	p.Paths = []string{"constant", "global", "copy"}
	events, err := record(newFake(t).open(t), p)
	if err != nil && !strings.Contains(err.Error(), "constant") {
		t.Error(err)
	}
	for _, row := range pick[measure.Row](events) {
		if got := pathsOf(row); slices.Contains(got, "constant") || slices.Contains(got, "global") {
			t.Errorf("%+v has the further paths %v", row.Point, got)
		}
	}
}
