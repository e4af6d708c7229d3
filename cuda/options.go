package cuda

import "warpbill/cuda/measure"

// Options say how the driver is opened.
type Options struct {
	// Library is the absolute path of the driver library to load instead of
	// the system's. Empty: the system's. It is how tests bring their own.
	Library string
	// Program names the program and its version in the results.
	Program string
}

// Report is what Inspect found.
type Report struct {
	Tried   []string         `json:"tried"`             // libraries tried, with what came of it
	Library string           `json:"library,omitempty"` // the file that was loaded
	CUDA    string           `json:"cuda,omitempty"`    // highest CUDA version of the driver
	Driver  string           `json:"driver,omitempty"`  // the driver's version, where the system tells
	WSL     bool             `json:"wsl,omitempty"`     // Linux inside Windows
	Devices []measure.Device `json:"devices,omitempty"`
	Problem string           `json:"problem,omitempty"` // why nothing can be measured, and what to do
}
