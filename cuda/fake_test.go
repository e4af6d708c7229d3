//go:build cgo && linux

package cuda

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"warpbill/cuda/measure"
)

// buildFake compiles testdata/fakecuda.c once for all tests.
var buildFake = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "fakecuda")
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "libcuda.so.1")
	out, err := exec.Command("gcc", "-O2", "-Wall", "-Werror", "-shared", "-fPIC",
		"-o", path, "testdata/fakecuda.c", "-lm", "-lpthread").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("build the fake driver: %w\n%s", err, out)
	}
	return path, nil
})

func TestMain(m *testing.M) {
	code := m.Run()
	if err := goleak.Find(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	if path, err := buildFake(); err == nil {
		os.RemoveAll(filepath.Dir(path))
	}
	os.Exit(code)
}

// fake is a scripted driver and where it writes its ledger.
type fake struct{ library, ledger string }

// newFake scripts the fake driver: script is "FAKE_X=value" entries.
func newFake(t *testing.T, script ...string) fake {
	t.Helper()
	path, err := buildFake()
	if err != nil {
		t.Fatal(err)
	}
	f := fake{library: path, ledger: filepath.Join(t.TempDir(), "ledger")}
	for _, name := range []string{"FAIL", "DEVICES", "VERSION", "FREE", "ELAPSED", "ELAPSED_AT", "SABOTAGE", "LOG", "L2", "LIMIT", "SHARED_OUT", "SPILLS", "CROWDED", "CYCLES"} {
		t.Setenv("FAKE_"+name, "")
	}
	t.Setenv("FAKE_REPORT", f.ledger)
	// Set and restored by t, so that a test does not inherit what Open sets.
	t.Setenv("CUDA_DEVICE_ORDER", "")
	os.Unsetenv("CUDA_DEVICE_ORDER")
	t.Setenv("CUDA_MODULE_LOADING", "")
	os.Unsetenv("CUDA_MODULE_LOADING")
	t.Setenv("CUDA_VISIBLE_DEVICES", "")
	os.Unsetenv("CUDA_VISIBLE_DEVICES")
	for _, entry := range script {
		name, value, _ := strings.Cut(entry, "=")
		t.Setenv(name, value)
	}
	return f
}

func (f fake) open(t *testing.T) *Runner {
	t.Helper()
	r, err := Open(Options{Library: f.library, Program: "test"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	return r
}

// read gives the ledger's fields, nil when no context was ever given back.
func (f fake) read(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile(f.ledger)
	if err != nil {
		return nil
	}
	fields := make(map[string]string)
	for _, field := range strings.Fields(string(text)) {
		name, value, _ := strings.Cut(field, "=")
		fields[name] = value
	}
	return fields
}

// wantEmpty fails unless everything was given back, from one thread.
func (f fake) wantEmpty(t *testing.T) {
	t.Helper()
	ledger := f.read(t)
	if ledger == nil {
		t.Error("the context was never given back")
		return
	}
	for _, name := range []string{"allocations", "modules", "contexts", "events", "textures", "streams", "foreign"} {
		if ledger[name] != "0" {
			t.Errorf("ledger: %s = %s, want 0", name, ledger[name])
		}
	}
	if want := cmp.Or(os.Getenv("FAKE_LIMIT"), "0"); ledger["limit"] != want {
		t.Errorf("%s bytes of L2 stay reserved, want the %s from before", ledger["limit"], want)
	}
}

// without copies the library with one name spoilt, so that it is not found.
func (f fake) without(t *testing.T, name string) string {
	t.Helper()
	image, err := os.ReadFile(f.library)
	if err != nil {
		t.Fatal(err)
	}
	old := append(append([]byte{0}, name...), 0)
	spoilt := bytes.Clone(old)
	spoilt[1] = 'x'
	path := filepath.Join(t.TempDir(), "libcuda.so.1")
	if err := os.WriteFile(path, bytes.ReplaceAll(image, old, spoilt), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

// smallPlan is quick: two sizes of which one does not fill its last block.
func smallPlan() measure.Plan {
	return measure.Plan{
		Name: "small", Sizes: []uint64{1000, 4096}, RotMasks: []int{0, 31},
		Pairs: 6, BatchMS: 0.05, Course: true,
	}
}
