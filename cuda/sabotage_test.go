//go:build cgo && linux

package cuda

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"warpbill/cuda/measure"
)

// A wrong kernel is caught before anything is timed, by name and place.
func TestSabotage(t *testing.T) {
	for _, c := range []struct{ sabotage, want string }{
		{"rotmask", "gate 2: conv1d_constant at n = 1000, per-lane, has 1000 of 1000 outputs in common"},
		{"constant:123", "gate 1: conv1d_constant at n = 1000, broadcast, is wrong at index 123: got "},
		{"global:999", "gate 1: conv1d_global at n = 1000, broadcast, is wrong at index 999: got "},
		{"global:4095", "gate 1: conv1d_global at n = 4096, broadcast, is wrong at index 4095: got "},
	} {
		t.Run(c.sabotage, func(t *testing.T) {
			f := newFake(t, "FAKE_SABOTAGE="+c.sabotage)
			events, err := record(f.open(t), smallPlan())
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q", err, c.want)
			}
			if rows := pick[measure.Row](events); len(rows) != 0 {
				t.Errorf("%d rows despite a failed gate", len(rows))
			}
			for _, s := range pick[measure.Sampled](events) {
				if s.Phase == "measure" || s.Phase == "course" {
					t.Errorf("phase %s despite a failed gate", s.Phase)
				}
			}
			f.wantEmpty(t)
		})
	}
}

// Timers that give nothing, less than nothing or no number.
func TestBrokenTimer(t *testing.T) {
	for _, elapsed := range []string{"0", "-1", "nan", "inf"} {
		f := newFake(t, "FAKE_ELAPSED="+elapsed)
		events, err := record(f.open(t), smallPlan())
		if err == nil || !strings.Contains(err.Error(), "the GPU's timer cannot be relied on: it gave") || !strings.Contains(err.Error(), "conv1d_constant") {
			t.Errorf("elapsed %s: error %v, want one about the timer", elapsed, err)
		}
		if rows := pick[measure.Row](events); len(rows) != 0 {
			t.Errorf("elapsed %s: %d rows", elapsed, len(rows))
		}
		f.wantEmpty(t)
	}
}

// A timer that never leaves its resolution: the row says not to rely on it.
func TestStuckTimer(t *testing.T) {
	p := smallPlan()
	p.Sizes, p.RotMasks, p.Course = []uint64{64}, []int{0}, false
	events, err := record(newFake(t, "FAKE_ELAPSED=0.0005").open(t), p)
	if err != nil {
		t.Fatal(err)
	}
	rows := pick[measure.Row](events)
	if len(rows) != 1 || len(rows[0].Warnings) != 2 || !strings.Contains(rows[0].Warnings[0], "do not rely") {
		t.Errorf("rows %+v", rows)
	}
}

// One reading that cannot be costs one more pair, not the row.
func TestOneBadReading(t *testing.T) {
	for _, elapsed := range []string{"0", "-1.78", "nan"} {
		for at := range 120 {
			f := newFake(t, "FAKE_ELAPSED="+elapsed)
			t.Setenv("FAKE_ELAPSED_AT", strconv.Itoa(at+1))
			p := smallPlan()
			p.Sizes = p.Sizes[:1]
			events, err := record(f.open(t), p)
			if err != nil {
				t.Fatalf("reading %d is %s: %v", at+1, elapsed, err)
			}
			for _, row := range pick[measure.Row](events) {
				samples := append(append(row.Floor.Samples, row.Constant.Samples...), row.Global.Samples...)
				if len(samples) != 3*p.Pairs {
					t.Errorf("reading %d is %s: %d samples, want %d", at+1, elapsed, len(samples), 3*p.Pairs)
				}
				for _, x := range samples {
					if !(x > 0) || math.IsInf(x, 0) {
						t.Errorf("reading %d is %s: sample %v", at+1, elapsed, x)
					}
				}
				if row.Course == nil && len(row.Warnings) != 1 {
					t.Errorf("reading %d is %s: course times are missing without a warning", at+1, elapsed)
				}
			}
		}
	}
}

// Sizes that do not fit are left out and named.
func TestMemory(t *testing.T) {
	for _, c := range []struct {
		name   string
		script string
		sizes  []uint64
		rows   int
		warned []string
		fails  string
	}{
		{"one size does not fit", "FAKE_FREE=40000", []uint64{1000, 8388608}, 2, []string{"n = 8388608 needs 64"}, ""},
		{"the reserve is kept", "FAKE_FREE=33000", []uint64{1000, 4096}, 2, []string{"n = 4096 needs"}, ""},
		{"none fits", "FAKE_FREE=5000", []uint64{1000, 4096}, 0, nil, "n = 1000 needs"},
		{"size beyond every card", "FAKE_FREE=1000000", []uint64{1000, 1 << 38}, 2, []string{"n = 274877906944 needs 2"}, ""},
		{"first allocation fails", "FAKE_FAIL=cuMemAlloc_v2:1:2", []uint64{1000, 4096}, 2, []string{"n = 4096 is left out"}, ""},
		{"second allocation fails", "FAKE_FAIL=cuMemAlloc_v2:2:2", []uint64{1000, 4096}, 2, []string{"n = 4096 is left out"}, ""},
		{"third allocation fails", "FAKE_FAIL=cuMemAlloc_v2:3:2", []uint64{1000, 4096}, 2, []string{"n = 4096 is left out"}, ""},
		{"every allocation fails", "FAKE_FAIL=cuMemAlloc_v2:0:2", []uint64{1000, 4096}, 0, nil, "no room"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := newFake(t, c.script)
			p := smallPlan()
			p.Sizes = c.sizes
			events, err := record(f.open(t), p)
			if (err != nil) != (c.fails != "") || err != nil && !strings.Contains(err.Error(), c.fails) {
				t.Errorf("error %v, want %q", err, c.fails)
			}
			if rows := pick[measure.Row](events); len(rows) != c.rows {
				t.Errorf("%d rows, want %d", len(rows), c.rows)
			}
			warned := pick[measure.Warned](events)
			if len(warned) != len(c.warned) {
				t.Fatalf("warnings %v, want %v", warned, c.warned)
			}
			for i, w := range warned {
				if !strings.Contains(w.Text, c.warned[i]) {
					t.Errorf("warning %q, want %q", w.Text, c.warned[i])
				}
			}
			f.wantEmpty(t)
		})
	}
}

// Where the system ends long kernels, none is started that would be one.
func TestWatchdog(t *testing.T) {
	f := newFake(t, "FAKE_DEVICES=2", "FAKE_FREE=64000000000")
	for device, want := range map[string]int{"0": 0, "1": 1} { // device 1 drives a display
		p := smallPlan()
		p.Device, p.Sizes, p.RotMasks = device, []uint64{1000, 1 << 31}, []int{31}
		if device == "0" {
			p.Sizes = p.Sizes[:1]
		}
		events, err := record(f.open(t), p)
		if err != nil {
			t.Fatal(err)
		}
		warned := pick[measure.Warned](events)
		if len(warned) != want || want == 1 && !strings.Contains(warned[0].Text, "n = 2147483648, per-lane, is left out: one launch would take about 2161 ms") {
			t.Errorf("device %s: warnings %v, want %d", device, warned, want)
		}
	}
}

// The estimate against what was measured on a real card: an H200 takes 2.08 ms
// for 8 Mi outputs per-lane.
func TestExpectedTime(t *testing.T) {
	got := expectedMS(measure.Point{N: 8388608, RotMask: 31}, measure.Device{SMs: 132, ClockMHz: 1980})
	if math.Abs(got-2.08) > 0.1 {
		t.Errorf("%v ms, measured 2.08", got)
	}
	if got := expectedMS(measure.Point{N: 8388608}, measure.Device{}); got != 0 {
		t.Errorf("a card that tells nothing: %v ms, want 0", got)
	}
}
