//go:build linux && !headless

package main

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

var benchmarks = flag.String("benchmarks", "", "print the times of this file, the output of go test -bench, beside their budgets")

// partBudgets are the budgets of what the benchmarks measure.
func partBudgets() []struct {
	what, benchmark string
	budget          time.Duration
} {
	return []struct {
		what, benchmark string
		budget          time.Duration
	}{
		{"bill of one warp load", "BenchmarkBill/", time.Microsecond},
		{"10,000 patterns", "BenchmarkTenThousandPatterns/", 10 * time.Millisecond},
		{"one animation frame", "BenchmarkFrame", 2 * time.Millisecond},
		{"chart in the window", "BenchmarkPanel", 50 * time.Millisecond},
		{"chart, 1920x1080 at 2", "BenchmarkSlidePNG", 400 * time.Millisecond},
	}
}

// slowest is the longest time of a benchmark, or of all whose names begin with
// one that ends in a slash.
func slowest(output, benchmark string) (time.Duration, bool) {
	name := regexp.QuoteMeta(benchmark)
	if strings.HasSuffix(benchmark, "/") {
		name += `\S+`
	}
	line := regexp.MustCompile(`(?m)^` + name + `(?:-\d+)?\s+\d+\s+([\d.]+) ns/op`)
	longest, found := 0.0, false
	for _, m := range line.FindAllStringSubmatch(output, -1) {
		if ns, err := strconv.ParseFloat(m[1], 64); err == nil {
			longest, found = max(longest, ns), true
		}
	}
	return time.Duration(longest), found
}

// TestPartBudgets prints what the parts cost. It asserts no time: those depend
// on the machine and on who else uses it.
func TestPartBudgets(t *testing.T) {
	if *benchmarks == "" {
		t.Skip("run with -args -benchmarks FILE (make bench)")
	}
	output, err := os.ReadFile(*benchmarks)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Printf("\n%-26s %-24s %s\n", "the parts, at their slowest", "budget", "here and now")
	for _, b := range partBudgets() {
		got, found := slowest(string(output), b.benchmark)
		if !found {
			t.Errorf("no %s in %s", b.benchmark, *benchmarks)
		}
		fmt.Printf("%-27s %-24v %v\n", b.what, b.budget, got)
	}
}

func TestSlowest(t *testing.T) {
	const output = "goos: linux\nBenchmarkBill/constant/per-lane-2 \t 3000000\t 380.5 ns/op\t 1280 B/op\t 1 allocs/op\n" +
		"BenchmarkBill/global/random:7-2\t 2000000\t 610 ns/op\nBenchmarkPanel-2\t 100\t 11000000 ns/op\nBenchmarkPanelAtScale2-2\t 50\t 33000000 ns/op\n"
	for name, want := range map[string]time.Duration{"BenchmarkBill/": 610, "BenchmarkPanel": 11 * time.Millisecond, "BenchmarkPanelAtScale2": 33 * time.Millisecond} {
		if got, found := slowest(output, name); got != want || !found {
			t.Errorf("%s: %v, %v; want %v", name, got, found, want)
		}
	}
	if _, found := slowest(output, "BenchmarkFrame"); found {
		t.Error("a benchmark that was not run has a time")
	}
	for _, b := range partBudgets() {
		name, _, _ := strings.Cut(b.benchmark, "/")
		defined := false
		for _, s := range sources(t) {
			defined = defined || s.test() && strings.Contains(s.text, "func "+name+"(b *testing.B)")
		}
		if !defined {
			t.Errorf("there is no %s", name)
		}
	}
}
