package sim_test

import (
	"fmt"

	"warpbill/sim"
)

// access is the load of a pattern, as the command line writes it.
func access(pattern string, width int) sim.Access {
	choice, err := sim.ParseChoice(pattern)
	if err != nil {
		panic(err)
	}
	x, err := choice.Indices()
	if err != nil {
		panic(err)
	}
	a, err := sim.Elements(x, width)
	if err != nil {
		panic(err)
	}
	return a
}

func ExampleConstant() {
	for _, pattern := range []string{"broadcast", "distinct:8", "per-lane"} {
		b, err := sim.Constant{}.Bill(access(pattern, 4))
		fmt.Println(pattern, b.Units(), "passes,", b.Replays(), "replays", err)
	}
	// Output:
	// broadcast 1 passes, 0 replays <nil>
	// distinct:8 8 passes, 7 replays <nil>
	// per-lane 32 passes, 31 replays <nil>
}

func ExampleGlobal() {
	for _, pattern := range []string{"broadcast", "per-lane", "offset:1", "stride:8"} {
		b, err := sim.Global{}.Bill(access(pattern, 4))
		fmt.Printf("%s: %d sectors, %d lines, %d wavefronts, %.0f %% used %v\n",
			pattern, b.Units(), b.Lines, b.Wavefronts(), 100*b.Efficiency(), err)
	}
	// Output:
	// broadcast: 1 sectors, 1 lines, 1 wavefronts, 12 % used <nil>
	// per-lane: 4 sectors, 1 lines, 1 wavefronts, 100 % used <nil>
	// offset:1: 5 sectors, 2 lines, 1 wavefronts, 80 % used <nil>
	// stride:8: 32 sectors, 8 lines, 8 wavefronts, 12 % used <nil>
}

func ExampleShared() {
	for _, pattern := range []string{"per-lane", "stride:2", "stride:32"} {
		b, err := sim.Shared{}.Bill(access(pattern, 4))
		fmt.Println(pattern, b.Units(), "wavefronts", err)
	}
	_, err := sim.Shared{}.Bill(access("stride:65536", 4))
	fmt.Println(err)
	// Output:
	// per-lane 1 wavefronts <nil>
	// stride:2 2 wavefronts <nil>
	// stride:32 32 wavefronts <nil>
	// lane 1 asks for byte 262144, but a block has at most 227 KiB (232448 bytes) of shared memory: use smaller indices
}

func ExampleBill_Steps() {
	b, err := sim.Constant{}.Bill(access("distinct:4", 4))
	if err != nil {
		panic(err)
	}
	for s := range b.Steps() {
		fmt.Printf("pass %d of %d: %d lanes served at byte %d, %d wait\n", s.Pass, s.Of, s.Lanes.Count(), s.Charges[0].Base, s.Waiting.Count())
	}
	// Output:
	// pass 1 of 4: 8 lanes served at byte 0, 24 wait
	// pass 2 of 4: 8 lanes served at byte 4, 16 wait
	// pass 3 of 4: 8 lanes served at byte 8, 8 wait
	// pass 4 of 4: 8 lanes served at byte 12, 0 wait
}

func ExampleConvolution_Counters() {
	kernels, err := sim.Convolution{N: 4096, RotMask: 31}.Counters()
	if err != nil {
		panic(err)
	}
	for _, k := range kernels {
		for _, m := range k.Metrics {
			fmt.Println(k.Kernel, m.Name, m.Value)
		}
	}
	// Output:
	// conv1d_constant idc__requests.sum 131328
	// conv1d_constant sm__idc_divergent_instruction_replays.sum 126976
	// conv1d_constant l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum 4096
	// conv1d_constant l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum 19968
	// conv1d_constant l1tex__t_set_accesses_pipe_lsu_mem_global_op_ld.sum 8064
	// conv1d_constant l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum 512
	// conv1d_global idc__requests.sum 256
	// conv1d_global sm__idc_divergent_instruction_replays.sum 0
	// conv1d_global l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum 8192
	// conv1d_global l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum 36352
	// conv1d_global l1tex__t_set_accesses_pipe_lsu_mem_global_op_ld.sum 12160
	// conv1d_global l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum 512
}

func ExampleParseIndices() {
	_, err := sim.ParseIndices("0 1 2 3")
	fmt.Println(err)
	// Output: the list has 4 numbers for 32 lanes: add 28
}
