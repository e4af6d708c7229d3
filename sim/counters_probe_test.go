package sim

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// The totals of a launch are the oracle's counts, times the loads.
func TestProbeCounters(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 0))
	for range 200 {
		a := randomAccess(r)
		loads, warps := r.IntN(1000), uint64(r.IntN(5000))
		times := uint64(loads) * warps
		want := oracle(a)
		for path, metrics := range map[string][]Metric{
			"constant": {{idcRequests, times * uint64(want.passes)}, {idcReplays, times * uint64(want.replays)}},
			"global": {
				{"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", times * uint64(want.requests)},
				{"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", times * uint64(want.sectors)},
				{"l1tex__t_set_accesses_pipe_lsu_mem_global_op_ld.sum", times * uint64(want.lines)},
			},
			"shared": {
				{"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", times * uint64(want.shared)},
				{"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", times * uint64(max(0, want.shared-1))},
			},
		} {
			if path == "shared" && a.Width > 4 && a.Active != 0 {
				metrics = metrics[:1]
			}
			got, err := ProbeCounters(path, a, loads, warps)
			if err != nil || len(got) != len(metrics) {
				t.Fatalf("%s, %+v: %v, %v", path, a, got, err)
			}
			for i, m := range metrics {
				if got[i] != m {
					t.Errorf("%s, %+v: %+v, want %+v", path, a, got[i], m)
				}
			}
		}
	}
}

func TestProbeCountersThatAreNone(t *testing.T) {
	good, err := Elements(indicesOf(t, "per-lane"), 4)
	if err != nil {
		t.Fatal(err)
	}
	bad := good
	bad.Addr[3] = 2
	for _, test := range []struct {
		path  string
		a     Access
		loads int
		warps uint64
		words string
	}{
		{"texture", good, 1, 1, "no counter is predicted for the path texture"},
		{"paper", good, 1, 1, "no memory path"},
		{"global", bad, 1, 1, "not a multiple of the width"},
		{"global", good, -1, 1, "cannot be counted"},
		{"global", good, 1, 1 << 40, "cannot be counted"},
	} {
		got, err := ProbeCounters(test.path, test.a, test.loads, test.warps)
		if err == nil || !strings.Contains(err.Error(), test.words) {
			t.Errorf("%s, %d loads, %d warps: %v, %v; want %q", test.path, test.loads, test.warps, got, err, test.words)
		}
	}
}
