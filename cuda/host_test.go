package cuda

import (
	"errors"
	"strings"
	"testing"
)

func TestDriverVersion(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.159.04  Tue Mar 11 20:00:00 UTC 2026\nGCC version:  gcc version 12.2.0\n", "580.159.04"},
		{"NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  535.54.03  Release Build\n", "535.54.03"},
		{"NVRM version: NVIDIA UNIX x86_64 Kernel Module  470.42\n", "470.42"},
		{"nothing of the kind\nGCC version:  gcc version 112.2.0\n", ""},
		{"", ""},
	} {
		if got := driverVersion(c.text); got != c.want {
			t.Errorf("driverVersion(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}

func TestIsWSL(t *testing.T) {
	for text, want := range map[string]bool{
		"Linux version 5.15.90.1-microsoft-standard-WSL2 (oe-user@oe-host)": true,
		"Linux version 4.4.0-19041-Microsoft":                               true,
		"Linux version 6.1.0-18-amd64 (debian-kernel@lists.debian.org)":     false,
		"": false,
	} {
		if got := isWSL(text); got != want {
			t.Errorf("isWSL(%q) = %v", text, got)
		}
	}
}

func TestAdviceKnowsTheComputer(t *testing.T) {
	for _, c := range []struct {
		name string
		host host
		code int
		want string // "" for no addition
	}{
		{"WSL without a device", host{wsl: true}, 100, "driver is the one of Windows"},
		{"WSL and a stub", host{wsl: true}, 34, "remove every NVIDIA driver package from Linux"},
		{"hidden under WSL", host{wsl: true, hidden: true, visible: "3"}, 100, `CUDA_VISIBLE_DEVICES is "3"`},
		{"old driver", host{cuda: 6050}, 222, "it has CUDA 6.5, the kernels need 7.0"},
		{"where the library lies", host{library: "/usr/lib/libcuda.so.1"}, 804, "(library: /usr/lib/libcuda.so.1)"},
		{"nothing to add", host{library: "/usr/lib/libcuda.so.1", wsl: true, cuda: 12060, hidden: true}, 719, ""},
	} {
		if got := c.host.explain(c.code); (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// Every code that users meet has its name and an advice that says what to do.
func TestFaults(t *testing.T) {
	for _, code := range []int{1, 2, 3, 4, 34, 35, 36, 46, 100, 101, 200, 201, 209, 218, 221, 222, 300, 301, 500, 700, 701, 702, 716, 719, 802, 803, 804, 999} {
		k, ok := lookUpFault(code)
		if !ok || !strings.HasPrefix(k.name, "CUDA_ERROR_") || !strings.Contains(k.advice, "; ") {
			t.Errorf("code %d: %+v", code, k)
		}
		if text := newFault("cuX", code, "", host{}).Error(); !strings.HasPrefix(text, "cuX failed with CUDA error ") {
			t.Errorf("code %d: %s", code, text)
		}
	}
	if got := withLog(errors.New("other"), "log").Error(); got != "other" {
		t.Errorf("withLog changed a foreign error to %q", got)
	}
	if codeOf(errors.New("other")) != 0 || codeOf(newFault("cuX", 46, "", host{})) != 46 {
		t.Error("codeOf does not find the driver's code")
	}
}

func TestVersionText(t *testing.T) {
	for v, want := range map[int]string{12060: "12.6", 13000: "13.0", 7000: "7.0", 6050: "6.5", 11080: "11.8"} {
		if got := versionText(v); got != want {
			t.Errorf("versionText(%d) = %s, want %s", v, got, want)
		}
	}
}
