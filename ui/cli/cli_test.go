package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"warpbill/cuda/measure"
	"warpbill/ui/cli"
)

var update = flag.Bool("update", false, "write the expected output anew")

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// answer is what one run of the program gave.
type answer struct {
	out, errs string
	code      int
}

// run carries out one command line on a computer without a GPU.
func run(t *testing.T, args ...string) answer {
	t.Helper()
	return runOn(t, t.Context(), cli.Env{}, args...)
}

// runOn does the same with some of the world replaced.
func runOn(t *testing.T, ctx context.Context, env cli.Env, args ...string) answer {
	t.Helper()
	var out, errs bytes.Buffer
	env.Stdout, env.Stderr, env.Version = &out, &errs, "1.2.3"
	if env.Stdin == nil {
		env.Stdin = strings.NewReader("")
	}
	if env.Card == nil {
		env.Card = func() (measure.Runner, func(), error) {
			return nil, nil, fmt.Errorf("%w: there is no NVIDIA driver here: install one", measure.ErrNoGPU)
		}
	}
	if env.Window == nil {
		env.Window = func(string) error { return errors.New("there is no display: use a verb") }
	}
	if env.Inspect == nil {
		env.Inspect = func() cli.GPU { return cli.GPU{} }
	}
	code := cli.Run(ctx, args, env)
	return answer{out.String(), errs.String(), code}
}

// golden compares with testdata/NAME.golden, or writes it with -update.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("output of %s (-want +got):\n%s", name, diff)
	}
}

func TestGoldenOutputs(t *testing.T) {
	t.Setenv("COLUMNS", "80") // helps are wrapped
	tests := map[string][]string{
		"help":               {"--help"},
		"help-bill":          {"bill", "--help"},
		"help-measure":       {"measure", "-h"},
		"help-doctor":        {"doctor", "--help"},
		"bill-per-lane":      {"bill", "--pattern", "per-lane"},
		"bill-per-lane-json": {"bill", "--pattern", "per-lane", "--json"},
		"bill-broadcast":     {"bill", "--pattern", "broadcast:5", "--json"},
		"bill-wide-constant": {"bill", "--pattern", "distinct:8", "--width", "16", "--path", "constant", "--json"},
		"bill-wide-shared":   {"bill", "--pattern", "per-lane", "--width", "8", "--path", "shared"},
		"bill-texture":       {"bill", "--pattern", "stride:2", "--path", "texture"},
		"bill-texture-json":  {"bill", "--pattern", "stride:2", "--path", "texture", "--json"},
		"bill-half-active":   {"bill", "--pattern", "pairs", "--active", "0xFFFF", "--json"},
		"bill-none-active":   {"bill", "--pattern", "pairs", "--active", "0", "--json"},
		"bill-lanes":         {"bill", "--lanes", "lane*2", "--json"},
		"bill-beyond-shared": {"bill", "--pattern", "stride:4096"},
		"bill-conv":          {"bill", "--conv", "8388608", "--rot-mask", "31"},
		"bill-conv-json":     {"bill", "--conv", "4096", "--rot-mask", "0", "--json"},
	}
	for name, args := range tests {
		t.Run(name, func(t *testing.T) {
			a := run(t, args...)
			if a.code != 0 {
				t.Errorf("exit status %d, want 0", a.code)
			}
			golden(t, name, a.out+a.errs)
		})
	}
}

func TestVersion(t *testing.T) {
	if a := run(t, "--version"); a != (answer{"warpbill 1.2.3\n", "", 0}) {
		t.Errorf("got %+v", a)
	}
}

// bill decodes the lines of bill --json by path.
func bill(t *testing.T, args ...string) map[string]map[string]any {
	t.Helper()
	a := run(t, append([]string{"bill", "--json"}, args...)...)
	if a.code != 0 {
		t.Fatalf("exit status %d: %s", a.code, a.errs)
	}
	paths := map[string]map[string]any{}
	for line := range strings.Lines(a.out) {
		var m map[string]any
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			t.Fatalf("%q is no JSON object: %v", line, err)
		}
		paths[m["path"].(string)] = m
	}
	return paths
}

func TestPerLaneCostsThirtyTwoPassesAndFourSectors(t *testing.T) {
	b := bill(t, "--pattern", "per-lane")
	if b["constant"]["passes"] != 32.0 || b["global"]["sectors"] != 4.0 || b["global"]["requests"] != 1.0 {
		t.Errorf("got %v", b)
	}
}

func TestThreeWaysToNameTheSameElements(t *testing.T) {
	list := make([]string, 32)
	for lane := range list {
		list[lane] = fmt.Sprint(lane * 2)
	}
	want := bill(t, "--pattern", "stride:2")
	for _, args := range [][]string{
		{"--lanes", "lane*2"},
		{"--index", strings.Join(list, " ")},
		{"--index", strings.Join(list, ",")},
	} {
		if diff := cmp.Diff(want, bill(t, args...)); diff != "" {
			t.Errorf("%v (-stride +this):\n%s", args, diff)
		}
	}
}

func TestFieldsOfEachPath(t *testing.T) {
	want := map[string]string{
		"constant": "active_lanes bytes_requested distinct_addresses passes path replays steps width",
		"global":   "active_lanes bytes_moved bytes_requested distinct_addresses efficiency lines path requests sectors steps wavefronts width",
		"shared":   "active_lanes bank_conflicts bytes_requested distinct_addresses path steps wavefronts width",
	}
	for path, fields := range bill(t, "--pattern", "broadcast") {
		names := strings.Join(sortedKeys(fields), " ")
		if names != want[path] {
			t.Errorf("%s has the fields\n%s, want\n%s", path, names, want[path])
		}
	}
}

func TestPathPicksOne(t *testing.T) {
	for _, path := range []string{"constant", "global", "shared"} {
		if b := bill(t, "--pattern", "reverse", "--path", path); len(b) != 1 || b[path] == nil {
			t.Errorf("--path %s gave %v", path, b)
		}
	}
}

func TestTableBeyondConstantMemoryIsBilledWithANote(t *testing.T) {
	a := run(t, "bill", "--pattern", "stride:1024", "--path", "constant", "--json")
	if a.code != 0 || !strings.Contains(a.out, `"passes":32`) {
		t.Errorf("got %+v, want 32 passes", a)
	}
	if !strings.HasPrefix(a.errs, "note: ") || strings.Count(a.errs, "\n") != 1 {
		t.Errorf("standard error is %q, want one note", a.errs)
	}
	if a := run(t, "bill", "--pattern", "stride:512", "--path", "constant"); a.errs != "" {
		t.Errorf("a table of 64 KiB is noted: %q", a.errs)
	}
}

func TestSharedBeyondItsMemory(t *testing.T) {
	if a := run(t, "bill", "--pattern", "stride:4096", "--path", "shared"); a.code != 2 || a.out != "" {
		t.Errorf("got %+v, want a refusal", a)
	}
	if b := bill(t, "--pattern", "stride:4096"); b["shared"] != nil || len(b) != 2 {
		t.Errorf("got %v, want it left out", b)
	}
}
