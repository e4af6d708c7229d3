package sim

// Metric is a counter of Nsight Compute and the value that the model
// predicts for a whole launch.
type Metric struct {
	Name  string
	Value uint64
}

// KernelCounters are the predicted counters of one kernel's launch.
type KernelCounters struct {
	Kernel  string
	Metrics []Metric
}

// parameterLoads is how often each warp of a launch reads a kernel parameter
// through the indexed constant cache, in one pass, as counters on an H200
// (sm_90) show for both kernels. The loads stand before the branch that ends
// the lanes beyond N, so warps whose lanes all lie beyond it pay them too.
const parameterLoads = 2

// usage is what a launch, or one of its warps, is charged.
type usage struct{ constant, global, stored Total }

// Counters predicts what Nsight Compute counts for one launch of the kernel
// with its filter in constant memory, then of the one with its filter in
// global memory. Input, output and filter start at multiples of 256 bytes, as
// the driver allocates them.
func (c Convolution) Counters() ([]KernelCounters, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	var kernels []KernelCounters
	for _, k := range []struct {
		name   string
		filter Tariff
	}{
		{"conv1d_constant", Constant{}},
		{"conv1d_global", Global{}},
	} {
		u, err := c.launch(k.filter)
		if err != nil {
			return nil, err
		}
		kernels = append(kernels, KernelCounters{Kernel: k.name, Metrics: c.metrics(u)})
	}
	return kernels, nil
}

// metrics names the counters.
func (c Convolution) metrics(u usage) []Metric {
	warps := (c.N + BlockSize - 1) / BlockSize * (BlockSize / WarpSize)
	return []Metric{
		{"idc__requests.sum", u.constant.Passes + parameterLoads*warps},
		{"sm__idc_divergent_instruction_replays.sum", u.constant.Passes - u.constant.Requests},
		{"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", u.global.Requests},
		{"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", u.global.Sectors},
		{"l1tex__t_set_accesses_pipe_lsu_mem_global_op_ld.sum", u.global.Lines},
		{"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", u.stored.Sectors},
	}
}

// launch sums the warps: those whose lanes all have an output pay alike, the
// last may be a part of one.
func (c Convolution) launch(filter Tariff) (usage, error) {
	full, err := c.warp(AllLanes, filter)
	if err != nil {
		return usage{}, err
	}
	tail, err := c.warp(1<<(c.N%WarpSize)-1, filter)
	if err != nil {
		return usage{}, err
	}
	tail.constant.add(full.constant, c.N/WarpSize)
	tail.global.add(full.global, c.N/WarpSize)
	tail.stored.add(full.stored, c.N/WarpSize)
	return tail, nil
}

// warp is what the given lanes of one warp are charged over all taps. Where
// the warp stands does not matter: its first output lies at a multiple of 128
// bytes.
func (c Convolution) warp(lanes Mask, filter Tariff) (usage, error) {
	var u usage
	paid := &u.global
	if _, constant := filter.(Constant); constant {
		paid = &u.constant
	}
	for k := range FilterTaps {
		if err := paid.load(filter, c.FilterIndices(k), lanes); err != nil {
			return usage{}, err
		}
		input := each(func(lane int) uint64 { return uint64(lane + k) })
		if err := u.global.load(Global{}, input, lanes); err != nil {
			return usage{}, err
		}
	}
	// A store is charged like a load: by the sectors that it touches.
	output := each(func(lane int) uint64 { return uint64(lane) })
	return u, u.stored.load(Global{}, output, lanes)
}
