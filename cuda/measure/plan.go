package measure

import (
	"errors"
	"fmt"
	"math/bits"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"warpbill/sim"
)

// Plan says what a sweep measures and how.
type Plan struct {
	Name     string   `json:"name"`             // "course", "full" or the plan file's name
	Device   string   `json:"device,omitempty"` // UUID or index; empty: the first
	Sizes    []uint64 `json:"sizes"`            // outputs n, rising
	RotMasks []int    `json:"rot_masks"`        // 0 broadcast, 31 per-lane
	Pairs    int      `json:"pairs"`            // constant/global sample pairs of each point, at least 6
	BatchMS  float64  `json:"batch_ms"`         // a sample is one batch of launches of at least this long
	Course   bool     `json:"course"`           // also take the course's own method
	// Paths are further ways to the filter to time at every point: the IDs of
	// sim.Paths beyond the course's two.
	Paths []string `json:"paths,omitempty"`
	// Calibrate has the pattern probe measure the loads that the card's price
	// list is made from.
	Calibrate bool `json:"calibrate,omitempty"`
	// Patterns are further loads for the probe, as the command line writes
	// patterns or as 32 indices, Probe the paths to measure them on, all of
	// them when none is named, and Width the bytes that a lane reads, 4 when 0.
	Patterns []string `json:"patterns,omitempty"`
	Probe    []string `json:"probe,omitempty"`
	Width    int      `json:"width,omitempty"`
	// Once does every launch of the plan a single time and times nothing: for
	// a profiler that counts.
	Once bool `json:"once,omitempty"`
}

// Point is one row of a sweep: a size and a lane pattern.
type Point struct {
	N       uint64 `json:"n"`
	RotMask int    `json:"rot_mask"`
}

// What a plan may ask for. Fewer than six pairs give no 95 % interval; a
// batch of more than 100 ms can make Windows end the kernel.
const (
	minPairs, maxPairs     = 6, 500
	minBatchMS, maxBatchMS = 0.05, 100
	maxSizes               = 64
	maxPlanBytes           = 1 << 16
)

// CoursePlan is the course's sweep: five sizes, broadcast and per-lane.
func CoursePlan() Plan {
	return Plan{
		Name:     "course",
		Sizes:    []uint64{4096, 32768, 262144, 2097152, 8388608},
		RotMasks: []int{0, 31},
		Pairs:    21,
		BatchMS:  0.2,
		Course:   true,
	}
}

// FullPlan is the thorough sweep: larger sizes too, 1 to 32 distinct
// addresses, longer batches and more of them.
func FullPlan() Plan {
	return Plan{
		Name:     "full",
		Sizes:    []uint64{4096, 32768, 262144, 2097152, 8388608, 33554432, 67108864},
		RotMasks: []int{0, 1, 3, 7, 15, 31},
		Pairs:    31,
		BatchMS:  1,
		Course:   true,
	}
}

// PriceListPlan has the pattern probe find the price list of a card.
func PriceListPlan() Plan {
	return Plan{Name: "price-list", Pairs: 21, BatchMS: 1, Calibrate: true}
}

// LoadPlan reads a plan file: one JSON object with the fields of Plan. What
// it leaves out is taken from the course plan.
func LoadPlan(path string) (Plan, error) {
	data, err := readFileLimited(path, maxPlanBytes)
	if err != nil {
		return Plan{}, err
	}
	p := CoursePlan()
	p.Name = strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	if data, err = decodeText(data); err == nil {
		err = decodeJSON(data, &p)
	}
	if err == nil {
		p.Name, p.Device = CleanText(p.Name, maxName), CleanText(p.Device, maxName)
		err = p.Check()
	}
	if err != nil {
		return Plan{}, fmt.Errorf("the plan file %s cannot be used: %w", filepath.Base(path), err)
	}
	return p, nil
}

// Points are the rows that the plan asks for, in the order of the course's
// table: size by size, and in each size mask by mask.
func (p Plan) Points() []Point {
	points := make([]Point, 0, len(p.Sizes)*len(p.RotMasks))
	for _, n := range p.Sizes {
		for _, mask := range p.RotMasks {
			points = append(points, Point{N: n, RotMask: mask})
		}
	}
	return points
}

// Check says what is wrong with the plan, if anything.
func (p Plan) Check() error {
	if len(p.Sizes) > 0 || !p.Calibrate && len(p.Patterns) == 0 {
		if err := p.checkSweep(); err != nil {
			return err
		}
	}
	if p.Pairs < minPairs || p.Pairs > maxPairs {
		return fmt.Errorf("pairs is %d: use %d to %d, fewer give no 95 %% interval", p.Pairs, minPairs, maxPairs)
	}
	if !(p.BatchMS >= minBatchMS && p.BatchMS <= maxBatchMS) {
		return fmt.Errorf("batch_ms is %v: use %v to %v milliseconds", p.BatchMS, minBatchMS, maxBatchMS)
	}
	return nil
}

// checkSweep looks at the points, which a plan for the probe alone has none of.
func (p Plan) checkSweep() error {
	if err := p.checkSizes(); err != nil {
		return err
	}
	if len(p.RotMasks) < 1 || len(p.RotMasks) > sim.FilterTaps {
		return fmt.Errorf("rot_masks lists %d masks: list 1 to %d, for example 0 and 31", len(p.RotMasks), sim.FilterTaps)
	}
	for i, mask := range p.RotMasks {
		if mask < 0 || mask >= sim.FilterTaps {
			return fmt.Errorf("rot_masks has %d: use 0 (broadcast) to 31 (per-lane)", mask)
		}
		if slices.Contains(p.RotMasks[:i], mask) {
			return fmt.Errorf("rot_masks has %d twice: list it once", mask)
		}
	}
	return nil
}

func (p Plan) checkSizes() error {
	if len(p.Sizes) == 0 {
		return errors.New("the plan has no sizes: list at least one, for example 4096")
	}
	if len(p.Sizes) > maxSizes {
		return fmt.Errorf("the plan has %d sizes: list at most %d", len(p.Sizes), maxSizes)
	}
	for i, n := range p.Sizes {
		if n < 1 || n > sim.MaxOutputs {
			return fmt.Errorf("a size of %d outputs is not possible: use 1 to %d", n, uint64(sim.MaxOutputs))
		}
		if i > 0 && n <= p.Sizes[i-1] {
			return fmt.Errorf("size %d comes after %d: list sizes once each, rising", n, p.Sizes[i-1])
		}
	}
	return nil
}

// method is the one line that says how a sweep by this plan takes its times.
// A slide's footer has room for it.
func (p Plan) method() string {
	return fmt.Sprintf("median of %d pairs of batches of at least %v ms, 95%% interval", p.Pairs, p.BatchMS)
}

// Distinct is the number of distinct filter elements that the 32 lanes of a
// warp read at a time.
func (p Point) Distinct() int { return 1 << bits.OnesCount(uint(p.RotMask&(sim.FilterTaps-1))) }

// Lanes names the pattern as the course's table does: "broadcast",
// "per-lane"; what lies between is "2 distinct" to "16 distinct".
func (p Point) Lanes() string {
	switch d := p.Distinct(); d {
	case 1:
		return "broadcast"
	case sim.FilterTaps:
		return "per-lane"
	default:
		return strconv.Itoa(d) + " distinct"
	}
}

// parseLanes finds the mask of a pattern that Lanes has named.
func parseLanes(text string) (mask int, ok bool) {
	for _, mask := range []int{0, 1, 3, 7, 15, 31} {
		if strings.EqualFold(strings.TrimSpace(text), (Point{RotMask: mask}).Lanes()) {
			return mask, true
		}
	}
	return 0, false
}

// readFileLimited reads a regular file of at most limit bytes.
func readFileLimited(path string, limit int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fileError("open", path, err)
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil {
		return nil, fileError("open", path, err)
	} else if info.IsDir() {
		return nil, fmt.Errorf("cannot open %s: it is a folder: choose a file in it", CleanText(filepath.Base(path), maxName))
	}
	data, err := readLimited(f, limit)
	if err != nil {
		return nil, fileError("read", path, err)
	}
	return data, nil
}
