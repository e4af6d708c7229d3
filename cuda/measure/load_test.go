package measure

import (
	"strings"
	"testing"
)

func TestPriceListIsEveryLoadOfTheCalibration(t *testing.T) {
	if err := PriceListPlan().Check(); err != nil {
		t.Error(err)
	}
	list, refused := PriceListPlan().Loads()
	if len(refused) > 0 {
		t.Fatal(refused)
	}
	rates := map[string]int{}
	for _, l := range list {
		rates[l.Path]++
		if a, err := l.Access(); err != nil || a.Width != 4 {
			t.Errorf("%+v: %v", l, err)
		}
	}
	for _, path := range ProbePaths(4) {
		if rates[path] < 4 {
			t.Errorf("%d loads on the %s path", rates[path], path)
		}
	}
}

func TestLoadsOfAPlan(t *testing.T) {
	list, refused := Plan{Patterns: []string{"per-lane", "random:7,9"}, Probe: []string{"global", "shared"}, Width: 8}.Loads()
	var got []string
	for _, l := range list {
		got = append(got, l.Path+" "+l.Pattern)
	}
	want := "global per-lane, shared per-lane, global random:7,9, shared random:7,9"
	if strings.Join(got, ", ") != want || len(refused) > 0 {
		t.Errorf("%v, %v, want %s", got, refused, want)
	}
	list, _ = Plan{Patterns: []string{strings.Repeat("5 ", 32)}}.Loads()
	if len(list) != 4 || list[3].Index[31] != 5 || list[3].Width != 4 {
		t.Errorf("%+v", list)
	}
}

func TestRefusedLoads(t *testing.T) {
	ones := strings.Repeat("1 ", 31)
	for _, x := range []struct {
		path, pattern string
		width         int
		want          string
	}{
		{"constant-fixed", "per-lane", 4, "use one of constant, global, shared, texture"},
		{"texture", "per-lane", 8, "no loads of 8 bytes"},
		{"global", "per-lane", 3, "no loads of 3 bytes"},
		{"constant", ones + "16384", 4, "lane 31 reads element 16384"},
		{"shared", ones + "8192", 4, "use 0 to 8191"},
		{"global", ones + "4096", 16, "use 0 to 4095"},
		{"global", "nonsense", 4, "nonsense"},
		{"global", "stride:x,2", 4, "stride"},
		{"global", ones, 4, "31"},
	} {
		list, refused := Plan{Patterns: []string{x.pattern, "broadcast"}, Probe: []string{x.path}, Width: x.width}.Loads()
		if len(refused) == 0 || !strings.Contains(refused[0].Error(), x.want) {
			t.Errorf("%s, %s, %d bytes: %v, want %q", x.path, x.pattern, x.width, refused, x.want)
		}
		if ok := x.path != "constant-fixed" && x.want[:2] != "no"; ok && len(list) != 1 {
			t.Errorf("%s, %s: the rest of the plan is not there: %v", x.path, x.pattern, list)
		}
	}
	if _, err := NewLoad("shared", ones+"8191", 4); err != nil {
		t.Error(err)
	}
}
