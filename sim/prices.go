package sim

// Price is what loads of one path cost on one card, in cycles of an SM for
// each warp load, when everything hits: the larger of Floor, which issuing
// the load and its surroundings takes, and Slope for each unit plus Offset.
// A unit is a pass of constant memory, else a wavefront.
type Price struct {
	Floor  float64 `json:"floor"`
	Slope  float64 `json:"slope"`
	Offset float64 `json:"offset"`
}

// Known says whether the price was measured.
func (p Price) Known() bool { return p.Floor > 0 && p.Slope > 0 }

// Cycles is the price of a load of so many units.
func (p Price) Cycles(units int) float64 {
	return max(p.Floor, p.Slope*float64(units)+p.Offset)
}

// ConstantCache is the first-level constant cache of one card: an address
// lies in set (address / LineBytes) mod Sets, and a set holds Ways lines.
//
// A pass to a set of more lines than Ways misses at a rate of one less
// Ways / lines. What a miss costs depends on where the other passes of the
// load go: Miss cycles when at most half of them go to the same set, Thrash
// when all do, for then the warps of an SM take one another's lines away
// before they are read. MissLow and MissHigh bound Miss over the loads that it
// was measured with.
type ConstantCache struct {
	LineBytes int     `json:"line_bytes"`
	Sets      int     `json:"sets"`
	Ways      int     `json:"ways"`
	Miss      float64 `json:"miss"`
	MissLow   float64 `json:"miss_low"`
	MissHigh  float64 `json:"miss_high"`
	Thrash    float64 `json:"thrash"`
}

// Prices is the price list of one card.
type Prices struct {
	Constant Price         `json:"constant"`
	Global   Price         `json:"global"`
	Shared   Price         `json:"shared"`
	Texture  Price         `json:"texture,omitzero"`
	Cache    ConstantCache `json:"constant_cache,omitzero"`
	// TagBanks says what is known of the banks of the data cache's tags:
	// with Hashed the H200's hash holds on this card too; without it their
	// number lies between Low and High.
	TagBanks TagBanks `json:"tag_banks,omitzero"`
	// TapFloors is the least that a tap of the convolution takes on a path, in
	// cycles of an SM for each warp: issuing its instructions. It cannot be
	// told from single loads and is measured on the kernel itself, see
	// TapFloor. Keys are the IDs of paths.
	TapFloors map[string]float64 `json:"tap_floors,omitempty"`
}

// TagBanks is what timing tells of the tag banks of a card.
type TagBanks struct {
	Hashed bool `json:"hashed"`
	Low    int  `json:"low,omitempty"`
	High   int  `json:"high,omitempty"`
}
