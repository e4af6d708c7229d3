package sim

import "math/rand/v2"

// FilterTaps is the number of taps of the convolution's filter, and so of the
// elements among which its patterns choose.
const FilterTaps = 32

// Param is one whole number that a pattern takes.
type Param struct {
	Name     string // as it is shown beside its control
	Word     string // as usage texts write it
	Doc      string
	Min, Max int64
	Default  int64
	Required bool // the command line must name it
}

// Pattern is a rule by which 32 lanes choose their elements.
type Pattern struct {
	ID, Title, Doc string
	Params         []Param
	// InFilter says that the pattern stays within the 32 taps, so that the
	// convolution's tap k turns it.
	InFilter bool
	// Indices takes one value for each of Params.
	Indices func(values []int64) Indices
}

// MaxParam is the largest stride, offset or span that a pattern takes.
const MaxParam = 1 << 20

// MaxSeed is the largest seed: whole numbers up to it survive every file
// format.
const MaxSeed = 1<<53 - 1

// Patterns lists the patterns in the order in which they are shown.
func Patterns() []Pattern {
	return []Pattern{
		{
			ID: "broadcast", Title: "Broadcast", Doc: "every lane asks for the same element", InFilter: true,
			Params:  []Param{{Name: "tap k", Word: "K", Doc: "the element that all lanes read", Min: 0, Max: MaxParam}},
			Indices: func(v []int64) Indices { return each(func(int) uint64 { return uint64(v[0]) }) },
		},
		{
			ID: "distinct", Title: "distinct", Doc: "lane l asks for element l mod K: K distinct addresses", InFilter: true,
			Params:  []Param{{Name: "distinct", Word: "K", Doc: "number of distinct addresses", Min: 1, Max: WarpSize, Default: 8, Required: true}},
			Indices: func(v []int64) Indices { return each(func(l int) uint64 { return uint64(l) % uint64(v[0]) }) },
		},
		{
			ID: "per-lane", Title: "Per-lane", Doc: "lane l asks for element l: 32 distinct addresses side by side", InFilter: true,
			Indices: func([]int64) Indices { return each(func(l int) uint64 { return uint64(l) }) },
		},
		{
			ID: "stride", Title: "Stride", Doc: "lane l asks for element l times S, without wrapping",
			Params:  []Param{{Name: "stride", Word: "S", Doc: "elements between neighbouring lanes", Min: 0, Max: MaxParam, Default: 2, Required: true}},
			Indices: func(v []int64) Indices { return each(func(l int) uint64 { return uint64(l) * uint64(v[0]) }) },
		},
		{
			ID: "offset", Title: "Offset", Doc: "lane l asks for element l plus O, without wrapping",
			Params:  []Param{{Name: "offset", Word: "O", Doc: "elements by which the warp is shifted", Min: 0, Max: MaxParam, Default: 4, Required: true}},
			Indices: func(v []int64) Indices { return each(func(l int) uint64 { return uint64(l) + uint64(v[0]) }) },
		},
		{
			ID: "reverse", Title: "Reverse", Doc: "lane l asks for element 31 - l", InFilter: true,
			Indices: func([]int64) Indices { return each(func(l int) uint64 { return uint64(WarpSize - 1 - l) }) },
		},
		{
			ID: "pairs", Title: "Pairs", Doc: "two neighbouring lanes share an element: lane l asks for l / 2", InFilter: true,
			Indices: func([]int64) Indices { return each(func(l int) uint64 { return uint64(l / 2) }) },
		},
		{
			ID: "halves", Title: "Halves", Doc: "lanes 0 to 15 ask for element 0, lanes 16 to 31 for element 100",
			Indices: func([]int64) Indices { return each(func(l int) uint64 { return uint64(l/16) * 100 }) },
		},
		{
			ID: "random", Title: "Random", Doc: "each lane asks for an element at random; a seed is a pattern for ever", InFilter: true,
			Params: []Param{
				{Name: "seed", Word: "SEED", Doc: "seed of the generator", Min: 0, Max: MaxSeed, Default: 7, Required: true},
				{Name: "span", Word: "SPAN", Doc: "number of elements to choose among", Min: 1, Max: MaxParam, Default: FilterTaps},
			},
			Indices: randomIndices,
		},
	}
}

func randomIndices(v []int64) Indices {
	r := rand.New(rand.NewPCG(uint64(v[0]), 0))
	return each(func(int) uint64 { return uint64(r.IntN(int(v[1]))) })
}

func each(index func(lane int) uint64) Indices {
	var x Indices
	for lane := range x {
		x[lane] = index(lane)
	}
	return x
}
