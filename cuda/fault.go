package cuda

import (
	"errors"
	"fmt"
	"strings"
)

// fault is a call of the driver that failed: which, with what code, and what
// the user can do about it.
type fault struct {
	call   string
	code   int
	name   string // CUDA_ERROR_...
	advice string
	log    string // what the driver's compiler said
}

// Error is one line: call, number, name, advice.
func (f *fault) Error() string {
	text := fmt.Sprintf("%s failed with CUDA error %d (%s): %s", f.call, f.code, f.name, f.advice)
	if f.log != "" {
		text += " (the driver's compiler said: " + f.log + ")"
	}
	return text
}

// codeOf is the driver's code in err, 0 when there is none.
func codeOf(err error) int {
	var f *fault
	if errors.As(err, &f) {
		return f.code
	}
	return 0
}

// Codes that the sweep itself acts on. The numbers never change.
const (
	outOfMemory = 2
	stubLibrary = 34
	noDevice    = 100
)

// knownFault is the name of a code and what to do about it.
type knownFault struct{ name, advice string }

// The sweep's process ends after every error, so the advice starts from there.
func lookUpFault(code int) (knownFault, bool) {
	known := map[int]knownFault{
		1:           {"CUDA_ERROR_INVALID_VALUE", "the driver refused an argument; update the NVIDIA driver"},
		outOfMemory: {"CUDA_ERROR_OUT_OF_MEMORY", "the GPU's memory is full; close programs that use it (nvidia-smi lists them) or measure smaller sizes"},
		3:           {"CUDA_ERROR_NOT_INITIALIZED", "the driver is not ready; start the program again"},
		4:           {"CUDA_ERROR_DEINITIALIZED", "the driver is shutting down; start the measurement again"},
		stubLibrary: {"CUDA_ERROR_STUB_LIBRARY", "this libcuda is the CUDA toolkit's stub, not a driver; install the NVIDIA driver, or take the folder with the stub out of LD_LIBRARY_PATH"},
		35:          {"CUDA_ERROR_INSUFFICIENT_DRIVER", "the NVIDIA driver is too old; update it"},
		36:          {"CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER", "the NVIDIA driver is too old; update it"},
		46:          {"CUDA_ERROR_DEVICE_UNAVAILABLE", "the GPU is taken by another program or set to exclusive use; wait for that program to end"},
		noDevice:    {"CUDA_ERROR_NO_DEVICE", "the driver sees no NVIDIA GPU; check with nvidia-smi that the card is there"},
		101:         {"CUDA_ERROR_INVALID_DEVICE", "there is no GPU of that number; `warpbill doctor` lists those there are"},
		200:         {"CUDA_ERROR_INVALID_IMAGE", "the driver cannot read the kernels; update the NVIDIA driver"},
		201:         {"CUDA_ERROR_INVALID_CONTEXT", "the driver lost its context; start the measurement again"},
		209:         {"CUDA_ERROR_NO_BINARY_FOR_GPU", "the kernels cannot be compiled for this GPU; it has to have compute capability 5.2 or higher"},
		214:         {"CUDA_ERROR_ECC_UNCORRECTABLE", "the GPU's memory reported an error that it could not correct; restart the computer, and have the card checked if it comes back"},
		215:         {"CUDA_ERROR_UNSUPPORTED_LIMIT", "this card or its driver has no such limit, nor has a slice of a card; a newer driver may"},
		218:         {"CUDA_ERROR_INVALID_PTX", "the driver could not compile the kernels; update it, or set CUDA_CACHE_DISABLE=1 if the compile cache is on a shared disk"},
		221:         {"CUDA_ERROR_JIT_COMPILER_NOT_FOUND", "the driver's compiler (libnvidia-ptxjitcompiler) is missing; install the whole driver, in a container too"},
		222:         {"CUDA_ERROR_UNSUPPORTED_PTX_VERSION", "the driver is older than the kernels; update the NVIDIA driver"},
		300:         {"CUDA_ERROR_INVALID_SOURCE", "the driver could not read the kernels; update it"},
		301:         {"CUDA_ERROR_FILE_NOT_FOUND", "a file of the driver is missing; install the NVIDIA driver again"},
		500:         {"CUDA_ERROR_NOT_FOUND", "the driver does not find a kernel by its name; install the program again"},
		700:         {"CUDA_ERROR_ILLEGAL_ADDRESS", "a kernel touched memory that is not its own and the GPU stopped it; start the measurement again, and report it if it comes back"},
		701:         {"CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES", "the GPU has too few registers for the launch; report the GPU's name"},
		702:         {"CUDA_ERROR_LAUNCH_TIMEOUT", "the system ended a kernel that ran too long on a GPU that also drives a display; measure smaller sizes or use a GPU without a display"},
		716:         {"CUDA_ERROR_MISALIGNED_ADDRESS", "a kernel read a misaligned address; start the measurement again, and report it if it comes back"},
		719:         {"CUDA_ERROR_LAUNCH_FAILED", "a kernel stopped with an error; start the measurement again, and restart the computer if it comes back"},
		801:         {"CUDA_ERROR_NOT_SUPPORTED", "this card or its driver does not support it; a newer driver may"},
		802:         {"CUDA_ERROR_SYSTEM_NOT_READY", "the GPU's fabric is not ready; wait a minute, and check that nvidia-fabricmanager runs"},
		803:         {"CUDA_ERROR_SYSTEM_DRIVER_MISMATCH", "the NVIDIA driver was updated and the old one still runs; restart the computer"},
		804:         {"CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE", "a CUDA compatibility library is in the way that this GPU does not support; remove it, or update the driver of the host"},
		999:         {"CUDA_ERROR_UNKNOWN", "the driver does not say what is wrong; run `nvidia-modprobe -u` as root or restart the computer"},
	}
	k, ok := known[code]
	return k, ok
}

// newFault describes a failed call. driverName is the driver's own name for
// the code, which counts for codes that are not known here; h adds what only
// this computer's circumstances explain.
func newFault(call string, code int, driverName string, h host) *fault {
	f := &fault{call: call, code: code, name: driverName}
	k, ok := lookUpFault(code)
	if !ok {
		k.advice = "restart the program; if it comes back, restart the computer"
	}
	f.advice = k.advice
	if f.name == "" {
		f.name = k.name
	}
	if f.name == "" {
		f.name = "unknown to this driver"
	}
	f.advice += h.explain(code)
	return f
}

// withLog adds what the driver's compiler complained about, on one line.
func withLog(err error, log string) error {
	var f *fault
	if errors.As(err, &f) {
		f.log = strings.Join(strings.Fields(log), " ")
	}
	return err
}
