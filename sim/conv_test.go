package sim

import (
	"fmt"
	"strings"
	"testing"
)

// The names of the counters, as design and Nsight Compute have them.
const (
	idcRequests = "idc__requests.sum"
	idcReplays  = "sm__idc_divergent_instruction_replays.sum"
	loads       = "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"
	loadSectors = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"
	loadLines   = "l1tex__t_set_accesses_pipe_lsu_mem_global_op_ld.sum"
	stores      = "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"
)

// metricsOf are the predicted counters of a launch: kernel, then metric.
func metricsOf(t *testing.T, c Convolution) map[string]map[string]uint64 {
	t.Helper()
	kernels, err := c.Counters()
	if err != nil || len(kernels) != 2 {
		t.Fatalf("%+v: %v, %v", c, kernels, err)
	}
	all := map[string]map[string]uint64{}
	for _, k := range kernels {
		all[k.Kernel] = map[string]uint64{}
		for _, m := range k.Metrics {
			all[k.Kernel][m.Name] = m.Value
		}
	}
	return all
}

// Launches of whole blocks follow closed forms in the number of warps: the
// input takes 156 sectors and 63 lines a warp, the filter 1 or 4 sectors a
// load.
func TestCountersOfWholeBlocks(t *testing.T) {
	for _, n := range []uint64{256, 4096, 32768, 8388608, MaxOutputs} {
		for mask := range FilterTaps {
			c := Convolution{N: n, RotMask: mask}
			w := n / 32
			distinct := uint64(c.Distinct())
			filter := uint64(c.filterSectors(t))
			want := map[string]map[string]uint64{
				"conv1d_constant": {
					idcRequests: w * (32*distinct + 2), idcReplays: w * 32 * (distinct - 1),
					loads: 32 * w, loadSectors: 156 * w, loadLines: 63 * w, stores: 4 * w,
				},
				"conv1d_global": {
					idcRequests: 2 * w, idcReplays: 0,
					loads: 64 * w, loadSectors: (156 + filter) * w, loadLines: (63 + 32) * w, stores: 4 * w,
				},
			}
			if got := metricsOf(t, c); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("n %d, rotMask %d:\n got %v\nwant %v", n, mask, got, want)
			}
		}
	}
}

// filterSectors is what a warp's 32 filter loads take, counted in a set.
func (c Convolution) filterSectors(t *testing.T) int {
	t.Helper()
	n := 0
	for k := range 32 {
		sectors := map[int]bool{}
		for lane := range 32 {
			sectors[(lane&c.RotMask+k)%32/8] = true
		}
		n += len(sectors)
	}
	return n
}

func TestCountersFromTheNotes(t *testing.T) {
	for _, c := range []struct {
		n                 uint64
		mask              int
		constant, global  uint64
		replays, requests uint64
	}{
		{4096, 0, 19968, 19968 + 4096, 0, 34 * 128},
		{4096, 31, 19968, 19968 + 16384, 31 * 32 * 128, 1026 * 128},
		{8388608, 0, 40894464, 40894464 + 8388608, 0, 34 * 262144},
		{8388608, 31, 40894464, 40894464 + 33554432, 260046848, 1026 * 262144},
	} {
		m := metricsOf(t, Convolution{N: c.n, RotMask: c.mask})
		constant, global := m["conv1d_constant"], m["conv1d_global"]
		if constant[loadSectors] != c.constant || global[loadSectors] != c.global || constant[idcReplays] != c.replays || constant[idcRequests] != c.requests {
			t.Errorf("%+v: %v", c, m)
		}
	}
}

// launchSlowly runs every warp of a launch over sets, with the real addresses
// of its input, output and filter.
func launchSlowly(c Convolution, name string) map[string]uint64 {
	m := map[string]uint64{idcReplays: 0}
	for warp := uint64(0); warp < (c.N+255)/256*8; warp++ {
		m[idcRequests] += 2
		for k := uint64(0); k <= 32; k++ { // 32 is the store
			input, filter := map[uint64]bool{}, map[uint64]bool{}
			for i := warp * 32; i < min(c.N, warp*32+32); i++ {
				input[4*(i+k)] = true
				filter[4*((i%32&uint64(c.RotMask)+k)%32)] = true
			}
			if k == 32 {
				m[stores] += distinctUnits(input, 32)
				continue
			}
			if len(input) == 0 {
				continue
			}
			m[loads]++
			m[loadSectors] += distinctUnits(input, 32)
			m[loadLines] += distinctUnits(input, 128)
			if name == "conv1d_constant" {
				m[idcRequests] += uint64(len(filter))
				m[idcReplays] += uint64(len(filter)) - 1
			} else {
				m[loads]++
				m[loadSectors] += distinctUnits(filter, 32)
				m[loadLines] += distinctUnits(filter, 128)
			}
		}
	}
	return m
}

func distinctUnits(addresses map[uint64]bool, size uint64) uint64 {
	units := map[uint64]bool{}
	for a := range addresses {
		units[a/size] = true
	}
	return uint64(len(units))
}

func TestCountersOfBrokenWarps(t *testing.T) {
	for _, n := range []uint64{1, 7, 8, 9, 31, 32, 33, 100, 255, 256, 257, 511, 1000} {
		for _, mask := range []int{0, 1, 3, 5, 7, 15, 16, 21, 31} {
			c := Convolution{N: n, RotMask: mask}
			for name, got := range metricsOf(t, c) {
				if want := launchSlowly(c, name); fmt.Sprint(got) != fmt.Sprint(want) {
					t.Errorf("%+v, %s:\n got %v\nwant %v", c, name, got, want)
				}
			}
		}
	}
}

func TestImpossibleLaunches(t *testing.T) {
	for _, c := range []struct {
		launch Convolution
		words  string
	}{
		{Convolution{N: 0}, "a launch of 0 outputs is not possible: use 1 to 274877906944"},
		{Convolution{N: 1 << 63}, "a launch of 9223372036854775808 outputs"},
		{Convolution{N: 1, RotMask: -1}, "rotMask is -1: use 0 to 31"},
		{Convolution{N: 1, RotMask: 32}, "rotMask is 32: use 0 to 31"},
	} {
		_, err := c.launch.Counters()
		_, _, also := c.launch.Total()
		if err == nil || also == nil || !strings.Contains(err.Error(), c.words) || !strings.Contains(also.Error(), c.words) {
			t.Errorf("%+v: %v, %v", c.launch, err, also)
		}
	}
}

func TestAllTaps(t *testing.T) {
	for _, c := range []struct{ mask, passes, sectors int }{
		{0, 32, 32}, {1, 64, 36}, {3, 128, 44}, {7, 256, 60}, {15, 512, 92}, {31, 1024, 128},
	} {
		conv := Convolution{N: 1, RotMask: c.mask}
		constant, global, err := conv.Total()
		if err != nil {
			t.Fatal(err)
		}
		if want := (Total{Requests: 32, Passes: uint64(c.passes)}); constant != want {
			t.Errorf("rotMask %d: constant %+v, not %+v", c.mask, constant, want)
		}
		want := Total{Requests: 32, Sectors: uint64(conv.filterSectors(t)), Lines: 32}
		if global != want || global.Sectors != uint64(c.sectors) {
			t.Errorf("rotMask %d: global %+v, not %+v of %d sectors", c.mask, global, want, c.sectors)
		}
	}
}

func TestAllTapsOfAPattern(t *testing.T) {
	constant, global, err := elements(t, "random:7").AllTaps()
	if err != nil || constant.Passes != 20*32 || global.Requests != 32 || global.Sectors < 32 || global.Sectors > 128 {
		t.Errorf("random: %+v, %+v, %v", constant, global, err)
	}
	for k := range FilterTaps {
		if got, want := (Convolution{RotMask: 7}).FilterIndices(k), elements(t, "distinct:8").AtTap(k); got != want {
			t.Errorf("tap %d: rotMask 7 reads %v, 8 distinct %v", k, got, want)
		}
	}
}
