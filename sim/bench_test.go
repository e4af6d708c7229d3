package sim

import (
	"fmt"
	"testing"
)

func BenchmarkBill(b *testing.B) {
	for _, text := range []string{"broadcast", "distinct:8", "per-lane", "reverse", "stride:8", "random:7", "random:7,65536"} {
		c, err := ParseChoice(text)
		if err != nil {
			b.Fatal(err)
		}
		x, _ := c.Indices()
		for _, width := range []int{1, 4, 16} {
			a, _ := Elements(x, width)
			for _, tariff := range Tariffs() {
				if _, err := tariff.Bill(a); err != nil {
					continue
				}
				b.Run(fmt.Sprintf("%s/%s/%d", tariff.Name(), text, width), func(b *testing.B) {
					b.ReportAllocs()
					for b.Loop() {
						_, _ = tariff.Bill(a)
					}
				})
			}
		}
	}
}
