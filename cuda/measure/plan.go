package measure

// Plan says what a sweep measures and how.
type Plan struct {
	Name     string   `json:"name"`             // "course", "full" or the plan file's name
	Device   string   `json:"device,omitempty"` // UUID or index; empty: the first
	Sizes    []uint64 `json:"sizes"`            // outputs n, rising
	RotMasks []int    `json:"rot_masks"`        // 0 broadcast, 31 per-lane
	Pairs    int      `json:"pairs"`            // constant/global sample pairs of each point, at least 6
	BatchMS  float64  `json:"batch_ms"`         // a sample is one batch of launches of at least this long
	Course   bool     `json:"course"`           // also take the course's own method
}

// Point is one row of a sweep: a size and a lane pattern.
type Point struct {
	N       uint64 `json:"n"`
	RotMask int    `json:"rot_mask"`
}
