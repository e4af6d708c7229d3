package cli_test

import (
	"encoding/json"
	"fmt"
	"net"
	"path/filepath"
	"strings"
	"testing"

	"warpbill/cuda/measure"
	"warpbill/ui/cli"
)

type finding struct {
	Name, Found, Advice string
	OK                  bool
}

type diagnosis struct {
	Version  string
	Findings []finding
	Devices  []measure.Device
}

func (d diagnosis) find(t *testing.T, name string) finding {
	t.Helper()
	for _, f := range d.Findings {
		if f.Name == name {
			return f
		}
	}
	t.Fatalf("nothing is said about %q", name)
	return finding{}
}

func diagnose(t *testing.T, gpu cli.GPU) diagnosis {
	t.Helper()
	a := runOn(t, t.Context(), cli.Env{Inspect: func() cli.GPU { return gpu }}, "doctor", "--json")
	if a.code != 0 || a.errs != "" {
		t.Fatalf("got %d, %q", a.code, a.errs)
	}
	var d diagnosis
	if err := json.Unmarshal([]byte(a.out), &d); err != nil {
		t.Fatalf("%q: %v", a.out, err)
	}
	return d
}

func TestDoctorWhereThereIsNothing(t *testing.T) {
	for _, name := range []string{"DISPLAY", "WAYLAND_DISPLAY", "HOME", "XDG_CONFIG_HOME", "LD_LIBRARY_PATH"} {
		t.Setenv(name, "")
	}
	d := diagnose(t, cli.GPU{})
	if d.Version != "1.2.3" || len(d.Devices) != 0 {
		t.Errorf("got %+v", d)
	}
	for _, name := range []string{"display", "GPU driver", "settings"} {
		if f := d.find(t, name); f.OK || f.Advice == "" {
			t.Errorf("%+v: want it missing, with advice", f)
		}
	}
	a := run(t, "doctor")
	if a.code != 0 || !strings.Contains(a.out, "missing") || !strings.Contains(a.out, "Without a GPU") {
		t.Errorf("got %+v", a)
	}
}

// xServer is the DISPLAY of something that takes connections.
func xServer(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return fmt.Sprintf("127.0.0.1:%d", l.Addr().(*net.TCPAddr).Port-6000)
}

func TestDoctorSaysThatNoServerAnswers(t *testing.T) {
	t.Setenv("DISPLAY", ":59000") // far beyond those that anybody starts
	if f := diagnose(t, cli.GPU{}).find(t, "display"); f.OK || !strings.Contains(f.Found, "nothing answers there") || f.Advice == "" {
		t.Errorf("got %+v", f)
	}
}

func TestDoctorWhereAllIsThere(t *testing.T) {
	home := t.TempDir()
	display := xServer(t)
	t.Setenv("DISPLAY", display)
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(home, "config"))
	card := measure.Device{Name: "NVIDIA H200", Major: 9, SMs: 132, L2Bytes: 60 << 20, UUID: "GPU-1"}
	gpu := cli.GPU{Library: "/usr/lib/libcuda.so.1", Driver: "580.1", CUDA: "13.0", Devices: []measure.Device{card}}
	d := diagnose(t, gpu)
	if f := d.find(t, "display"); !f.OK || !strings.Contains(f.Found, display) {
		t.Errorf("got %+v", f)
	}
	if f := d.find(t, "GPU driver"); !f.OK || !strings.Contains(f.Found, "/usr/lib/libcuda.so.1, version 580.1, CUDA up to 13.0") || f.Advice != "" {
		t.Errorf("got %+v", f)
	}
	if f := d.find(t, "settings"); f.Found != filepath.Join(home, "config", "warpbill") {
		t.Errorf("got %+v", f)
	}
	if len(d.Devices) != 1 || d.Devices[0].Name != "NVIDIA H200" {
		t.Errorf("got %+v", d.Devices)
	}
	a := runOn(t, t.Context(), cli.Env{Inspect: func() cli.GPU { return gpu }}, "doctor")
	if !strings.Contains(a.out, "GPU 0: NVIDIA H200, compute capability 9.0, 132 SMs") {
		t.Errorf("got %q", a.out)
	}
}

func TestDoctorTellsTheDriversProblem(t *testing.T) {
	d := diagnose(t, cli.GPU{Library: "/usr/lib/libcuda.so.1", Problem: "the driver is too old: update it"})
	if f := d.find(t, "GPUs"); f.OK || f.Advice != "the driver is too old: update it" {
		t.Errorf("got %+v", f)
	}
	d = diagnose(t, cli.GPU{Problem: "there is no driver: install one"})
	if f := d.find(t, "GPU driver"); f.OK || f.Advice != "there is no driver: install one" {
		t.Errorf("got %+v", f)
	}
}
