package sim

import "math/rand/v2"

// Calibration is one load that the price list of a card is made from: a
// pattern of 4-byte elements on one path. Its elements lie within the 64 KiB
// table of the probe, on the shared path within 32 KiB.
type Calibration struct {
	Path    string // name of the tariff
	Pattern Choice
}

// Access is the load.
func (c Calibration) Access() (Access, error) {
	x, err := c.Pattern.Indices()
	if err != nil {
		return Access{}, err
	}
	return Elements(x, calibrationWidth)
}

// calibrationWidth is the width of every load of the calibration.
const calibrationWidth = 4

// tableBytes is the size of the probe's table, as large as constant memory.
const tableBytes = ConstantBytes

// CalibrationPatterns lists what must be measured for the price list of a
// card: four patterns a path for its rate, then what tells the geometry of
// the constant cache and the tag banks of the data cache.
func CalibrationPatterns() []Calibration {
	var list []Calibration
	// 1, 4, 16 and 32 passes, all in two lines of the constant cache.
	for _, c := range []Choice{named("broadcast", 0), named("distinct", 4), named("distinct", 16), named("per-lane")} {
		list = append(list, Calibration{"constant", c})
	}
	// 1, 4, 16 and 32 wavefronts by bank conflicts. A stride of S words
	// touches S lines and no more, so whatever the tag banks are, they ask for
	// no more wavefronts than the data banks do.
	for _, path := range []string{"global", "shared", "texture"} {
		for _, c := range []Choice{named("broadcast", 0), named("stride", 4), named("stride", 16), named("stride", 32)} {
			list = append(list, Calibration{path, c})
		}
	}
	for _, c := range cachePatterns() {
		list = append(list, Calibration{"constant", c})
	}
	for _, x := range tagPatterns() {
		list = append(list, Calibration{"global", painted(x)})
	}
	return list
}

func named(id string, values ...int64) Choice { return Choice{ID: id, Values: values} }

func painted(x Indices) Choice { return Choice{ID: PaintID, Painted: x} }

// The grid on which the constant cache is sounded, in bytes and addresses.
// Addresses farthest apart lie in one set of any cache whose sets repeat
// within farthest bytes; there the counts are denser, to find the ways.
const farthest = tableBytes / WarpSize

func cacheStrides() []int { return []int{32, 64, 128, 256, 512, 1024, farthest} }
func cacheCounts() []int  { return []int{4, 8, 16, 32} }
func wayCounts() []int    { return []int{2, 3, 4, 5, 6, 8, 12, 16, 24, 32} }
func lineShifts() []int   { return []int{32, 64, 128, 256} }

// mixedPatterns is how many of the patterns of the constant cache, at the end
// of the list, fill its sets unevenly. Some overflow so lightly that their time
// does not tell it: they say what a miss costs, not what fits.
const mixedPatterns = 6

// cachePatterns are the strided patterns, then those that tell the size of a
// line, then the mixed ones.
func cachePatterns() []Choice {
	var list []Choice
	for _, stride := range cacheStrides() {
		counts := cacheCounts()
		if stride == farthest {
			counts = wayCounts()
		}
		for _, n := range counts {
			list = append(list, painted(spaced(n, stride)))
		}
	}
	for _, shift := range lineShifts() {
		for _, n := range cacheCounts() {
			list = append(list, painted(shifted(n, shift)))
		}
	}
	for _, crowd := range []int{24, 16, 8} {
		list = append(list, painted(crowded(crowd)))
	}
	for seed := range int64(3) {
		list = append(list, named("random", seed+1, tableBytes/calibrationWidth))
	}
	return list
}

// spaced are n addresses, each stride bytes from the one before.
func spaced(n, stride int) Indices {
	return each(func(lane int) uint64 { return uint64(lane % n * stride / calibrationWidth) })
}

// shifted are n addresses of one set, every other of them moved on by some
// bytes: into the next set when a line is no longer than that. Then each set
// holds half of the addresses, else one set holds all.
func shifted(n, shift int) Indices {
	return each(func(lane int) uint64 {
		i := lane % n
		return uint64((i*farthest + i%2*shift) / calibrationWidth)
	})
}

// crowded are 32 addresses of which the given number lie in one set and the
// rest in the lines that follow it.
func crowded(n int) Indices {
	return each(func(lane int) uint64 {
		if lane < n {
			return uint64(lane * farthest / calibrationWidth)
		}
		return uint64((lane - n + 1) * 64 / calibrationWidth)
	})
}

// tagPatterns are loads whose 32 lanes read 32 lines from 32 data banks, so
// that the tag banks alone set their time. Two lie in one bank of the H200's
// hash, one in two banks, one in all four evenly; the last four were drawn
// without regard to the hash, and tell the number of banks of another.
func tagPatterns() []Indices {
	r := rand.New(rand.NewPCG(2, 0))
	var in [4][]uint64 // the lines of each bank, in random order
	lines := r.Perm(tableBytes / LineBytes)
	for _, l := range lines {
		bank := tagBank(uint64(l))
		in[bank] = append(in[bank], uint64(l))
	}
	list := []Indices{
		inOwnBanks(in[0][:32]),
		inOwnBanks(in[3][:32]),
		inOwnBanks(in[1][:16], in[2][:16]),
		inOwnBanks(in[0][:8], in[1][:8], in[2][:8], in[3][:8]),
	}
	for range drawnTagPatterns {
		var drawn []uint64
		for _, l := range r.Perm(len(lines))[:WarpSize] {
			drawn = append(drawn, uint64(l))
		}
		list = append(list, inOwnBanks(drawn))
	}
	return list
}

// drawnTagPatterns is how many of the tag patterns, at the end of the list,
// know nothing of the H200's hash.
const drawnTagPatterns = 4

// inOwnBanks has each lane read from a line of its own, from the data bank of
// the lane's number.
func inOwnBanks(groups ...[]uint64) Indices {
	var x Indices
	lane := 0
	for _, lines := range groups {
		for _, line := range lines {
			x[lane] = line*(LineBytes/calibrationWidth) + uint64(lane)
			lane++
		}
	}
	return x
}

// tagBank is the bank of a line by the H200's hash.
func tagBank(line uint64) int {
	var t tagBanks
	t.add(line)
	for bank, n := range t {
		if n > 0 {
			return bank
		}
	}
	return 0
}
