package cuda

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"warpbill/sim"
)

// machineCode is a kernel as kernels/sass recorded it for one architecture.
type machineCode struct {
	name, arch               string
	release                  float64 // of the toolkit
	registers, local, shared int
	lines                    []string
}

// readMachineCode reads the record of a program, or skips the test where none
// was made yet.
func readMachineCode(t *testing.T, name, arch string) machineCode {
	t.Helper()
	path := filepath.Join("sass", name+"."+arch+".sass")
	if _, err := os.Stat(path); err != nil {
		t.Skipf("the machine code of %s is not recorded: run make sass where a CUDA toolkit is (%v)", name, err)
	}
	text := readFile(t, path)
	m := machineCode{name: name, arch: arch, lines: strings.Split(strings.TrimSpace(text), "\n")}
	head := strings.NewReplacer(",", " ", ":", " ").Replace(m.lines[0])
	_, err := fmt.Sscanf(head, "# "+name+"  "+arch+"  CUDA %g  %d registers  %d bytes of local memory  %d of shared",
		&m.release, &m.registers, &m.local, &m.shared)
	if err != nil {
		t.Fatalf("%s begins with %q: %v", path, m.lines[0], err)
	}
	m.lines = m.lines[1:]
	return m
}

// count is how many instructions match the pattern.
func (m machineCode) count(pattern string) int {
	expression, n := regexp.MustCompile(pattern), 0
	for _, line := range m.lines {
		if expression.MatchString(line) {
			n++
		}
	}
	return n
}

// uniformTaps is how many taps are loaded once a warp, into uniform registers.
func (m machineCode) uniformTaps() (taps int) {
	load := regexp.MustCompile(`\bLDCU|ULDC`)
	width := regexp.MustCompile(`(?:LDCU|ULDC)\.(64|128)\b`)
	for _, line := range m.lines {
		if !load.MatchString(line) || !strings.Contains(line, "c[0x3]") {
			continue
		}
		bits := 32
		if w := width.FindStringSubmatch(line); w != nil {
			bits, _ = strconv.Atoi(w[1])
		}
		taps += bits / 32
	}
	return taps
}

var architectures = []string{"sm_75", "sm_90"}

// How the taps come in, as lessons tell it: patterns and how often each is
// there, on both architectures unless one is named.
func sassClaims() map[string]map[string]int {
	const (
		indexed  = `\bLDC(\.32)? R\d+, c\[0x3\]`
		operand  = `FFMA.*c\[0x3\]`
		readOnly = `LDG\.E\.CONSTANT`
		plain    = `LDG\.E(\.SYS)? `
		staged   = `\bLDS`
		fetched  = `\b(TLD|TEX)\b`
	)
	constant := `c\[0x3\]`
	return map[string]map[string]int{
		"conv1d_constant":       {indexed: 32, constant: 32, readOnly: 32, plain: 0, "FFMA": 32},
		"conv1d_constant_fixed": {indexed: 0, readOnly: 32, plain: 0, "FFMA": 32},
		"conv1d_literal":        {constant: 0, readOnly: 32, plain: 0, `FFMA.*, -?\d+(\.\d+)?, `: 31, `FADD`: 1},
		"conv1d_global":         {constant: 0, readOnly: 64, plain: 0, "FFMA": 32},
		"conv1d_global_ldg":     {constant: 0, readOnly: 64, plain: 0, "FFMA": 32},
		"conv1d_global_plain":   {constant: 0, readOnly: 32, plain: 32, "FFMA": 32},
		"conv1d_shared":         {constant: 0, staged: 32, readOnly: 33, `\bSTS`: 1, `BAR\.SYNC`: 1, "FFMA": 32},
		"conv1d_shared_column":  {constant: 0, staged: 32, readOnly: 33, `\bSTS`: 1, `BAR\.SYNC`: 1, "FFMA": 32},
		"conv1d_shared_padded":  {constant: 0, staged: 32, readOnly: 33, `\bSTS`: 1, `BAR\.SYNC`: 1, "FFMA": 32},
		"conv1d_texture":        {constant: 0, fetched: 32, readOnly: 32, plain: 0, "FFMA": 32},
		"conv1d_blocked":        {constant: 0, `STG\.E\.128`: 1, plain: 0, `FFMA`: 155, `FADD`: 5},
		"conv1d_copy":           {constant: 0, `LDG\.E\.128\.CONSTANT`: 1, `STG\.E\.128`: 1, plain: 0, "FFMA": 0},
		"empty":                 {`LDG|STG|LDS|TLD|c\[0x3\]`: 0, "EXIT": 1},
		// What the architectures differ in.
		"conv1d_constant_fixed.sm_75": {operand: 32, constant: 32},
		"conv1d_constant_fixed.sm_90": {operand: 0, `\bLDC.*c\[0x3\]`: 0},
	}
}

func TestMachineCodeIsWhatLessonsSay(t *testing.T) {
	claims := sassClaims()
	for _, p := range programs(t) {
		for _, arch := range architectures {
			t.Run(p.name+" "+arch, func(t *testing.T) {
				m := readMachineCode(t, p.name, arch)
				if len(claims[p.name]) == 0 {
					t.Errorf("nothing is said of what %s has", p.name)
				}
				for _, list := range []map[string]int{claims[p.name], claims[p.name+"."+arch]} {
					for pattern, want := range list {
						if got := m.count(pattern); got != want {
							t.Errorf("%d instructions match %s, want %d", got, pattern, want)
						}
					}
				}
				if spilled := m.count(`\b(LDL|STL)\b`); spilled != 0 || m.local != 0 {
					t.Errorf("%d loads and stores of local memory, %d bytes of it: the kernel spills", spilled, m.local)
				}
				if m.registers < 1 || m.registers > 64 {
					t.Errorf("%d registers: 256 threads a block leave room for four blocks with 64 at most", m.registers)
				}
			})
		}
	}
}

// On Hopper a tap that is known when the kernel is compiled is loaded once a
// warp: two at a time by the compilers since CUDA 12, one by those before.
func TestHopperLoadsKnownTapsOnceAWarp(t *testing.T) {
	m := readMachineCode(t, "conv1d_constant_fixed", "sm_90")
	if got := m.uniformTaps(); got != sim.FilterTaps {
		t.Errorf("%d taps come in uniform registers, want %d", got, sim.FilterTaps)
	}
	if pairs := m.count(`ULDC\.64.*c\[0x3\]`); m.release >= 12 && pairs != 16 {
		t.Errorf("%d ULDC.64 from c[0x3], want 16", pairs)
	}
}

// The fast kernel's inputs come in four at a time: 35 of them, and 32 more one
// by one for the last few outputs.
func TestBlockedLoadsFourInputsAtOnce(t *testing.T) {
	for _, arch := range architectures {
		m := readMachineCode(t, "conv1d_blocked", arch)
		fours, all := m.count(`LDG\.E\.128\.CONSTANT`), m.count(`\bLDG`)
		if fours < 8 || all > fours+2+sim.FilterTaps {
			t.Errorf("for %s, %d of %d loads take four inputs", arch, fours, all)
		}
	}
}

// The blocks' shared memory is what the staging takes; from compute capability
// 8.0 on the hardware adds a kilobyte a block.
func TestSharedMemoryIsWhatStagingTakes(t *testing.T) {
	for name, want := range map[string]int{
		"conv1d_shared": 32 * 4, "conv1d_shared_column": 32 * 32 * 4, "conv1d_shared_padded": 32 * 33 * 4, "conv1d_global": 0,
	} {
		for _, arch := range architectures {
			m := readMachineCode(t, name, arch)
			if reserved := m.shared - want; reserved != 0 && (arch == "sm_75" || reserved != 1024) {
				t.Errorf("%s for %s has %d bytes of shared memory, want %d", name, arch, m.shared, want)
			}
		}
	}
}

// A record is of the kernels as they are: where the toolkit is at hand that
// made it, it is made again.
func TestMachineCodeIsUpToDate(t *testing.T) {
	m := readMachineCode(t, "empty", "sm_75")
	version, err := toolkitRelease()
	if err != nil || version != m.release {
		t.Skipf("not recorded again for comparison: the record is of CUDA %g, and here is %g (%v)", m.release, version, err)
	}
	folder := t.TempDir()
	if out, err := command("kernels/sass", folder); err != nil {
		t.Fatalf("kernels/sass: %v\n%s", err, out)
	}
	files, err := filepath.Glob("sass/*.sass")
	if err != nil || len(files) < 2*len(programs(t)) {
		t.Fatalf("%d records (%v) of %d kernels", len(files), err, len(programs(t)))
	}
	for _, file := range files {
		if readFile(t, file) != readFile(t, filepath.Join(folder, filepath.Base(file))) {
			t.Errorf("%s is not what its kernel gives: run make sass and commit the result", file)
		}
	}
}

// toolkitRelease is the version of the ptxas of this computer.
func toolkitRelease() (float64, error) {
	out, err := command("ptxas", "--version")
	if err != nil {
		return 0, err
	}
	m := regexp.MustCompile(`release ([\d.]+),`).FindStringSubmatch(string(out))
	if m == nil {
		return 0, fmt.Errorf("ptxas does not tell its release: %s", out)
	}
	return strconv.ParseFloat(m[1], 64)
}
