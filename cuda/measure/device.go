package measure

import "errors"

// ErrNoGPU is wrapped by every error that means that this computer has no GPU
// the program can use. The command line exits with 3 on it.
var ErrNoGPU = errors.New("no usable GPU")

// Device is what the driver says about one GPU.
type Device struct {
	UUID            string `json:"uuid,omitempty"` // "GPU-..." as nvidia-smi prints it; MIG slices "MIG-..."
	Index           int    `json:"index"`          // the driver's number, in PCI bus order
	Name            string `json:"name"`           // "NVIDIA H200"
	PCI             string `json:"pci,omitempty"`  // "0000:00:1e.0"
	Major           int    `json:"major"`          // compute capability
	Minor           int    `json:"minor"`          //
	SMs             int    `json:"sms,omitempty"`  // streaming multiprocessors
	ClockMHz        int    `json:"clock_mhz,omitempty"`
	MemoryBytes     uint64 `json:"memory_bytes,omitempty"`
	L2Bytes         uint64 `json:"l2_bytes,omitempty"`
	PersistingL2Max uint64 `json:"persisting_l2_max_bytes"` // 0: the card reserves no L2
	PolicyWindowMax uint64 `json:"policy_window_max_bytes"`
	ConstantBytes   uint64 `json:"constant_bytes,omitempty"`
	Watchdog        bool   `json:"watchdog,omitempty"` // the system ends kernels that run for seconds
	CUDA            string `json:"cuda,omitempty"`     // highest CUDA version of the driver: "13.0"
	Driver          string `json:"driver,omitempty"`   // "580.159.04", empty when unknown
}
