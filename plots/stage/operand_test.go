package stage

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"warpbill/plots/look"
	"warpbill/plots/words"
	"warpbill/sim"
)

// The tap in the instruction is the one that all lanes ask for, else tap k.
func TestFixedTap(t *testing.T) {
	tests := []struct {
		pattern string
		tap     int
		operand string // of the path constant-fixed
		number  string // of the path literal
	}{
		{"broadcast:5", 0, "c[0x3][0x14]", "37"},
		{"broadcast", 5, "c[0x3][0x14]", "37"},
		{"per-lane", 0, "c[0x3][0x0]", "-63"},
		{"per-lane", 31, "c[0x3][0x7c]", strconv.Itoa(sim.TapValue(31))},
		{"broadcast:200", 0, "c[0x3][0x0]", "-63"},
	}
	for _, test := range tests {
		for path, want := range map[string]string{"constant-fixed": test.operand, "literal": test.number} {
			s := newScene(t, test.pattern, test.tap, Stop(1))
			p, err := sim.FindPath(path)
			if err != nil {
				t.Fatal(err)
			}
			s.Second = words.NewSecond(p, sim.Indices{})
			found := false
			for _, line := range strings.Split(texts(Draw(s, MainGeometry(816, 672), look.DarkTheme())), "\n") {
				found = found || line == want
			}
			if !found {
				t.Errorf("%s at tap %d: the instruction of %s does not name %s", test.pattern, test.tap, path, want)
			}
		}
	}
}

// All lanes get the tap together, whatever they ask for above, and hollow
// before anything runs.
func TestOperandLanes(t *testing.T) {
	g, th := MainGeometry(816, 672), look.DarkTheme()
	for pass, want := range map[int]int{0: 0, 1: 32, 32: 32} {
		solid := 0
		for _, s := range Draw(withSecond(t, "literal", "per-lane", Stop(pass)), g, th) {
			if s.Kind == Rect && s.Y >= g.globalLanes-g.lift-1 && s.Y+s.H <= g.globalLanes+g.laneHeight+1 && s.Fill == th.One && s.H > g.laneHeight/2 {
				solid++
			}
		}
		if solid != want {
			t.Errorf("pass %d: %d lanes have the tap, want %d", pass, solid, want)
		}
	}
}

// Lanes with numbers of their own keep them where the pattern's are too long
// to be shown.
func TestPlainLanesAreNumbered(t *testing.T) {
	list := texts(Draw(withSecond(t, "blocked", "stride:1048576", Stop(1)), MainGeometry(816, 672), look.DarkTheme()))
	if !strings.Contains(list, "\n"+strconv.Itoa(31*words.Outputs)+"\n") {
		t.Error("the last lane does not name its first output")
	}
}

// An input stands above as many bars as it has uses.
func TestBlockedReuse(t *testing.T) {
	s, g := withSecond(t, "blocked", "per-lane", Stop(1)), MainGeometry(816, 672)
	dots := 0
	for _, shape := range Draw(s, g, look.DarkTheme()) {
		if shape.Kind == Circle && !shape.Hidden && shape.Y > g.globalTaps && shape.Y < g.globalLanes {
			dots++
		}
	}
	if dots != words.Outputs {
		t.Errorf("the input feeds %d outputs in the picture, want %d", dots, words.Outputs)
	}
	if words.Inputs != 35 || words.Outputs*sim.FilterTaps != 128 {
		t.Errorf("a lane has %d inputs for %d outputs", words.Inputs, words.Outputs)
	}
}

// The till's number of outputs is the kernel's.
func TestOutputsOfTheKernel(t *testing.T) {
	source, err := os.ReadFile("../../cuda/kernels/device.h")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`int quad = (\d+);`).FindSubmatch(source)
	if m == nil || string(m[1]) != strconv.Itoa(words.Outputs) {
		t.Errorf("the kernel computes %q outputs a lane, the till shows %d", m, words.Outputs)
	}
}

// The copy moves as many sectors out as in, and both are on the tape.
func TestCopyTape(t *testing.T) {
	g, th := MainGeometry(816, 672), look.DarkTheme()
	chips, names := 0, 0
	for _, s := range Draw(withSecond(t, "copy", "broadcast:5", End(1)), g, th) {
		if s.Kind == Rect && !s.Hidden && s.Fill == th.SectorInk && s.Y > g.tape2 {
			chips++
		}
		if s.Kind == Text && strings.HasPrefix(s.Text, "sector ") {
			names++
		}
	}
	if chips != 8 || names != 8 {
		t.Errorf("%d chips and %d sectors, want 8 of each", chips, names)
	}
}

// The instruction in the till is the one in the recorded machine code.
func TestInstructionsOfTheKernels(t *testing.T) {
	for name, operand := range map[string]func(k int) string{
		"constant_fixed": func(k int) string { return "c[0x3][0x" + strconv.FormatInt(int64(4*k), 16) + "]" },
		"literal":        func(k int) string { return strconv.Itoa(sim.TapValue(k)) },
	} {
		code, err := os.ReadFile("../../cuda/sass/conv1d_" + name + ".sm_75.sass")
		if err != nil {
			t.Fatal(err)
		}
		for k := range sim.FilterTaps {
			if name == "literal" && sim.TapValue(k) == 1 {
				continue // times 1: the compiler adds without multiplying
			}
			if found := regexp.MustCompile(`FFMA R\d+, R\d+, ` + regexp.QuoteMeta(operand(k)) + `,`).Match(code); !found {
				t.Errorf("no multiply-add of %s takes %s, which the till shows for tap %d", name, operand(k), k)
			}
		}
	}
}
