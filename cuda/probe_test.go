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

// probePlan has a load of every width on every path.
func probePlan() measure.Plan {
	return measure.Plan{
		Name: "probe", Pairs: 6, BatchMS: 0.05,
		Patterns: []string{"broadcast:3", "per-lane", "stride:32"},
	}
}

func TestPriceListIsMeasured(t *testing.T) {
	f := newFake(t)
	p := measure.PriceListPlan()
	events, err := record(f.open(t), p)
	if err != nil {
		t.Fatal(err)
	}
	f.wantEmpty(t)
	loads, _ := p.Loads()
	probes := pick[measure.Probe](events)
	if len(probes) != len(loads) || len(loads) < 60 {
		t.Fatalf("%d loads were measured of %d", len(probes), len(loads))
	}
	for i, got := range probes {
		a, err := got.Access()
		if err != nil {
			t.Fatal(err)
		}
		want := float64(lines(a))
		if got.Path == "constant" {
			want = 2 * float64(a.DistinctAddresses())
		}
		if got.Load != loads[i] || math.Abs(got.Cycles.Value-want) > 1e-9 || len(got.Cycles.Samples) != p.Pairs ||
			!got.Cycles.HasInterval() || math.Abs(got.ClockMHz-1590) > 1 || len(got.Warnings) != 0 {
			t.Errorf("load %d: %+v, want %v cycles of %+v", i, got, want, loads[i])
		}
	}
	started := events[0].(measure.Started)
	last := pick[measure.Sampled](events)[len(pick[measure.Sampled](events))-1]
	if started.Total != len(loads) || last.Phase != "probe" || last.Done != len(loads)-1 || last.Total != len(loads) {
		t.Errorf("%d loads to come, and at the end %+v", started.Total, last)
	}
	for _, s := range pick[measure.Sampled](events) {
		if s.Phase != "probe" {
			t.Errorf("a phase %q without any size", s.Phase)
		}
	}
	if _, ok := events[len(events)-1].(measure.Finished); !ok {
		t.Errorf("the last event is %T", events[len(events)-1])
	}
}

// lines is how many lines of the data cache the lanes read.
func lines(a sim.Access) int {
	seen := map[uint64]bool{}
	for _, at := range a.Addr {
		seen[at/sim.LineBytes] = true
	}
	return len(seen)
}

// Every width of every path computes what the table holds at the elements.
func TestEveryWidthPassesTheGate(t *testing.T) {
	for _, width := range []int{1, 2, 4, 8, 16} {
		f := newFake(t)
		p := probePlan()
		p.Width = width
		p.Patterns = append(p.Patterns, "random:5,1024", strings.Repeat("7 2047 ", 16))
		events, err := record(f.open(t), p)
		if err != nil {
			t.Fatalf("%d bytes: %v", width, err)
		}
		f.wantEmpty(t)
		if got, want := len(pick[measure.Probe](events)), 5*len(measure.ProbePaths(width)); got != want {
			t.Errorf("%d bytes: %d loads, want %d", width, got, want)
		}
	}
}

// The rows of a sweep come first, then the loads, in one count.
func TestRowsAndLoads(t *testing.T) {
	f := newFake(t)
	p := smallPlan()
	p.Patterns, p.Calibrate = []string{"per-lane"}, true
	events, err := record(f.open(t), p)
	if err != nil {
		t.Fatal(err)
	}
	f.wantEmpty(t)
	loads, _ := p.Loads()
	if rows, probes := pick[measure.Row](events), pick[measure.Probe](events); len(rows) != 4 || len(probes) != len(loads) {
		t.Errorf("%d rows and %d loads", len(rows), len(probes))
	}
	first := slices.IndexFunc(events, func(e measure.Event) bool { _, ok := e.(measure.Probe); return ok })
	if slices.ContainsFunc(events[first:], func(e measure.Event) bool { _, ok := e.(measure.Row); return ok }) {
		t.Error("a row comes after a load")
	}
	if got := events[0].(measure.Started).Total; got != 4+len(loads) {
		t.Errorf("Total is %d, want %d", got, 4+len(loads))
	}
}

func TestWrongSumsTripTheGate(t *testing.T) {
	for _, path := range measure.ProbePaths(4) {
		name := "probe_" + path + "_4"
		f := newFake(t, "FAKE_SABOTAGE="+name+":40930")
		events, err := record(f.open(t), probePlan())
		want := "gate 1: " + name + ` with the pattern "broadcast:3" is wrong on the ` + path + " path at lane 2 of thread 40930: got "
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
		for _, l := range pick[measure.Probe](events) {
			if l.Path == path {
				t.Errorf("%+v was measured", l.Load)
			}
		}
		if len(pick[measure.Finished](events)) != 0 {
			t.Errorf("%s: Finished despite a failed gate", path)
		}
		f.wantEmpty(t)
	}
}

// What cannot be measured is named, and the rest is.
func TestLoadsAreLeftOut(t *testing.T) {
	for _, c := range []struct {
		name, script string
		pattern      string
		want         string
		loads        int
	}{
		{"a pattern beyond the table", "FAKE_FAIL=", "stride:1000", "lies beyond the probe's table", 4},
		{"no texture", "FAKE_FAIL=cuTexObjectCreate:1:801", "", "the probe leaves out the texture path: cuTexObjectCreate failed with CUDA error 801", 3},
		{"no module", "FAKE_FAIL=cuModuleLoadDataEx:1:218", "", "the probe leaves out the constant path: ", 3},
		{"no table", "FAKE_FAIL=cuModuleGetGlobal_v2:1:500", "", "the probe leaves out the constant path: ", 3},
		{"no kernel", "FAKE_FAIL=cuModuleGetFunction:2:500", "", "the probe leaves out the global path: ", 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := newFake(t, c.script)
			p := probePlan()
			p.Patterns = []string{"per-lane"}
			if c.pattern != "" {
				p.Patterns = append(p.Patterns, c.pattern)
				p.Probe = measure.ProbePaths(4)
			}
			events, err := record(f.open(t), p)
			if err != nil {
				t.Fatal(err)
			}
			f.wantEmpty(t)
			warned := pick[measure.Warned](events)
			if len(warned) == 0 || !strings.Contains(warned[0].Text, c.want) {
				t.Errorf("warnings %v, want %q", warned, c.want)
			}
			if got := len(pick[measure.Probe](events)); got != c.loads {
				t.Errorf("%d loads, want %d", got, c.loads)
			}
		})
	}
}

func TestNothingIsLeft(t *testing.T) {
	p := probePlan()
	p.Probe = []string{"texture"}
	for script, patterns := range map[string][]string{
		"FAKE_FAIL=cuTexObjectCreate:1:801": {"per-lane"},
		"FAKE_FAIL=":                        {"stride:1000"},
	} {
		f := newFake(t, script)
		p.Patterns = patterns
		events, err := record(f.open(t), p)
		if err == nil || len(pick[measure.Finished](events)) != 0 {
			t.Errorf("%v: error %v, events %v", patterns, err, events)
		}
		f.wantEmpty(t)
	}
}

func TestCrowdedSMs(t *testing.T) {
	p := probePlan()
	p.Patterns, p.Probe = []string{"per-lane"}, []string{"constant"}
	events, err := record(newFake(t, "FAKE_CROWDED=1").open(t), p)
	if err != nil {
		t.Fatal(err)
	}
	got := pick[measure.Probe](events)[0]
	if len(got.Warnings) != 1 || !strings.Contains(got.Warnings[0], "12 of 240 blocks shared their SM") || got.Cycles.Value != 64 {
		t.Errorf("%+v", got)
	}
	for script, want := range map[string]string{
		"FAKE_CROWDED=2": "no block had an SM to itself",
		"FAKE_CYCLES=0":  "the clock of SM 0 gave 0 cycles",
		"FAKE_CYCLES=-1": "the GPU's timer cannot be relied on",
	} {
		f := newFake(t, script)
		if _, err := record(f.open(t), p); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", script, err, want)
		}
		f.wantEmpty(t)
	}
}

func TestSpillsOfTheProbe(t *testing.T) {
	events, err := record(newFake(t, "FAKE_SPILLS=8").open(t), probePlan())
	if err != nil {
		t.Fatal(err)
	}
	if warned := pick[measure.Warned](events); len(warned) != 4 || !strings.Contains(warned[0].Text, "8 bytes of each thread of probe_constant_4") {
		t.Errorf("warnings %v", warned)
	}
}

func TestCancelOfTheProbe(t *testing.T) {
	for _, at := range []int{1, 3, 7} {
		f := newFake(t)
		ctx, cancel := context.WithCancel(context.Background())
		probes, after := 0, 0
		err := f.open(t).Run(ctx, probePlan(), func(e measure.Event) {
			if ctx.Err() != nil {
				after++
			}
			switch e := e.(type) {
			case measure.Probe:
				probes++
			case measure.Sampled:
				if e.Phase == "probe" && e.Done+1 == at {
					cancel()
				}
			}
		})
		cancel()
		if !errors.Is(err, context.Canceled) || after != 0 || probes != at-1 {
			t.Errorf("cancelled at load %d: %v, %d loads, %d events afterwards", at, err, probes, after)
		}
		f.wantEmpty(t)
	}
}

// Whichever call fails, it is told, and nothing is kept.
func TestEveryCallOfTheProbeFailsOnce(t *testing.T) {
	p := probePlan()
	p.Sizes, p.RotMasks, p.Paths = []uint64{1000}, []int{31}, []string{"texture"}
	p.Patterns = p.Patterns[:1]
	script := "FAKE_ELAPSED=1"
	f := newFake(t, script)
	if _, err := record(f.open(t), p); err != nil {
		t.Fatal(err)
	}
	total, err := strconv.Atoi(f.read(t)["calls"])
	if err != nil || total < 150 {
		t.Fatalf("a run makes %d calls (%v), want some hundred", total, err)
	}
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
		said := err != nil && strings.Contains(err.Error(), "719") || len(warned) != 0 && strings.Contains(warned[0].Text, "719")
		if silent := strings.HasPrefix(ledger["failed"], "cuDeviceGet") || ledger["failed"] == "cuFuncGetAttribute"; !said && !silent {
			t.Errorf("call %d (%s) failed, and what was said is %v, %v", n, ledger["failed"], err, warned)
		}
		if err != nil && len(pick[measure.Finished](events)) != 0 {
			t.Errorf("call %d (%s): Finished despite %v", n, ledger["failed"], err)
		}
		if ledger != nil || err == nil {
			f.wantEmpty(t)
		}
	}
}

// What a profiler gets to see: every launch of the plan a single time.
func TestOnce(t *testing.T) {
	f := newFake(t)
	p := smallPlan()
	p.Once, p.Paths, p.Patterns = true, []string{"literal", "shared"}, []string{"per-lane", "broadcast"}
	events, err := record(f.open(t), p)
	if err != nil {
		t.Fatal(err)
	}
	f.wantEmpty(t)
	// Two sizes broadcast with four kernels, two per-lane with three, two
	// launches of each of eight loads.
	if got, want := f.read(t)["launches"], strconv.Itoa(2*4+2*3+2*8); got != want {
		t.Errorf("%s launches, want %s", got, want)
	}
	if n := len(pick[measure.Row](events)) + len(pick[measure.Probe](events)); n != 0 {
		t.Errorf("%d rows and loads, want none", n)
	}
	if _, ok := events[len(events)-1].(measure.Finished); !ok {
		t.Errorf("the last event is %T", events[len(events)-1])
	}
	f = newFake(t, "FAKE_FAIL=cuLaunchKernel:15:719")
	if _, err := record(f.open(t), p); err == nil || !strings.Contains(err.Error(), `probe_constant_4 with the pattern "per-lane"`) {
		t.Errorf("error %v, want one of the first load", err)
	}
	f.wantEmpty(t)
}
