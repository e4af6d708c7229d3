package sim

import "math"

// Reason is what sets the time of a load.
type Reason string

// The reasons, in words that complete "set by".
const (
	IssueFloor         Reason = "the floor of the instruction stream"
	ConstantPasses     Reason = "passes"
	DataWavefronts     Reason = "wavefronts of the data banks"
	TagWavefronts      Reason = "wavefronts of the tag banks"
	ConstantCacheSpill Reason = "the first-level constant cache, which its lines overflow"
)

// Cost is what a load takes on a card: cycles for which the pipe of one SM is
// busy with it while many warps load, never the latency of one load. Where the
// law gives no single number, Cycles is its best and Low and High bound it;
// else all three are equal.
type Cost struct {
	Cycles, Low, High float64
	Why               Reason
}

// Price is the price of the path, which may be unknown.
func (p Prices) Price(path string) Price {
	switch path {
	case "constant":
		return p.Constant
	case "global":
		return p.Global
	case "shared":
		return p.Shared
	case "texture":
		return p.Texture
	}
	return Price{}
}

// Load is what the billed load costs on the card of the price list. There is
// no cost when the path has no price, and none when no lane takes part.
func (p Prices) Load(b *Bill) (Cost, bool) {
	price := p.Price(b.Path)
	if !price.Known() || len(b.Charges) == 0 {
		return Cost{}, false
	}
	switch b.Path {
	case "constant":
		return p.constantLoad(b, price), true
	case "global":
		return p.globalLoad(b, price), true
	}
	return price.cost(b.Wavefronts(), DataWavefronts), true
}

// cost is the price of so many units, which are to blame unless the floor is.
func (p Price) cost(units int, why Reason) Cost {
	cycles := p.Cycles(units)
	if cycles <= p.Floor {
		why = IssueFloor
	}
	return Cost{cycles, cycles, cycles, why}
}

// constantLoad adds what misses of the first-level cache cost. A load that the
// hardware makes two of is issued twice.
func (p Prices) constantLoad(b *Bill, price Price) Cost {
	c := price.cost(b.Units()/b.Instructions, ConstantPasses)
	c = c.times(float64(b.Instructions))
	o := p.Cache.overflow(b)
	if o.misses == 0 {
		return c
	}
	more := p.Cache.cost(o)
	return Cost{c.Cycles + more.Cycles, c.Low + more.Low, c.High + more.High, ConstantCacheSpill}
}

func (c Cost) times(n float64) Cost {
	return Cost{c.Cycles * n, c.Low * n, c.High * n, c.Why}
}

// globalLoad is the price of the larger of data and tag wavefronts. Where the
// hash of the tag banks is not known, the lines may spread over all banks or
// meet in one; the best number is then that of the fewest banks that timing
// allows, evenly used.
func (p Prices) globalLoad(b *Bill, price Price) Cost {
	data := price.cost(b.DataWavefronts, DataWavefronts)
	if p.TagBanks.Hashed {
		return larger(data, price.cost(b.TagWavefronts, TagWavefronts))
	}
	if p.TagBanks.Low < 1 || p.TagBanks.High < p.TagBanks.Low {
		return data
	}
	even := func(banks int) int { return int(math.Ceil(float64(b.Lines) / float64(banks))) }
	c := larger(data, price.cost(even(p.TagBanks.Low), TagWavefronts))
	c.Low = max(data.Cycles, price.Cycles(even(p.TagBanks.High)))
	c.High = max(data.Cycles, price.Cycles(b.Lines))
	return c
}

// larger is the cost of what takes longer, the first when both take as long.
func larger(a, b Cost) Cost {
	if b.Cycles > a.Cycles {
		return b
	}
	return a
}
