package sim

import (
	"fmt"
	"strconv"
	"testing"
)

// Budgets (make bench): one bill under 1 microsecond with one allocation at
// most, 10,000 patterns under 10 milliseconds.

var benchPatterns = []string{"broadcast", "distinct:8", "per-lane", "reverse", "stride:8", "random:7", "random:7,2048"}

func BenchmarkBill(b *testing.B) {
	for _, path := range Tariffs() {
		for _, pattern := range benchPatterns {
			a := billOf(b, path, pattern, 4).Access
			b.Run(path.Name()+"/"+pattern, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := path.Bill(a); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkTenThousandPatterns bills 10,000 different patterns in each round:
// random taps of the filter, and random elements of a longer table.
func BenchmarkTenThousandPatterns(b *testing.B) {
	for _, span := range []int{FilterTaps, 2048} {
		list := make([]Access, 10000)
		for seed := range list {
			list[seed] = billOf(b, Constant{}, fmt.Sprintf("random:%d,%d", seed, span), 4).Access
		}
		for _, path := range Tariffs() {
			b.Run(path.Name()+"/span-"+strconv.Itoa(span), func(b *testing.B) {
				for b.Loop() {
					for i := range list {
						if _, err := path.Bill(list[i]); err != nil {
							b.Fatal(err)
						}
					}
				}
			})
		}
	}
}

func BenchmarkCounters(b *testing.B) {
	for b.Loop() {
		if _, err := (Convolution{N: 8388608 + 5, RotMask: 31}).Counters(); err != nil {
			b.Fatal(err)
		}
	}
}

func TestABillAllocatesOnce(t *testing.T) {
	for _, path := range Tariffs() {
		for _, pattern := range benchPatterns {
			for _, width := range []int{1, 4, 16} {
				a := billOf(t, path, pattern, width).Access
				n := testing.AllocsPerRun(100, func() {
					b, err := path.Bill(a)
					if err != nil || b.Units() == 0 || b.Step(1).Lanes == 0 {
						t.Fail()
					}
				})
				if n > 1 {
					t.Errorf("%s, %s at %d bytes: %v allocations", path.Name(), pattern, width, n)
				}
			}
		}
	}
}
