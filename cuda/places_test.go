//go:build cgo && linux

package cuda

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The system's own driver comes first, by the name that only a driver has:
// "libcuda.so" without a version is what toolkits install as a stub.
func TestPlaces(t *testing.T) {
	list := places()
	if list[0] != "libcuda.so.1" {
		t.Errorf("the first place is %q", list[0])
	}
	for _, path := range list[1:] {
		if !filepath.IsAbs(path) || strings.Contains(path, "/stubs/") {
			t.Errorf("%q is no place for a driver", path)
		}
	}
	if wsl, _ := filepath.Glob("/usr/lib/wsl/lib/libcuda.so.1"); len(wsl) > 0 && !slices.Contains(list, wsl[0]) {
		t.Errorf("the driver of WSL is not among %q", list)
	}
	for _, path := range []string{"relative/libcuda.so.1", "libcuda.so.1", "./libcuda.so.1"} {
		if _, err := (Options{Library: path}).paths(); err == nil {
			t.Errorf("%q is taken although the current folder could answer it", path)
		}
	}
	if paths, err := (Options{Library: "/opt/libcuda.so.1"}).paths(); err != nil || !slices.Equal(paths, []string{"/opt/libcuda.so.1"}) {
		t.Errorf("a chosen library gives %q, %v", paths, err)
	}
}
