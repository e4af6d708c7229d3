//go:build cgo && linux

package cuda

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"warpbill/cuda/measure"
)

// What the start of the driver can say, each with its advice.
func TestOpenFailures(t *testing.T) {
	for _, c := range []struct {
		name, script string
		want         []string
	}{
		{"stub", "FAKE_FAIL=cuInit:0:34", []string{"cuInit", "34", "CUDA_ERROR_STUB_LIBRARY", "install the NVIDIA driver", "libcuda.so.1"}},
		{"no device", "FAKE_FAIL=cuInit:0:100", []string{"cuInit", "100", "CUDA_ERROR_NO_DEVICE", "nvidia-smi"}},
		{"mismatch", "FAKE_FAIL=cuInit:0:803", []string{"803", "restart the computer", "libcuda.so.1"}},
		{"compat", "FAKE_FAIL=cuInit:0:804", []string{"804", "remove it", "libcuda.so.1"}},
		{"not ready", "FAKE_FAIL=cuInit:0:802", []string{"802", "nvidia-fabricmanager"}},
		{"unknown", "FAKE_FAIL=cuInit:0:999", []string{"999", "CUDA_ERROR_UNKNOWN", "nvidia-modprobe -u"}},
		{"from the future", "FAKE_FAIL=cuInit:0:7777", []string{"7777", "CUDA_ERROR_FROM_THE_FUTURE", "restart"}},
		{"unheard of", "FAKE_FAIL=cuInit:0:4242", []string{"4242", "unknown to this driver"}},
		{"old", "FAKE_VERSION=6050", []string{"too old", "CUDA 6.5", "7.0", "update"}},
		{"none", "FAKE_DEVICES=0", []string{"100", "CUDA_ERROR_NO_DEVICE", "nvidia-smi"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := newFake(t, c.script)
			_, err := Open(Options{Library: f.library})
			wantError(t, err, c.want)
		})
	}
}

// wantError wants an error of a missing GPU, on one line, with these words.
func wantError(t *testing.T, err error, words []string) {
	t.Helper()
	if !errors.Is(err, measure.ErrNoGPU) {
		t.Fatalf("error %v does not wrap ErrNoGPU", err)
	}
	for _, word := range words {
		if !strings.Contains(err.Error(), word) {
			t.Errorf("error %q lacks %q", err, word)
		}
	}
	if strings.Contains(err.Error(), "\n") {
		t.Errorf("error %q has more than one line", err)
	}
}

func TestHiddenDevices(t *testing.T) {
	for _, value := range []string{"", "-1"} {
		f := newFake(t, "FAKE_FAIL=cuInit:0:100", "CUDA_VISIBLE_DEVICES="+value)
		_, err := Open(Options{Library: f.library})
		wantError(t, err, []string{fmt.Sprintf("CUDA_VISIBLE_DEVICES is %q", value), "unset it"})
	}
}

// A driver that lacks a function says which one, whichever it is.
func TestMissingFunction(t *testing.T) {
	header, err := os.ReadFile("driver.h")
	if err != nil {
		t.Fatal(err)
	}
	functions := regexp.MustCompile(`(?m)^\tX\(([01]), (cu\w+),`).FindAllStringSubmatch(string(header), -1)
	if len(functions) < 25 {
		t.Fatalf("only %d functions found in driver.h", len(functions))
	}
	f := newFake(t)
	for _, fn := range functions {
		required, name := fn[1] == "1", fn[2]
		r, err := Open(Options{Library: f.without(t, name)})
		switch {
		case required:
			wantError(t, err, []string{"too old", name, "CUDA 7.0", "update the driver"})
		case err != nil:
			t.Errorf("without the optional %s: %v", name, err)
		default:
			if _, err := record(r, smallPlan()); err != nil {
				t.Errorf("sweep without the optional %s: %v", name, err)
			}
			r.Close()
		}
	}
}

func TestLibraryThatIsNone(t *testing.T) {
	text := filepath.Join(t.TempDir(), "libcuda.so.1")
	if err := os.WriteFile(text, []byte("not a library"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ path, want string }{
		{"/nowhere/libcuda.so.1", "No such file"},
		{text, "cannot be loaded"},
		{"libcuda.so.1", "absolute path"},
	} {
		_, err := Open(Options{Library: c.path})
		wantError(t, err, []string{c.want})
	}
}

// A toolkit's stub in front of the driver is passed over; a broken driver is
// not, for the one behind it would be an older one.
func TestStubIsPassedOver(t *testing.T) {
	f := newFake(t)
	folder := t.TempDir()
	stub := filepath.Join(folder, "libcuda.so.1")
	source := filepath.Join(folder, "stub.c")
	names := regexp.MustCompile(`cu[A-Z]\w+(?:_v2)?`).FindAllString(readFile(t, "driver.h"), -1)
	var text strings.Builder
	seen := map[string]bool{}
	for _, name := range names {
		if !seen[name] {
			fmt.Fprintf(&text, "int %s() { return 34; }\n", name)
		}
		seen[name] = true
	}
	if err := os.WriteFile(source, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("gcc", "-shared", "-fPIC", "-o", stub, source).CombinedOutput(); err != nil {
		t.Fatalf("build the stub: %v\n%s", err, out)
	}
	tried := openOnThread(t, []string{"/nowhere/libcuda.so.1", stub, f.library}, nil)
	if len(tried) != 3 || !strings.Contains(tried[1], "stub") || tried[2] != f.library {
		t.Errorf("tried %q", tried)
	}
	var failure error
	openOnThread(t, []string{stub, "/nowhere/libcuda.so.1"}, &failure)
	wantError(t, failure, []string{"34", "stub", "install the NVIDIA driver"})
}

func openOnThread(t *testing.T, paths []string, failure *error) (tried []string) {
	t.Helper()
	thread := newThread()
	defer thread.close()
	err := thread.do(func() (err error) {
		_, tried, err = openDriver(paths, host{})
		return err
	})
	if failure != nil {
		*failure = err
	} else if err != nil {
		t.Fatal(err)
	}
	return tried
}

// Kernels that the driver does not take.
func TestLoadFailures(t *testing.T) {
	for code, words := range map[int][]string{
		200: {"update"},
		209: {"compute capability 5.2"},
		218: {"CUDA_CACHE_DISABLE", "ptxas fatal: line 3"},
		221: {"libnvidia-ptxjitcompiler"},
		222: {"it has CUDA 12.6, the kernels need 7.0"},
		300: {"update"},
		301: {"install the NVIDIA driver"},
	} {
		f := newFake(t, fmt.Sprintf("FAKE_FAIL=cuModuleLoadDataEx:2:%d", code), "FAKE_LOG=ptxas fatal:\n  line 3")
		_, err := record(f.open(t), smallPlan())
		wantError(t, err, append(words, "cuModuleLoadDataEx", strconv.Itoa(code), "conv1d_global", "Fake 0"))
		f.wantEmpty(t)
	}
}

func TestContextFailures(t *testing.T) {
	for _, script := range []string{"FAKE_FAIL=cuDevicePrimaryCtxRetain:1:46", "FAKE_FAIL=cuCtxSetCurrent:1:46"} {
		_, err := record(newFake(t, script).open(t), smallPlan())
		wantError(t, err, []string{"46", "another program", "Fake 0"})
	}
}

// Whichever call fails, the error says which, and nothing is kept.
func TestEveryCallFailsOnce(t *testing.T) {
	p := smallPlan()
	p.Sizes = p.Sizes[:1]
	base := []string{"FAKE_ELAPSED=1"} // one launch a batch
	f := newFake(t, base...)
	if _, err := record(f.open(t), p); err != nil {
		t.Fatal(err)
	}
	total, err := strconv.Atoi(f.read(t)["calls"])
	if err != nil || total < 100 {
		t.Fatalf("a sweep makes %d calls (%v), want some hundred", total, err)
	}
	optional := map[string]bool{"cuDeviceGetAttribute": true, "cuDeviceGetUuid": true, "cuFuncGetAttribute": true}
	for n := 1; n <= total; n++ {
		os.Remove(f.ledger)
		t.Setenv("FAKE_FAIL", fmt.Sprintf("*:%d:719", n))
		r, err := Open(Options{Library: f.library})
		if err != nil {
			wantError(t, err, []string{"719", "cu"})
			continue
		}
		events, err := record(r, p)
		r.Close()
		ledger := f.read(t)
		if err == nil && !optional[ledger["failed"]] {
			t.Errorf("call %d (%s) failed and Run returned no error", n, ledger["failed"])
		}
		if err != nil && !strings.Contains(err.Error(), "719") {
			t.Errorf("call %d (%s): error %q lacks the code", n, ledger["failed"], err)
		}
		if err != nil && len(pick[measure.Finished](events)) != 0 {
			t.Errorf("call %d (%s): Finished despite %v", n, ledger["failed"], err)
		}
		if ledger != nil || err == nil {
			f.wantEmpty(t)
		}
	}
}

// The card is lost from launch k on: rows until then stay.
func TestLostMidway(t *testing.T) {
	f := newFake(t)
	if _, err := record(f.open(t), smallPlan()); err != nil {
		t.Fatal(err)
	}
	launches, _ := strconv.Atoi(f.read(t)["launches"])
	for code, advice := range map[int]string{700: "not its own", 702: "display", 719: "start the measurement again", 999: "nvidia-modprobe"} {
		for _, k := range []int{1, 3, launches / 2, launches} {
			f := newFake(t, fmt.Sprintf("FAKE_FAIL=cuLaunchKernel:%d:%d:sticky", k, code))
			events, err := record(f.open(t), smallPlan())
			if err == nil || !strings.Contains(err.Error(), strconv.Itoa(code)) || !strings.Contains(err.Error(), advice) ||
				!strings.Contains(err.Error(), "conv1d_") || strings.Contains(err.Error(), "\n") {
				t.Errorf("code %d from launch %d: error %v", code, k, err)
			}
			if errors.Is(err, measure.ErrNoGPU) {
				t.Errorf("code %d from launch %d passes for a missing GPU", code, k)
			}
			if k == launches && len(pick[measure.Row](events)) != 3 {
				t.Errorf("code %d at the last launch: %d rows, want 3", code, len(pick[measure.Row](events)))
			}
			if len(pick[measure.Finished](events)) != 0 {
				t.Errorf("code %d from launch %d: Finished", code, k)
			}
			f.wantEmpty(t)
		}
	}
}

func TestInspect(t *testing.T) {
	f := newFake(t, "FAKE_DEVICES=2")
	report := Inspect(Options{Library: f.library})
	if report.Problem != "" || report.Library != f.library || report.CUDA != "12.6" || len(report.Devices) != 2 ||
		len(report.Tried) != 1 {
		t.Errorf("report %+v", report)
	}
	t.Setenv("FAKE_FAIL", "cuInit:0:803")
	report = Inspect(Options{Library: f.library})
	if !strings.Contains(report.Problem, "restart the computer") || len(report.Tried) != 1 || report.Devices != nil {
		t.Errorf("report %+v", report)
	}
	t.Setenv("FAKE_FAIL", "cuDeviceGetName:0:999")
	report = Inspect(Options{Library: f.library})
	if !strings.Contains(report.Problem, "cuDeviceGetName") || report.Library == "" {
		t.Errorf("report %+v", report)
	}
	if report := Inspect(Options{Library: "relative"}); !strings.Contains(report.Problem, "absolute") {
		t.Errorf("report %+v", report)
	}
}

// Kernels are never looked for beside the program or in the current folder.
func TestAnyFolderWillDo(t *testing.T) {
	f := newFake(t)
	folder := t.TempDir()
	for _, name := range []string{"conv1d_constant.ptx", "conv1d_global.ptx", "empty.ptx", "kernels.ptx"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte("hostile"), 0o400); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("HOME", filepath.Join(folder, "nowhere")) // no compile cache to write
	for _, where := range []string{folder, "/"} {
		t.Chdir(where)
		if _, err := record(f.open(t), smallPlan()); err != nil {
			t.Errorf("from %s: %v", where, err)
		}
	}
}
