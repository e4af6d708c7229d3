package sim

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// figures reads a table of figures that Nsight Compute counted on an H200: one
// map a row, from the names of the columns.
func figures(t *testing.T, name string) []map[string]string {
	t.Helper()
	file, err := os.Open(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil || len(rows) < 2 {
		t.Fatalf("%s: %d rows, %v", name, len(rows), err)
	}
	var list []map[string]string
	for _, row := range rows[1:] {
		m := map[string]string{}
		for i, title := range rows[0] {
			m[title] = row[i]
		}
		list = append(list, m)
	}
	return list
}

// holds checks one counted figure of a row.
func holds(t *testing.T, row map[string]string, column string, got int) {
	t.Helper()
	want, err := strconv.Atoi(row[column])
	if err != nil {
		t.Fatalf("%s, %s: %v", row["pattern"], column, err)
	}
	if got != want {
		t.Errorf("%s, %s: the model says %d, the H200 counted %d", row["pattern"], column, got, want)
	}
}

// bills bills elements on all paths.
func bills(t *testing.T, x Indices, width int) (constant, global, shared Bill) {
	t.Helper()
	a, err := Elements(x, width)
	if err != nil {
		t.Fatal(err)
	}
	for tariff, b := range map[Tariff]*Bill{Constant{}: &constant, Global{}: &global, Shared{}: &shared} {
		if *b, err = tariff.Bill(a); err != nil {
			t.Fatal(err)
		}
	}
	return constant, global, shared
}

func TestCountersOfTheH200(t *testing.T) {
	rows := figures(t, "h200-counters-per-load.csv")
	if len(rows) != 17 {
		t.Fatalf("%d patterns, not 17", len(rows))
	}
	byName := map[string]Indices{}
	for _, row := range rows {
		x, err := ParseIndices(row["element_index"])
		if err != nil {
			t.Fatal(err)
		}
		byName[row["pattern"]] = x
		constant, global, shared := bills(t, x, 4)
		holds(t, row, "constant_passes", constant.Units())
		holds(t, row, "constant_replays", constant.Replays())
		holds(t, row, "global_requests", global.Instructions)
		holds(t, row, "global_sectors", global.Units())
		holds(t, row, "global_lines", global.Lines)
		holds(t, row, "shared_wavefronts", shared.Units())
		holds(t, row, "shared_conflicts", shared.DataWavefronts-1)
	}
	for _, row := range figures(t, "h200-cycles-per-load.csv") {
		x, known := byName[row["pattern"]]
		if !known {
			t.Fatalf("pattern %s has no elements", row["pattern"])
		}
		constant, global, _ := bills(t, x, 4)
		holds(t, row, "global_data_wavefronts", global.DataWavefronts)
		holds(t, row, "global_tag_wavefronts", global.TagWavefronts)
		checkCycles(t, row, &constant, &global)
	}
}

// checkCycles holds the bills against the measured time, by the law that the
// counted figures follow: 2 cycles a pass, 1 a wavefront, and a floor. A
// pattern that overflows the constant cache costs more than its passes.
func checkCycles(t *testing.T, row map[string]string, constant, global *Bill) {
	t.Helper()
	number := func(column string) float64 {
		v, err := strconv.ParseFloat(row[column], 64)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	if number("constant_misses_per_load") < 1 {
		within(t, row["pattern"], max(2.35, 2*float64(constant.Units())+0.28), number("constant_cycles_per_load"))
	}
	within(t, row["pattern"], max(2.53, float64(global.Wavefronts())+0.29), number("global_cycles_per_load"))
}

func within(t *testing.T, pattern string, law, measured float64) {
	t.Helper()
	if off := law/measured - 1; off > 0.04 || off < -0.04 {
		t.Errorf("%s: the law says %.2f cycles, measured %.2f", pattern, law, measured)
	}
}

func TestConstantWidthsOfTheH200(t *testing.T) {
	elements := map[string]func(lane uint64) uint64{
		"all 3":  func(uint64) uint64 { return 3 },
		"lane":   func(l uint64) uint64 { return l },
		"lane/2": func(l uint64) uint64 { return l / 2 },
		"lane*4": func(l uint64) uint64 { return l * 4 },
	}
	rows := figures(t, "h200-constant-widths.csv")
	if len(rows) != 11 {
		t.Fatalf("%d rows, not 11", len(rows))
	}
	for _, row := range rows {
		index, known := elements[row["element_index"]]
		width, err := strconv.Atoi(row["element_bytes"])
		if !known || err != nil {
			t.Fatalf("row %v is not understood", row)
		}
		var x Indices
		for lane := range x {
			x[lane] = index(uint64(lane))
		}
		constant, _, _ := bills(t, x, width)
		holds(t, row, "idc_requests_per_load", constant.Units())
		holds(t, row, "replays_per_load", constant.Replays())
		if constant.StepCount() != constant.Units() {
			t.Errorf("%s: %d steps for %d passes", strings.Join([]string{row["pattern"], row["element_bytes"]}, "/"), constant.StepCount(), constant.Units())
		}
	}
}

// Whole launches of both kernels, counted on an H200, with their last warps
// and blocks broken off as well.
func TestCountedConvolutions(t *testing.T) {
	for _, row := range figures(t, "h200-convolution-counters.csv") {
		n, _ := strconv.ParseUint(row["n"], 10, 64)
		mask, _ := strconv.Atoi(row["rot_mask"])
		kernels, err := Convolution{N: n, RotMask: mask}.Counters()
		if err != nil {
			t.Fatal(err)
		}
		row["pattern"] = row["kernel"] + " n " + row["n"] + " rotMask " + row["rot_mask"]
		for _, k := range kernels {
			if k.Kernel != row["kernel"] {
				continue
			}
			for _, m := range k.Metrics {
				holds(t, row, m.Name, int(m.Value))
			}
		}
	}
}
