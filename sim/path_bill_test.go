package sim

import (
	"strings"
	"testing"
)

// indicesOf is the pattern as the command line writes it.
func indicesOf(t *testing.T, pattern string) Indices {
	t.Helper()
	c, err := ParseChoice(pattern)
	if err != nil {
		t.Fatal(err)
	}
	x, err := c.Indices()
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// What a load costs on each path: charges and the steps in which they come.
func TestPathBill(t *testing.T) {
	tests := []struct {
		path, pattern string
		units, steps  int
	}{
		{"constant", "per-lane", 32, 32}, {"constant", "distinct:8", 8, 8},
		{"global", "per-lane", 4, 1}, {"global-plain", "offset:4", 5, 1}, {"global-ldg", "stride:2", 8, 1}, {"l2-window", "per-lane", 4, 1},
		{"shared", "per-lane", 1, 1}, {"shared", "stride:2", 2, 2}, {"shared", "stride:33", 1, 1}, {"shared", "broadcast:5", 1, 1},
		{"shared-column", "per-lane", 32, 32}, {"shared-column", "broadcast:5", 1, 1}, {"shared-column", "pairs", 16, 16}, {"shared-column", "distinct:8", 8, 8},
		{"shared-padded", "per-lane", 1, 1}, {"shared-padded", "reverse", 1, 1}, {"shared-padded", "stride:32", 32, 32},
		{"constant-fixed", "per-lane", 0, 0}, {"literal", "broadcast", 0, 0}, {"blocked", "stride:2", 0, 0},
		{"copy", "broadcast", 4, 1}, {"copy", "stride:1048576", 4, 1},
	}
	for _, test := range tests {
		p, err := FindPath(test.path)
		if err != nil {
			t.Fatal(err)
		}
		b, err := p.Bill(indicesOf(t, test.pattern))
		if err != nil || b.Units() != test.units || b.StepCount() != test.steps {
			t.Errorf("%s, %s: %d charges in %d steps, %v; want %d in %d", test.path, test.pattern, b.Units(), b.StepCount(), err, test.units, test.steps)
		}
		if b.Access.Active != AllLanes || b.Access.Width != 4 {
			t.Errorf("%s, %s: the access is %+v", test.path, test.pattern, b.Access)
		}
	}
}

func TestEveryPathHasABill(t *testing.T) {
	for _, p := range Paths() {
		b, err := p.Bill(indicesOf(t, "per-lane"))
		if err != nil {
			t.Errorf("%s: %v", p.ID, err)
		}
		if loads := b.Units() > 0; loads != (p.Memory != "" || p.ID == "copy") {
			t.Errorf("%s charges %d units", p.ID, b.Units())
		}
	}
}

func TestPathBillOfAnImpossibleLoad(t *testing.T) {
	column, err := FindPath("shared-column")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := column.Bill(indicesOf(t, "stride:1000")); err == nil || !strings.Contains(err.Error(), "227 KiB") {
		t.Errorf("a column longer than a block's memory: %v", err)
	}
	x := Indices{7: MaxAddress / 64}
	if _, err := column.Bill(x); err == nil || !strings.Contains(err.Error(), "lane 7") {
		t.Errorf("an element beyond any memory: %v", err)
	}
	if _, err := (Path{ID: "odd", Memory: "drum", Stride: 4}).Bill(Indices{}); err == nil || !strings.Contains(err.Error(), "drum") {
		t.Errorf("a path without a tariff: %v", err)
	}
}

func TestTapValues(t *testing.T) {
	seen := map[int]int{}
	for k := range FilterTaps {
		v := TapValue(k)
		if before, found := seen[v]; found || v == 0 || v < -64 || v > 63 {
			t.Errorf("tap %d is %d, as tap %d was", k, v, before)
		}
		seen[v] = k
	}
	if TapValue(0) != -63 || TapValue(5) != 37 {
		t.Errorf("taps 0 and 5 are %d and %d, want -63 and 37", TapValue(0), TapValue(5))
	}
}
