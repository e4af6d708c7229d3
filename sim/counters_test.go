package sim

import (
	"fmt"
	"testing"
)

// played runs every thread of a launch on the path and counts in sets what
// each load of a warp touches. It follows the kernels' sources.
type played struct {
	path                             string
	c                                Convolution
	requests, sectors, lines, stored uint64
	wavefronts, conflicts            uint64
	passes, replays                  uint64
}

// global counts a load (or a store) by the lanes that have addresses.
func (m *played) global(width uint64, addresses []uint64) (sectors uint64) {
	in, lines := map[uint64]bool{}, map[uint64]bool{}
	for _, a := range addresses {
		for b := a; b < a+width; b += 4 {
			in[b/32], lines[b/128] = true, true
		}
	}
	if len(addresses) > 0 {
		m.requests++
		m.sectors += uint64(len(in))
		m.lines += uint64(len(lines))
	}
	return uint64(len(in))
}

func (m *played) store(width uint64, addresses []uint64) {
	var s played
	m.stored += s.global(width, addresses)
}

// tap counts the load of one tap by lanes that have an output.
func (m *played) tap(taps []uint64) {
	distinct, banks := map[uint64]bool{}, map[uint64]map[uint64]bool{}
	stride := map[string]uint64{"shared": 1, "shared-column": 32, "shared-padded": 33}[m.path]
	most := 0
	for _, t := range taps {
		distinct[t] = true
		word := t * stride
		if banks[word%32] == nil {
			banks[word%32] = map[uint64]bool{}
		}
		banks[word%32][word] = true
		most = max(most, len(banks[word%32]))
	}
	switch m.path {
	case "constant":
		m.passes += uint64(len(distinct))
		m.replays += uint64(len(distinct)) - 1
	case "shared", "shared-column", "shared-padded":
		m.wavefronts += uint64(most)
		m.conflicts += uint64(most) - 1
	case "global", "global-plain", "global-ldg", "l2-window":
		var bytes []uint64
		for _, t := range taps {
			bytes = append(bytes, 4*t)
		}
		m.global(4, bytes)
	}
}

// warp plays a warp of the kernels with one output a thread.
func (m *played) warp(w uint64) {
	var lanes []uint64
	for i := 32 * w; i < min(m.c.N, 32*w+32); i++ {
		lanes = append(lanes, i)
	}
	if len(lanes) == 0 {
		return
	}
	at := func(k uint64) (bytes []uint64) {
		for _, i := range lanes {
			bytes = append(bytes, 4*(i+k))
		}
		return bytes
	}
	for k := range uint64(32) {
		var taps []uint64
		for _, i := range lanes {
			taps = append(taps, (i%32&uint64(m.c.RotMask)+k)%32)
		}
		m.tap(taps)
		m.global(4, at(k))
	}
	m.store(4, at(0))
}

// quads plays a warp of the kernels with four outputs a thread.
func (m *played) quads(w, loads, taps uint64) {
	var whole []uint64
	for thread := 32 * w; thread < 32*w+32; thread++ {
		if first := 4 * thread; first+4 <= m.c.N {
			whole = append(whole, first)
		}
	}
	for q := range loads {
		var bytes []uint64
		for _, first := range whole {
			bytes = append(bytes, 4*first+16*q)
		}
		m.global(16, bytes)
	}
	var bytes []uint64
	for _, first := range whole {
		bytes = append(bytes, 4*first)
	}
	m.store(16, bytes)
	for thread := 32 * w; thread < 32*w+32; thread++ {
		if 4*thread+4 <= m.c.N {
			continue
		}
		for i := 4 * thread; i < m.c.N; i++ {
			for k := range taps {
				m.global(4, []uint64{4 * (i + k)})
			}
			m.store(4, []uint64{4 * i})
		}
	}
}

func (m *played) launch() {
	for w := uint64(0); w < (m.c.N+255)/256*8; w++ {
		switch m.path {
		case "copy":
			m.quads(w, 1, 1)
		case "blocked":
			m.quads(w, 9, 32)
		default:
			m.warp(w)
		}
		if m.path == "shared" || m.path == "shared-column" || m.path == "shared-padded" {
			if w%8 == 0 { // the block's first warp stages 32 taps
				var bytes []uint64
				for t := range uint64(32) {
					bytes = append(bytes, 4*t)
				}
				m.global(4, bytes)
			}
		}
	}
}

func (m *played) metrics() map[string]uint64 {
	all := map[string]uint64{loads: m.requests, loadSectors: m.sectors, loadLines: m.lines, stores: m.stored, idcReplays: m.replays}
	blocks := (m.c.N + 255) / 256
	if m.path == "blocked" || m.path == "copy" { // a thread for four outputs
		blocks = (m.c.N + 1023) / 1024
	}
	all[idcRequests] = m.passes + 2*8*blocks
	switch m.path {
	case "shared", "shared-column", "shared-padded":
		all[idcRequests] += blocks // the staging warp reads where the filter lies
		all["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"] = m.wavefronts
		all["l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"] = m.conflicts
	}
	return all
}

// Every path's kernel, whole launches and broken ones, thread by thread.
func TestCountersOnEveryPath(t *testing.T) {
	for _, path := range Paths() {
		for _, n := range []uint64{1, 3, 4, 31, 32, 33, 100, 127, 128, 130, 255, 256, 257, 1000, 1025, 2048} {
			for _, mask := range []int{0, 1, 5, 7, 16, 31} {
				if path.Fixed && mask != 0 {
					continue
				}
				c := Convolution{N: n, RotMask: mask}
				k, err := c.CountersOn(path)
				if err != nil {
					t.Fatal(err)
				}
				got := map[string]uint64{}
				for _, m := range k.Metrics {
					got[m.Name] = m.Value
				}
				play := played{path: path.ID, c: c}
				play.launch()
				if want := play.metrics(); fmt.Sprint(got) != fmt.Sprint(want) {
					t.Fatalf("%s, %+v:\n got %v\nwant %v", path.ID, c, got, want)
				}
			}
		}
	}
}

func TestKernelsOfPaths(t *testing.T) {
	names := map[string]bool{}
	for _, path := range Paths() {
		k, err := Convolution{N: 4096}.CountersOn(path)
		if err != nil || k.Kernel != path.Kernel() || names[k.Kernel] && path.ID != "l2-window" || len(k.Metrics) < 6 {
			t.Errorf("%s: %+v, %v", path.ID, k, err)
		}
		names[k.Kernel] = true
	}
	for _, want := range []string{"conv1d_constant", "conv1d_constant_fixed", "conv1d_global", "conv1d_shared_column"} {
		if !names[want] {
			t.Errorf("no kernel %s in %v", want, names)
		}
	}
	literal, _ := FindPath("literal")
	for _, c := range []Convolution{{N: 0}, {N: 1, RotMask: 32}, {N: 1, RotMask: 31}} {
		if k, err := c.CountersOn(literal); err == nil {
			t.Errorf("%+v: %+v", c, k)
		}
	}
	if k, err := (Convolution{}).Counters(); err == nil {
		t.Errorf("nothing is launched, and it counts %+v", k)
	}
}
