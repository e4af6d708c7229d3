package sim

import "fmt"

// ProbeCounters predicts what so many loads, executed by each of so many warps
// of the probe, add to the counters of a launch: loads are all that a warp
// executes, those of the warm-up among them. What a launch counts besides, for
// the offsets, the clocks and the parameters, does not depend on the number of
// loads: it is gone from the difference of two launches.
func ProbeCounters(path string, a Access, loads int, warps uint64) ([]Metric, error) {
	if loads < 0 || uint64(loads) > maxProbeLoads || warps > maxProbeLoads {
		return nil, fmt.Errorf("a launch of %d warps with %d loads each cannot be counted: use at most %d of both", warps, loads, uint64(maxProbeLoads))
	}
	t, err := FindTariff(path)
	if err != nil {
		return nil, err
	}
	b, err := t.Bill(a)
	if err != nil {
		return nil, err
	}
	var sum Total
	sum.charge(&b, uint64(loads)*warps)
	switch path {
	case "constant":
		return []Metric{{metricPasses, sum.Passes}, {metricReplays, sum.Passes - sum.Requests}}, nil
	case "global":
		return []Metric{{metricRequests, sum.Requests}, {metricSectors, sum.Sectors}, {metricLines, sum.Lines}}, nil
	case "shared":
		if b.Unverified { // a wide load has several wavefronts without any conflict
			return []Metric{{metricWavefronts, sum.Wavefronts}}, nil
		}
		return []Metric{{metricWavefronts, sum.Wavefronts}, {metricConflicts, sum.Conflicts}}, nil
	}
	return nil, fmt.Errorf("no counter is predicted for the path %s: use constant, global or shared", path)
}

// maxProbeLoads keeps the sums of 64 passes a load far from overflowing.
const maxProbeLoads = 1 << 28
