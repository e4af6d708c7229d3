//go:build cgo

package cuda

import (
	"path/filepath"
	"strings"
)

// places are where the driver library may be, best first: what the system's
// loader finds, then WSL, distributions that keep it apart, containers,
// NixOS, Jetson. A toolkit's stub folder is never among them.
func places() []string {
	list := []string{"libcuda.so.1"}
	for _, pattern := range []string{
		"/usr/lib/wsl/lib/libcuda.so.1",
		"/usr/lib/wsl/drivers/*/libcuda.so*",
		"/usr/lib/*-linux-gnu/libcuda.so.1",
		"/usr/lib/*-linux-gnu/nvidia/current/libcuda.so.1",
		"/usr/lib/aarch64-linux-gnu/tegra/libcuda.so.1",
		"/usr/lib64/libcuda.so.1",
		"/usr/local/nvidia/lib64/libcuda.so.1",
		"/run/opengl-driver/lib/libcuda.so.1",
	} {
		found, _ := filepath.Glob(pattern) // the patterns are well formed
		for _, path := range found {
			if !strings.Contains(path, "/stubs/") {
				list = append(list, path)
			}
		}
	}
	return list
}
