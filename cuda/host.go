package cuda

import (
	"fmt"
	"os"
	"regexp"
	"strings"
)

// host is what of this computer's circumstances explains driver errors.
type host struct {
	wsl     bool   // Linux inside Windows: the driver is the one of Windows
	visible string // CUDA_VISIBLE_DEVICES
	hidden  bool   // CUDA_VISIBLE_DEVICES is set
	driver  string // version of the kernel driver
	library string // file of the loaded library
	cuda    int    // version that the driver supports, 12060 for 12.6
}

// readHost looks around. Nothing in it has to be there.
func readHost() host {
	var h host
	if text, err := os.ReadFile("/proc/version"); err == nil {
		h.wsl = isWSL(string(text))
	}
	if text, err := os.ReadFile("/proc/driver/nvidia/version"); err == nil {
		h.driver = driverVersion(string(text))
	}
	h.visible, h.hidden = os.LookupEnv("CUDA_VISIBLE_DEVICES")
	return h
}

// isWSL tells from the kernel's version line whether Windows is underneath.
func isWSL(version string) bool {
	return strings.Contains(strings.ToLower(version), "microsoft")
}

// driverVersion finds "580.159.04" in the text of /proc/driver/nvidia/version.
func driverVersion(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return regexp.MustCompile(`\b\d{3,}\.\d+(\.\d+)?\b`).FindString(line)
}

// explain is what to add to the advice for a code on this computer.
func (h host) explain(code int) string {
	var also string
	switch {
	case code == noDevice && h.hidden:
		also = fmt.Sprintf("; CUDA_VISIBLE_DEVICES is %q, which may hide it: unset it and try again", h.visible)
	case h.wsl && (code == noDevice || code == stubLibrary):
		also = "; under WSL the driver is the one of Windows: update it there and remove every NVIDIA driver package from Linux"
	case code == 222 && h.cuda > 0:
		also = fmt.Sprintf("; it has CUDA %s, the kernels need %s", versionText(h.cuda), versionText(neededCUDA))
	}
	if h.library != "" && (code == noDevice || code == stubLibrary || code == 803 || code == 804) {
		also += " (library: " + h.library + ")"
	}
	return also
}

// neededCUDA is the version that PTX 4.2 and the primary context came with.
const neededCUDA = 7000

// versionText writes 12060 as "12.6".
func versionText(v int) string { return fmt.Sprintf("%d.%d", v/1000, v%1000/10) }

// prepareEnvironment sets what the driver reads when it starts. What the user
// has set stays.
func prepareEnvironment() error {
	for _, e := range []struct{ name, value string }{
		// The driver's own order puts the fastest card first, nvidia-smi's does not.
		{"CUDA_DEVICE_ORDER", "PCI_BUS_ID"},
		// Kernels are loaded before the first launch rather than by it.
		{"CUDA_MODULE_LOADING", "EAGER"},
	} {
		if _, set := os.LookupEnv(e.name); set {
			continue
		}
		if err := os.Setenv(e.name, e.value); err != nil {
			return fmt.Errorf("set %s: %w", e.name, err)
		}
	}
	return nil
}
