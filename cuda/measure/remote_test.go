package measure

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// fakeSSH puts an ssh on the PATH that runs this binary as the warpbill of the
// other computer, playing act, or ends with a status of its own. It returns
// the file that receives the arguments it was called with.
func fakeSSH(t *testing.T, act, instead string) (called string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the fake ssh is a shell script: run this on a system with /bin/sh")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	called = filepath.Join(dir, "called")
	script := `#!/bin/sh
printf '%s\n' "$@" >'` + called + `'
` + instead + `
while [ "$1" != -- ]; do shift; done
shift 2
[ "$1" = warpbill ] || exit 127
shift
` + fakeEnv + `='` + act + `' exec '` + self + `' "$@"
`
	if err := os.WriteFile(filepath.Join(dir, "ssh"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	return called
}

func arguments(t *testing.T, called string) []string {
	t.Helper()
	data, err := os.ReadFile(called)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(data)), "\n")
}

func remote(t *testing.T, prefix string) *Child {
	t.Helper()
	c, err := Remote(prefix)
	if err != nil {
		t.Fatal(err)
	}
	c.Silence, c.Grace = 30*time.Second, 200*time.Millisecond
	return c
}

func TestRemoteMeasuresThroughSSH(t *testing.T) {
	called := fakeSSH(t, "good", "")
	plan := CoursePlan()
	plan.Device = "1"
	got, err := collect(t, remote(t, "ssh -p 2222 student@gpu-1.example.org"), t.Context(), plan)
	if err != nil {
		t.Fatal(err)
	}
	if !got.Complete || len(got.Rows) != len(plan.Points()) {
		t.Errorf("%d rows, complete %v", len(got.Rows), got.Complete)
	}
	args := arguments(t, called)
	want := []string{"-o", "BatchMode=yes", "-o", "ConnectTimeout=10", "-p", "2222", "--", "student@gpu-1.example.org",
		"warpbill", "measure", "--json", "--device", "1", "--plan", "course", "--run"}
	if len(args) != len(want)+1 || !slices.Equal(args[:len(want)], want) {
		t.Errorf("ssh was called with %q, want %q and a marker", args, want)
	}
}

func TestRemoteRefusesWhatAShellMightActOn(t *testing.T) {
	called := fakeSSH(t, "good", "")
	for _, prefix := range []string{
		"", "  ", "ssh", "ssh -oProxyCommand=x", "ssh host -oProxyCommand=x", "ssh a;b", "ssh $(id)", "ssh a\nrm;", "ssh user@-h",
		"ssh `id`", "ssh a|b", "ssh 'a b'", "ssh a&b", "ssh host>file", "ssh *", "ssh ~/x", "ssh \x1b[31m", "ssh hôte", "srun --prolog=$(x)",
		"ssh ://h", "ssh -", "ssh @h", "ssh u@",
	} {
		if c, err := Remote(prefix); err == nil {
			t.Errorf("%q is taken: %v", prefix, c.Command("measure").Args)
		} else if strings.ContainsAny(err.Error(), "\x1b\n") {
			t.Errorf("%q: the message %q passes control characters on", prefix, err)
		}
	}
	for _, prefix := range []string{"ssh host", "/usr/bin/ssh u@h", "ssh [fe80::1]", "srun --gpus=1 --time=0:10:00", "docker exec node"} {
		if _, err := Remote(prefix); err != nil {
			t.Errorf("%q: %v", prefix, err)
		}
	}
	c := remote(t, "ssh host")
	plan := CoursePlan()
	plan.Device = "1; touch x"
	if _, err := collect(t, c, t.Context(), plan); err == nil || !strings.Contains(err.Error(), "not a GPU's number") {
		t.Errorf("a device with a command: %v", err)
	}
	own := CoursePlan()
	own.Sizes = own.Sizes[:1]
	if _, err := collect(t, c, t.Context(), own); err == nil || !strings.Contains(err.Error(), "stays on this computer") {
		t.Errorf("a plan of one's own: %v", err)
	}
	if _, err := os.Stat(called); err == nil {
		t.Error("ssh was started all the same")
	}
}

func TestRemoteFailures(t *testing.T) {
	for _, c := range []struct{ name, instead, want string }{
		{"no key", "echo 'Permission denied (publickey).' >&2; exit 255", "was not reached: log in there once by hand, with a key instead of a password, then measure again (Permission denied (publickey).)"},
		{"not installed", "echo 'sh: warpbill: not found' >&2; exit 127", "warpbill was not found there"},
		{"queue gave up", "echo 'srun: error: Invalid partition' >&2; exit 1", "Invalid partition"},
	} {
		t.Run(c.name, func(t *testing.T) {
			fakeSSH(t, "good", c.instead)
			_, err := collect(t, remote(t, "ssh host"), t.Context(), CoursePlan())
			if err == nil || !strings.Contains(err.Error(), c.want) || errors.Is(err, ErrNoGPU) {
				t.Errorf("error %v, want %q", err, c.want)
			}
		})
	}
	t.Run("no GPU there", func(t *testing.T) {
		fakeSSH(t, "good", "echo 'no usable GPU: none there' >&2; exit 3")
		_, err := collect(t, remote(t, "ssh host"), t.Context(), CoursePlan())
		if !errors.Is(err, ErrNoGPU) || !strings.Contains(err.Error(), "none there") {
			t.Errorf("error %v, want one of no GPU", err)
		}
	})
	t.Run("no such command", func(t *testing.T) {
		if _, err := collect(t, remote(t, "no-such-command-here host"), t.Context(), CoursePlan()); err == nil {
			t.Error("no error")
		}
	})
}
