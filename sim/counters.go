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

// Kernel is the name of the path's kernel. The one with its filter kept in L2
// is global's, launched otherwise.
func (p Path) Kernel() string {
	if p.ID == "l2-window" {
		return "conv1d_global"
	}
	return "conv1d_" + strings.ReplaceAll(p.ID, "-", "_")
}

// OutputsPerThread is how many outputs a thread of the path's kernel has: those
// that read four inputs at once write as many.
func (p Path) OutputsPerThread() int {
	if p.ID == "blocked" || p.ID == "copy" {
		return quadOutputs
	}
	return 1
}

// parameterLoads is how often the warps of a launch read a kernel parameter
// through the indexed constant cache, in one pass each: twice a warp, as the
// machine code for sm_90 shows and counters on an H200 confirm for the kernels
// constant and global. The loads stand before the branch that ends the lanes
// beyond N, so warps whose lanes all lie beyond it pay them too. The warp that
// stages a block's filter in shared memory reads its address besides.
func (c Convolution) parameterLoads(path Path) uint64 {
	blocks := c.blocks(path)
	n := 2 * blocks * (BlockSize / WarpSize)
	if path.Memory == "shared" {
		n += blocks
	}
	return n
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
// No counter of texture loads is predicted.
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
	list := []Metric{
		{metricPasses, u.constant.Passes + c.parameterLoads(path)},
		{metricReplays, u.constant.Passes - u.constant.Requests},
		{metricRequests, u.global.Requests},
		{metricSectors, u.global.Sectors},
		{metricLines, u.global.Lines},
		{metricStores, u.stored.Sectors},
	}
	if path.Memory == "shared" {
		list = append(list, Metric{metricWavefronts, u.shared.Wavefronts}, Metric{metricConflicts, u.shared.Conflicts})
	}
	return list
}

// blocks is the number of blocks in a launch on the path.
func (c Convolution) blocks(path Path) uint64 {
	each := uint64(BlockSize * path.OutputsPerThread())
	return (c.N + each - 1) / each
}
