//go:build cgo && linux

package cuda

import (
	"context"
	"errors"
	"math"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"warpbill/cuda/measure"
)

func TestRunGivesEveryRow(t *testing.T) {
	f := newFake(t)
	p := smallPlan()
	events, err := record(f.open(t), p)
	if err != nil {
		t.Fatal(err)
	}
	f.wantEmpty(t)
	if s, ok := events[0].(measure.Started); !ok || s.Total != 4 || s.Program != "test" || s.Date == "" || s.Device.Name != "Fake 0" {
		t.Errorf("the first event is %#v, want Started with all it says", events[0])
	}
	if _, ok := events[len(events)-1].(measure.Finished); !ok {
		t.Errorf("the last event is %T, want Finished", events[len(events)-1])
	}
	if n := len(pick[measure.Started](events)) + len(pick[measure.Finished](events)); n != 2 {
		t.Errorf("%d Started and Finished events, want one of each", n)
	}
	var points []measure.Point
	for _, row := range pick[measure.Row](events) {
		points = append(points, row.Point)
		counts := []int{len(row.Constant.Samples), len(row.Global.Samples), len(row.Floor.Samples)}
		if !slices.Equal(counts, []int{p.Pairs, p.Pairs, p.Pairs}) {
			t.Errorf("%+v has %v samples, want %d of each", row.Point, counts, p.Pairs)
		}
		if row.Course == nil || row.Course.Runs != 10 || row.Course.WarmUps != 3 {
			t.Errorf("%+v: course times %+v", row.Point, row.Course)
		}
	}
	if diff := cmp.Diff(p.Points(), points); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
}

// The times are those of one launch: the fake takes 0.002 ms for each, and
// 1e-7 ms for every output and pass of the constant kernel.
func TestTimesAreOfOneLaunch(t *testing.T) {
	events, err := record(newFake(t).open(t), smallPlan())
	if err != nil {
		t.Fatal(err)
	}
	row := pick[measure.Row](events)[3] // 4096 per-lane
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"constant", row.Constant.Value, 0.002 + 4096*32e-7},
		{"global", row.Global.Value, 0.002 + 4096*3e-7},
		{"floor", row.Floor.Value, 0.002},
		{"course constant", row.Course.ConstantMS, 0.002 + 4096*32e-7},
		{"course global", row.Course.GlobalMS, 0.002 + 4096*3e-7},
	} {
		if math.Abs(c.got-c.want) > 1e-3*c.want {
			t.Errorf("%s: %v ms, want %v", c.name, c.got, c.want)
		}
	}
}

// Every case passes the gates before the first one is timed.
func TestGatesRunBeforeAnyTiming(t *testing.T) {
	events, err := record(newFake(t).open(t), smallPlan())
	if err != nil {
		t.Fatal(err)
	}
	var phases []string
	checked := 0
	for _, s := range pick[measure.Sampled](events) {
		if s.Phase == "check" && s.Done == 0 {
			checked++
		}
		if len(phases) == 0 || phases[len(phases)-1] != s.Phase {
			phases = append(phases, s.Phase)
		}
	}
	want := "compile check" + strings.Repeat(" warm-up measure course", 4)
	if got := strings.Join(phases, " "); got != want {
		t.Errorf("phases %s, want %s", got, want)
	}
	if checked < 4 {
		t.Errorf("%d check events, want one a point at least", checked)
	}
}

func TestDevices(t *testing.T) {
	f := newFake(t, "FAKE_DEVICES=3")
	devices, err := f.open(t).Devices(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if len(devices) != 3 {
		t.Fatalf("%d devices, want 3", len(devices))
	}
	// The fake lists them the other way round unless asked for bus order. It
	// answers like a driver from before CUDA 11 about reserved L2: not at all.
	want := measure.Device{
		UUID: "GPU-fa000000-0000-0000-0000-000000000000", Index: 0, Name: "Fake 0", PCI: "0000:1e:00.0",
		Major: 7, Minor: 5, SMs: 40, ClockMHz: 1590, MemoryBytes: 16 << 30, L2Bytes: 4 << 20, ConstantBytes: 65536,
		CUDA: "12.6", Driver: readHost().driver,
	}
	if diff := cmp.Diff(want, devices[0]); diff != "" {
		t.Errorf("device 0 (-want +got):\n%s", diff)
	}
	if !strings.HasPrefix(devices[2].UUID, "MIG-") || !devices[1].Watchdog {
		t.Errorf("devices 1 and 2 = %+v", devices[1:])
	}
}

func TestUserKeepsDeviceOrder(t *testing.T) {
	f := newFake(t, "FAKE_DEVICES=2", "CUDA_DEVICE_ORDER=FASTEST_FIRST")
	devices, err := f.open(t).Devices(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if devices[0].Name != "Fake 1" {
		t.Errorf("device 0 is %s, want the fastest, Fake 1", devices[0].Name)
	}
}

func TestChoose(t *testing.T) {
	f := newFake(t, "FAKE_DEVICES=2")
	r := f.open(t)
	for _, c := range []struct{ want, name string }{
		{"", "Fake 0"},
		{"1", "Fake 1"},
		{"gpu-FA000000-0000-0000-0000-000000000001", "Fake 1"},
		{"0000:1F:00.0", "Fake 1"},
		{"2", ""},
		{"GPU-nonsense", ""},
	} {
		p := smallPlan()
		p.Device = c.want
		p.Sizes, p.Course = p.Sizes[:1], false
		events, err := record(r, p)
		switch {
		case c.name == "" && !errors.Is(err, measure.ErrNoGPU):
			t.Errorf("%q: error %v, want one that wraps ErrNoGPU", c.want, err)
		case c.name != "" && err != nil:
			t.Errorf("%q: %v", c.want, err)
		case c.name != "" && pick[measure.Started](events)[0].Device.Name != c.name:
			t.Errorf("%q chose %+v, want %s", c.want, pick[measure.Started](events)[0].Device, c.name)
		}
	}
}

// A context belongs to one thread, whatever the scheduler does.
func TestOneThread(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(16))
	f := newFake(t, "FAKE_DEVICES=2")
	r := f.open(t)
	stop := make(chan struct{})
	var busy, callers sync.WaitGroup
	for range 8 {
		busy.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
					runtime.Gosched()
				}
			}
		})
	}
	// 12 or more calls of the driver each: over 10,000 in all.
	for range 16 {
		callers.Go(func() {
			for range 25 {
				if _, err := r.Devices(context.Background()); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	callers.Wait()
	close(stop)
	busy.Wait()
	if _, err := record(r, smallPlan()); err != nil {
		t.Error(err)
	}
	f.wantEmpty(t)
	if calls, _ := strconv.Atoi(f.read(t)["calls"]); calls < 10000 {
		t.Errorf("%d calls were made, want 10,000", calls)
	}
}

func TestCancel(t *testing.T) {
	for _, phase := range []string{"compile", "check", "warm-up", "measure", "course"} {
		t.Run(phase, func(t *testing.T) {
			f := newFake(t)
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			var after int
			err := f.open(t).Run(ctx, smallPlan(), func(e measure.Event) {
				if ctx.Err() != nil {
					after++
				}
				if s, ok := e.(measure.Sampled); ok && s.Phase == phase {
					cancel()
				}
			})
			if !errors.Is(err, context.Canceled) {
				t.Errorf("error %v, want context.Canceled", err)
			}
			if after > 1 {
				t.Errorf("%d events after Cancel", after)
			}
			f.wantEmpty(t)
		})
	}
}

func TestCancelledBeforeTheStart(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r := newFake(t).open(t)
	if err := r.Run(ctx, smallPlan(), func(measure.Event) {}); !errors.Is(err, context.Canceled) {
		t.Errorf("Run: %v, want context.Canceled", err)
	}
	if _, err := r.Devices(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Devices: %v, want context.Canceled", err)
	}
}

func TestClosedRunner(t *testing.T) {
	r, err := Open(Options{Library: newFake(t).library})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
	if _, err := r.Devices(context.Background()); !errors.Is(err, errClosed) {
		t.Errorf("Devices: %v, want %v", err, errClosed)
	}
}

func TestPlanIsChecked(t *testing.T) {
	p := smallPlan()
	p.Sizes = []uint64{0}
	if _, err := record(newFake(t).open(t), p); err == nil || !strings.Contains(err.Error(), "size of 0") {
		t.Errorf("error %v, want one about the size", err)
	}
}

// The driver is told what it reads at its start, and the user has the last word.
func TestEnvironment(t *testing.T) {
	f := newFake(t, "CUDA_MODULE_LOADING=LAZY")
	f.open(t)
	if got := os.Getenv("CUDA_DEVICE_ORDER"); got != "PCI_BUS_ID" {
		t.Errorf("CUDA_DEVICE_ORDER = %q", got)
	}
	if got := os.Getenv("CUDA_MODULE_LOADING"); got != "LAZY" {
		t.Errorf("CUDA_MODULE_LOADING = %q, want the user's LAZY", got)
	}
}
