package cli_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"warpbill/cuda/measure"
	"warpbill/ui/cli"
)

// leak is an output that takes some bytes and fails from then on.
type leak struct {
	room int
	err  error
}

func (l *leak) Write(p []byte) (int, error) {
	if l.room -= len(p); l.room < 0 {
		return 0, &os.PathError{Op: "write", Path: "/dev/stdout", Err: l.err}
	}
	return len(p), nil
}

// printing is every way in which something is printed.
func printing() map[string][]string {
	return map[string][]string{
		"help": {"--help"}, "help of a verb": {"bill", "--help"}, "version": {"--version"},
		"bill": {"bill", "--pattern", "pairs"}, "bill as JSON": {"bill", "--pattern", "pairs", "--json"},
		"counters": {"bill", "--conv", "64", "--rot-mask", "0"}, "counters as JSON": {"bill", "--conv", "64", "--rot-mask", "0", "--json"},
		"doctor": {"doctor"}, "doctor as JSON": {"doctor", "--json"},
		"table": {"measure"}, "records": {"measure", "--json"}, "GPUs": {"measure", "--devices"},
	}
}

// TestOutputThatIsLost holds that a script learns of a full disk, whichever
// verb has printed, and that a reader who leaves early gets no comment.
func TestOutputThatIsLost(t *testing.T) {
	for name, args := range printing() {
		for _, room := range []int{0, 10} {
			for _, fault := range []error{syscall.ENOSPC, syscall.EPIPE} {
				env, errs := played(t, 0), bytes.Buffer{}
				env.Stdout, env.Stderr, env.Stdin = &leak{room, fault}, &errs, strings.NewReader("")
				env.Version, env.Inspect = "1.2.3-with-a-long-name", func() cli.GPU { return cli.GPU{} }
				code := cli.Run(t.Context(), args, env)
				silent := errors.Is(fault, syscall.EPIPE)
				sentence := errs.String()
				if code != 1 || silent != (sentence == "") || !silent && (strings.Count(sentence, "\n") != 1 || !strings.Contains(sentence, "no space left")) {
					t.Errorf("%s with room for %d bytes, then %q: status %d, %q", name, room, fault, code, sentence)
				}
			}
		}
	}
}

// TestOutputThatIsLostKeepsTheRows holds that rows which nobody wants to read
// on the screen are still saved.
func TestOutputThatIsLostKeepsTheRows(t *testing.T) {
	for _, fault := range []error{syscall.ENOSPC, syscall.EPIPE} {
		path, env := filepath.Join(t.TempDir(), "mine.json"), played(t, 0)
		env.Stdout, env.Stderr = &leak{0, fault}, &bytes.Buffer{}
		if code := cli.Run(t.Context(), []string{"measure", "-o", path}, env); code != 1 {
			t.Errorf("%v: status %d", fault, code)
		}
		if r, err := measure.OpenResult(path); err != nil || len(r.Rows) != 10 {
			t.Errorf("%v: saved %d rows, %v", fault, len(r.Rows), err)
		}
	}
}
