package sim

import "strings"

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

// The counters of Nsight Compute that the model predicts.
const (
	metricPasses     = "idc__requests.sum"
	metricReplays    = "sm__idc_divergent_instruction_replays.sum"
	metricRequests   = "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"
	metricSectors    = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"
	metricLines      = "l1tex__t_set_accesses_pipe_lsu_mem_global_op_ld.sum"
	metricStores     = "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"
	metricWavefronts = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"
	metricConflicts  = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"
)

// Kernel is the name of the path's kernel.
func (p Path) Kernel() string { return "conv1d_" + strings.ReplaceAll(p.ID, "-", "_") }

// parameterLoads is how often each warp of a launch reads a kernel parameter
// through the indexed constant cache, in one pass, as counters on an H200
// (sm_90) show. The loads stand before the branch that ends the lanes beyond
// N, so warps whose lanes all lie beyond it pay them too. Kernels that were
// not counted have none that is known.
func (p Path) parameterLoads() (n uint64, known bool) {
	switch p.ID {
	case "constant", "global":
		return 2, true
	}
	return 0, false
}

// usage is what a launch, or one of its warps, is charged.
type usage struct{ constant, global, shared, stored Total }

func (u *usage) add(o usage, times uint64) {
	u.constant.add(o.constant, times)
	u.global.add(o.global, times)
	u.shared.add(o.shared, times)
	u.stored.add(o.stored, times)
}

// Counters predicts what Nsight Compute counts for one launch of the kernel
// with its filter in constant memory, then of the one with its filter in
// global memory. Input, output and filter start at multiples of 256 bytes, as
// the driver allocates them.
func (c Convolution) Counters() ([]KernelCounters, error) {
	var kernels []KernelCounters
	for _, path := range Paths()[:2] {
		k, err := c.CountersOn(path)
		if err != nil {
			return nil, err
		}
		kernels = append(kernels, k)
	}
	return kernels, nil
}

// CountersOn predicts what Nsight Compute counts for one launch on the path.
// A counter that is not known to follow from the model is left out.
func (c Convolution) CountersOn(path Path) (KernelCounters, error) {
	if err := c.checkOn(path); err != nil {
		return KernelCounters{}, err
	}
	u, err := c.launch(path)
	if err != nil {
		return KernelCounters{}, err
	}
	return KernelCounters{Kernel: path.Kernel(), Metrics: c.metrics(path, u)}, nil
}

// metrics names the counters.
func (c Convolution) metrics(path Path, u usage) []Metric {
	var list []Metric
	if n, known := path.parameterLoads(); known {
		list = append(list, Metric{metricPasses, u.constant.Passes + n*c.blocks()*(BlockSize/WarpSize)})
	}
	list = append(list,
		Metric{metricReplays, u.constant.Passes - u.constant.Requests},
		Metric{metricRequests, u.global.Requests},
		Metric{metricSectors, u.global.Sectors},
		Metric{metricLines, u.global.Lines},
		Metric{metricStores, u.stored.Sectors},
	)
	if path.Memory == "shared" {
		list = append(list, Metric{metricWavefronts, u.shared.Wavefronts}, Metric{metricConflicts, u.shared.Conflicts})
	}
	return list
}

// blocks is the number of blocks in a launch of one thread an output.
func (c Convolution) blocks() uint64 { return (c.N + BlockSize - 1) / BlockSize }
