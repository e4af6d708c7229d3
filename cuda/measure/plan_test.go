package measure

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"warpbill/sim"
)

func TestPlansAreGood(t *testing.T) {
	for _, p := range []Plan{CoursePlan(), FullPlan()} {
		if err := p.Check(); err != nil {
			t.Errorf("%s: %v", p.Name, err)
		}
		if got, want := len(p.Points()), len(p.Sizes)*len(p.RotMasks); got != want {
			t.Errorf("%s: %d points, want %d", p.Name, got, want)
		}
	}
	if got := CoursePlan().Points(); len(got) != 10 || got[0] != (Point{4096, 0}) || got[1] != (Point{4096, 31}) || got[9] != (Point{8388608, 31}) {
		t.Errorf("the course's ten rows come as %v", got)
	}
}

func TestPointNames(t *testing.T) {
	for mask, want := range map[int]string{0: "broadcast", 1: "2 distinct", 3: "4 distinct", 7: "8 distinct", 15: "16 distinct",
		31: "per-lane", 16: "2 distinct", 21: "8 distinct"} {
		p := Point{N: 4096, RotMask: mask}
		if got := p.Lanes(); got != want {
			t.Errorf("mask %d is %q, want %q", mask, got, want)
		}
		if got, want := p.Distinct(), (sim.Convolution{N: 1, RotMask: mask}).Distinct(); got != want {
			t.Errorf("mask %d has %d distinct addresses, the model says %d", mask, got, want)
		}
	}
	for _, mask := range []int{0, 1, 3, 7, 15, 31} {
		if got, ok := parseLanes((Point{RotMask: mask}).Lanes()); !ok || got != mask {
			t.Errorf("mask %d comes back as %d, %v", mask, got, ok)
		}
	}
	if _, ok := parseLanes("3 distinct"); ok {
		t.Error("3 distinct is no pattern of a mask")
	}
}

func TestPlanCheckRefuses(t *testing.T) {
	tests := map[string]struct {
		spoil func(*Plan)
		want  string
	}{
		"no sizes":        {func(p *Plan) { p.Sizes = nil }, "no sizes"},
		"size zero":       {func(p *Plan) { p.Sizes = []uint64{0} }, "a size of 0 outputs is not possible"},
		"size 2^63":       {func(p *Plan) { p.Sizes = []uint64{1 << 63} }, "a size of 9223372036854775808 outputs is not possible"},
		"falling sizes":   {func(p *Plan) { p.Sizes = []uint64{8, 4} }, "rising"},
		"a size twice":    {func(p *Plan) { p.Sizes = []uint64{8, 8} }, "rising"},
		"too many sizes":  {func(p *Plan) { p.Sizes = make([]uint64, 65) }, "at most 64"},
		"no masks":        {func(p *Plan) { p.RotMasks = nil }, "lists 0 masks"},
		"mask 32":         {func(p *Plan) { p.RotMasks = []int{32} }, "rot_masks has 32"},
		"negative mask":   {func(p *Plan) { p.RotMasks = []int{-1} }, "rot_masks has -1"},
		"a mask twice":    {func(p *Plan) { p.RotMasks = []int{0, 0} }, "twice"},
		"five pairs":      {func(p *Plan) { p.Pairs = 5 }, "pairs is 5"},
		"too many pairs":  {func(p *Plan) { p.Pairs = 501 }, "pairs is 501"},
		"no batch":        {func(p *Plan) { p.BatchMS = 0 }, "batch_ms is 0"},
		"batch of a hour": {func(p *Plan) { p.BatchMS = 3.6e6 }, "batch_ms"},
		"batch NaN":       {func(p *Plan) { p.BatchMS = math.NaN() }, "batch_ms is NaN"},
	}
	for name, test := range tests {
		p := CoursePlan()
		test.spoil(&p)
		if err := p.Check(); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", name, err, test.want)
		}
	}
}

func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestLoadPlan(t *testing.T) {
	got, err := LoadPlan(write(t, "small.json", "\ufeff"+`{"sizes":[64,128],"rot_masks":[0,1],"pairs":9,"later":true}`))
	want := CoursePlan()
	want.Name, want.Sizes, want.RotMasks, want.Pairs = "small", []uint64{64, 128}, []int{0, 1}, 9
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("err %v (-want +got):\n%s", err, diff)
	}
}

func TestLoadPlanRefuses(t *testing.T) {
	tests := map[string]struct{ text, want string }{
		"empty":          {"", "cut off"},
		"cut":            {`{"sizes":[64`, "cut off"},
		"not JSON":       {"sizes: 64", "not valid JSON in line 1"},
		"line":           {"{\n\n\"sizes\" 64}", "line 3"},
		"two values":     {`{}{}`, "goes on after the end"},
		"negative size":  {`{"sizes":[-1]}`, `"sizes" is number -1: give a whole number, 0 or more`},
		"size 2^64":      {`{"sizes":[18446744073709551616]}`, "18446744073709551616: give a whole number"},
		"broken size":    {`{"sizes":[1.5]}`, "1.5: give a whole number"},
		"size zero":      {`{"sizes":[0]}`, "a size of 0 outputs"},
		"text for sizes": {`{"sizes":"many"}`, "give a list in square brackets"},
		"text for pairs": {`{"pairs":"many"}`, "give a whole number"},
		"number as name": {`{"name":7}`, "give a text in quotes"},
		"number as bool": {`{"course":7}`, "give true or false"},
		"a list":         {`[]`, "the whole value is array: give an object in braces"},
		"deep":           {strings.Repeat("[", 20000), "nests more than"},
		"1e999":          {`{"batch_ms":1e999}`, "1e999: give a number"},
		"large":          {strings.Repeat(" ", maxPlanBytes+1), "larger than 64 KiB"},
		"latin-1":        {"{\"name\":\"caf\xe9\"}", "not UTF-8"},
	}
	for name, test := range tests {
		_, err := LoadPlan(write(t, "plan.json", test.text))
		if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), "plan.json") {
			t.Errorf("%s: %v\nwant %q and the file's name", name, err, test.want)
		}
	}
	dir := t.TempDir()
	for path, want := range map[string]string{filepath.Join(dir, "gone.json"): "check the name", dir: "cannot open " + filepath.Base(dir) + ": it is a folder"} {
		if _, err := LoadPlan(path); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), dir) {
			t.Errorf("%s: %v", path, err)
		}
	}
}
