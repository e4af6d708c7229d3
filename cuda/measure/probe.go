package measure

// Probe is one load measured by the pattern probe: how long the pipe of one SM
// is busy with it when the 32 warps of an SM repeat it. Cycles are the SM's
// own.
type Probe struct {
	Load
	Cycles Summary `json:"cycles"` // for each warp load and SM
	// ClockMHz is the SM clock while it was measured, 0 when unknown.
	ClockMHz float64  `json:"clock_mhz,omitempty"`
	Warnings []string `json:"warnings,omitempty"`
}

func (Probe) event() {}
