package cuda

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"warpbill/sim"
)

// programs is every kernel of the sweep.
func programs(t *testing.T) []program {
	t.Helper()
	list := []program{emptyProgram()}
	for _, path := range sim.Paths() {
		p, err := pathProgram(path.ID)
		if err != nil {
			t.Fatal(err)
		}
		if path.ID != windowID { // conv1d_global once more
			list = append(list, p)
		}
	}
	return list
}

// builtWith is the compiler that the committed PTX comes from.
const builtWith = "clang version 19.1"

// The kernels ask for no more than drivers and cards of many years have.
func TestPTXIsOfTheLowestVersion(t *testing.T) {
	for _, p := range programs(t) {
		for _, line := range []string{"\n.version 4.2\n", "\n.target sm_52\n", "\n.address_size 64\n"} {
			if strings.Count(p.ptx, line) != 1 {
				t.Errorf("%s lacks the line %q", p.name, strings.TrimSpace(line))
			}
		}
		entries := regexp.MustCompile(`\.visible \.entry (\w+)\(`).FindAllStringSubmatch(p.ptx, -1)
		if len(entries) != 1 || entries[0][1] != p.name {
			t.Errorf("%s has the entries %v, want itself alone", p.name, entries)
		}
		if image := p.image(); image[len(image)-1] != 0 || bytes.IndexByte(image, 0) != len(image)-1 {
			t.Errorf("the image of %s does not end with its only zero byte", p.name)
		}
	}
}

// What is timed is what the sources say: 32 loads of the filter whose address
// is known at run time only, 32 of the input, 32 fused multiply-adds, one store.
func TestPTXHasTheLoads(t *testing.T) {
	const (
		readOnly, plain = `ld\.global\.nc\.f32`, `ld\.global\.f32`
		constant        = `ld\.const\.f32`
		fma, add        = `fma\.rn\.f32`, `\tadd\.f32`
		store, branch   = `st\.global\.f32`, `\bbra\b`
		barrier         = `bar\.sync`
	)
	counts := map[string]map[string]int{
		"conv1d_constant":       {`ld\.const\.f32 \t%f\d+, \[%rd\d+\];`: 32, constant: 32, readOnly: 32, fma: 32, branch: 1},
		"conv1d_global":         {`ld\.global\.nc\.f32 \t%f\d+, \[%rd\d+\];`: 33, readOnly: 64, fma: 32, branch: 1},
		"conv1d_constant_fixed": {`ld\.const\.f32 \t%f\d+, \[filterConstant(\+\d+)?\];`: 32, constant: 32, readOnly: 32, fma: 32, branch: 1},
		// One tap is 1, so that its product is an input and needs no more than adding.
		"conv1d_literal":       {readOnly: 32, `fma\.rn\.f32 \t%f\d+, %f\d+, 0f[0-9A-F]{8}, `: 31, add: 1, branch: 1},
		"conv1d_global_plain":  {plain: 32, readOnly: 32, fma: 32, branch: 1},
		"conv1d_global_ldg":    {readOnly: 64, fma: 32, branch: 1},
		"conv1d_shared":        {`ld\.shared\.f32`: 32, `st\.shared\.f32`: 1, barrier: 1, readOnly: 33, fma: 32},
		"conv1d_shared_column": {`ld\.shared\.f32`: 32, `st\.shared\.f32`: 1, barrier: 1, readOnly: 33, fma: 32},
		"conv1d_shared_padded": {`ld\.shared\.f32`: 32, `st\.shared\.f32`: 1, barrier: 1, readOnly: 33, fma: 32},
		"conv1d_texture":       {`\ttex\.1d\.v4\.f32\.s32`: 32, readOnly: 32, fma: 32, branch: 1},
		// Four outputs at once, from 35 inputs, and the last few one by one.
		"conv1d_blocked": {`ld\.global\.nc\.v4\.f32`: 8, `ld\.global\.nc\.v2\.f32`: 1, readOnly: 1 + 32, fma: 155, add: 5, `st\.global\.v4\.f32`: 1, store: 1},
		"conv1d_copy":    {`ld\.global\.nc\.v4\.f32`: 1, readOnly: 1, `st\.global\.v4\.f32`: 1, store: 1},
		"empty":          {`\bret;`: 1},
	}
	kinds := []string{readOnly, plain, constant, fma, add, `ld\.shared`, `ld\.local`, `st\.local`, `\ttex\.`, barrier}
	for _, p := range programs(t) {
		want, ok := counts[p.name]
		if !ok {
			t.Errorf("nothing is said of what %s has", p.name)
			continue
		}
		for pattern, count := range want {
			if got := len(regexp.MustCompile(pattern).FindAllString(p.ptx, -1)); got != count {
				t.Errorf("%s has %d of %s, want %d", p.name, got, pattern, count)
			}
		}
		for _, kind := range kinds { // and of what is not named, none
			got := len(regexp.MustCompile(kind).FindAllString(p.ptx, -1))
			if named := strings.Contains(fmt.Sprint(want), kind); !named && got != 0 {
				t.Errorf("%s has %d of %s, want none", p.name, got, kind)
			}
		}
		if stores := len(regexp.MustCompile(store).FindAllString(p.ptx, -1)); stores != 1 && p.name != "empty" {
			t.Errorf("%s has %d single stores, want 1", p.name, stores)
		}
	}
}

// Both kernels whose taps are known have the filter in memory of that size.
func TestConstantFilterIsInTheModules(t *testing.T) {
	for _, id := range []string{"constant", "constant-fixed"} {
		p, err := pathProgram(id)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(p.ptx, ".visible .const .align 4 .b8 "+constantFilter+"[128];") {
			t.Errorf("the module of %s has no %s of 128 bytes", p.name, constantFilter)
		}
	}
}

// The taps that stand in the kernels' source are the reference's.
func TestLiteralTapsAreTheReferences(t *testing.T) {
	p, err := pathProgram("literal")
	if err != nil {
		t.Fatal(err)
	}
	var got []float32
	line := regexp.MustCompile(`fma\.rn\.f32 \t%f\d+, %f\d+, 0f([0-9A-F]{8}), |(\tadd\.f32) `)
	for _, m := range line.FindAllStringSubmatch(p.ptx, -1) {
		bits, err := strconv.ParseUint(cmp.Or(m[1], "3F800000"), 16, 32) // adding is a tap of 1
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, math.Float32frombits(uint32(bits)))
	}
	if want := newReference([]int{0}, 1).filter(); !slices.Equal(got, want) {
		t.Errorf("the kernel has the taps %v, the reference %v", got, want)
	}
}

// Nothing of the machine that built the PTX is in it.
func TestPTXIsReproducible(t *testing.T) {
	for _, p := range programs(t) {
		for _, trace := range []string{".cu", "/usr", "/home", "clang", "Debian", "LLVM", "Generated by"} {
			if strings.Contains(p.ptx, trace) {
				t.Errorf("%s has a trace of where it was built: %q", p.name, trace)
			}
		}
	}
}

// The committed PTX is what the sources give.
func TestPTXIsUpToDate(t *testing.T) {
	version, err := exec.Command("clang-19", "--version").Output()
	if err != nil || !bytes.Contains(version, []byte(builtWith)) {
		found, _, _ := strings.Cut(string(version), "\n")
		t.Skipf("the kernels were not rebuilt for comparison: the PTX was built with %s, and here clang-19 is %q (%v)", builtWith, found, err)
	}
	folder := t.TempDir()
	if out, err := exec.Command("kernels/build", folder).CombinedOutput(); err != nil {
		t.Fatalf("kernels/build: %v\n%s", err, out)
	}
	sources, err := filepath.Glob("kernels/*.cu")
	if err != nil || len(sources) < len(programs(t)) {
		t.Fatalf("%d kernels in kernels/ (%v), %d embedded", len(sources), err, len(programs(t)))
	}
	for _, source := range sources {
		name := strings.TrimSuffix(filepath.Base(source), ".cu") + ".ptx"
		built := readFile(t, filepath.Join(folder, name))
		if built != readFile(t, filepath.Join("kernels", name)) {
			t.Errorf("kernels/%s is not what its source gives: run kernels/build and commit the result", name)
		}
	}
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(bytes.ToValidUTF8(text, nil))
}

// command runs a program and gives all that it says.
func command(name string, arguments ...string) ([]byte, error) {
	return exec.Command(name, arguments...).CombinedOutput()
}
