package measure

import "warpbill/sim"

// Probe is one pattern measured on one path by the pattern probe: how long
// the pipe of one SM is busy with a warp's load when 32 warps of an SM repeat
// it. Cycles are the SM's own.
type Probe struct {
	Path    string      `json:"path"`    // "constant", "global", "shared", "texture"
	Pattern string      `json:"pattern"` // as the command line writes it
	Width   int         `json:"width"`   // bytes a lane reads
	Index   sim.Indices `json:"index"`   // elements that the lanes read
	Cycles  Summary     `json:"cycles"`  // for each warp load and SM
	// ClockMHz is the SM clock while it was measured, 0 when unknown.
	ClockMHz float64  `json:"clock_mhz,omitempty"`
	Warnings []string `json:"warnings,omitempty"`
}

func (Probe) event() {}
