package sim

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// card is a made-up card with its own tag banks.
type card struct {
	Prices
	tagBank func(line uint64) uint64
}

// measure times every load of the calibration on the card, each wrong by up
// to the noise.
func (c card) measure(t *testing.T, noise float64) []Measured {
	t.Helper()
	r := rand.New(rand.NewPCG(11, 0))
	var list []Measured
	for _, pattern := range CalibrationPatterns() {
		a, err := pattern.Access()
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, Measured{pattern.Path, a, c.time(t, pattern.Path, a) * (1 + noise*(2*r.Float64()-1))})
	}
	return list
}

// time is the law, but with the card's own tag banks counted here.
func (c card) time(t *testing.T, path string, a Access) float64 {
	t.Helper()
	tariff, err := FindTariff(path)
	if err != nil {
		t.Fatal(err)
	}
	b, err := tariff.Bill(a)
	if err != nil {
		t.Fatal(err)
	}
	if path == "global" {
		lines, banks, most := map[uint64]bool{}, map[uint64]int{}, 0
		for _, addr := range a.Addr {
			if !lines[addr/128] {
				lines[addr/128] = true
				banks[c.tagBank(addr/128)]++
				most = max(most, banks[c.tagBank(addr/128)])
			}
		}
		return c.Global.Cycles(max(most, b.DataWavefronts))
	}
	cost, known := c.Load(&b)
	if !known {
		t.Fatalf("%s has no price", path)
	}
	return cost.Cycles
}

func h200Card(t *testing.T) card {
	p := h200(t)
	p.Shared = Price{Floor: 2.4, Slope: 1, Offset: 0.3}
	p.Texture = Price{Floor: 5.2, Slope: 2, Offset: 1}
	return card{p, func(line uint64) uint64 { return uint64(tagBank(line)) }}
}

func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if !(math.Abs(got-want) <= within*math.Abs(want)) {
		t.Errorf("%s is %.4g, not %.4g", what, got, want)
	}
}

func TestCalibrateTheH200(t *testing.T) {
	c := h200Card(t)
	p, err := Calibrate(c.measure(t, 0.02))
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		what      string
		got, want Price
	}{{"constant", p.Constant, c.Constant}, {"global", p.Global, c.Global}, {"shared", p.Shared, c.Shared}, {"texture", p.Texture, c.Texture}} {
		near(t, x.what+" floor", x.got.Floor, x.want.Floor, 0.02)
		near(t, x.what+" slope", x.got.Slope, x.want.Slope, 0.04)
		for units := 1; units <= 32; units++ {
			near(t, x.what+" price", x.got.Cycles(units), x.want.Cycles(units), 0.04)
		}
	}
	if got := p.Cache; got.LineBytes != 64 || got.Sets != 8 || got.Ways != 4 {
		t.Errorf("constant cache %+v", got)
	}
	near(t, "miss", p.Cache.Miss, c.Cache.Miss, 0.1)
	near(t, "thrash", p.Cache.Thrash, c.Cache.Thrash, 0.1)
	if p.Cache.MissLow > p.Cache.Miss || p.Cache.MissHigh < p.Cache.Miss {
		t.Errorf("bounds %+v", p.Cache)
	}
	if p.TagBanks != (TagBanks{Hashed: true}) {
		t.Errorf("tag banks %+v", p.TagBanks)
	}
}

// A card that shares nothing with the H200 but the kinds of its memories.
func TestCalibrateOtherCards(t *testing.T) {
	caches := []ConstantCache{
		{LineBytes: 64, Sets: 4, Ways: 8}, {LineBytes: 32, Sets: 16, Ways: 4}, {LineBytes: 128, Sets: 4, Ways: 6},
		{LineBytes: 256, Sets: 8, Ways: 2}, {LineBytes: 64, Sets: 32, Ways: 4}, {LineBytes: 64, Sets: 8, Ways: 16}, {LineBytes: 64, Sets: 1, Ways: 24},
	}
	for _, cache := range caches {
		cache.Miss, cache.Thrash = 3, 9
		cache.MissLow, cache.MissHigh = 2, 4
		c := card{Prices{
			Constant: Price{4.1, 3.8, 0.5}, Global: Price{3.2, 2, 0.4}, Shared: Price{3, 2, 0.2}, Texture: Price{9, 4, 0.2}, Cache: cache,
		}, func(line uint64) uint64 { return line % 4 }}
		p, err := Calibrate(c.measure(t, 0.02))
		if err != nil {
			t.Errorf("%+v: %v", cache, err)
			continue
		}
		if p.Cache.LineBytes != cache.LineBytes || p.Cache.Sets != cache.Sets || p.Cache.Ways != cache.Ways {
			t.Errorf("cache %+v, not %+v", p.Cache, cache)
		}
		if cache.Sets > 1 && cache.Ways < 16 { // else 32 lines overflow one set at most
			near(t, "miss", p.Cache.Miss, 3, 0.15)
		}
		near(t, "thrash", p.Cache.Thrash, 9, 0.15)
		near(t, "constant slope", p.Constant.Slope, 3.8, 0.04)
		near(t, "global slope", p.Global.Slope, 2, 0.04)
		if p.TagBanks.Hashed || p.TagBanks.Low != 4 || p.TagBanks.High != 4 {
			t.Errorf("tag banks %+v, not 4", p.TagBanks)
		}
	}
}

// Other numbers of banks, by other hashes.
func TestBoundsOfTagBanks(t *testing.T) {
	tests := []struct {
		name      string
		bank      func(line uint64) uint64
		low, high int // what the loads tell
	}{
		{"one", func(uint64) uint64 { return 0 }, 1, 1},
		{"two, by the lowest bit", func(l uint64) uint64 { return l % 2 }, 2, 2},
		{"two, by two bits", func(l uint64) uint64 { return (l ^ l>>3) % 2 }, 2, 2},
		{"four, mixed", func(l uint64) uint64 { return (l * 0x9e3779b97f4a7c15) >> 62 }, 4, 4},
		{"eight, by the lowest bits", func(l uint64) uint64 { return l % 8 }, 8, 16},
		{"sixteen, mixed", func(l uint64) uint64 { return (l * 0x9e3779b97f4a7c15) >> 60 }, 8, 16},
		{"no banks at all", func(l uint64) uint64 { return l }, 16, 32},
	}
	for _, test := range tests {
		c := h200Card(t)
		c.tagBank = test.bank
		p, err := Calibrate(c.measure(t, 0.01))
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if got := p.TagBanks; got != (TagBanks{Low: test.low, High: test.high}) {
			t.Errorf("%s: %+v, want %d to %d", test.name, got, test.low, test.high)
		}
	}
}

// mostAtMost against throws.
func TestMostAtMost(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 0))
	for _, banks := range []int{1, 2, 4, 7, 16, 32} {
		var count [WarpSize + 1]float64
		const throws = 4000
		for range throws {
			in, most := make([]int, banks), 0
			for range WarpSize {
				b := r.IntN(banks)
				in[b]++
				most = max(most, in[b])
			}
			count[most]++
		}
		sum := 0.0
		for most := range count {
			sum += count[most] / throws
			if got := mostAtMost(most, banks); math.Abs(got-sum) > 0.03 {
				t.Errorf("%d banks, at most %d: %.3f, thrown %.3f", banks, most, got, sum)
			}
		}
	}
}

// A cache that no load overflows stays unknown, and so do paths and details
// of which nothing was measured.
func TestCalibrateWhatIsThere(t *testing.T) {
	c := h200Card(t)
	c.Cache = ConstantCache{}
	p, err := Calibrate(c.measure(t, 0.02))
	if err != nil || p.Cache.Known() {
		t.Errorf("%+v, %v", p.Cache, err)
	}
	var rates []Measured
	for _, m := range h200Card(t).measure(t, 0) {
		if m.Path == "constant" && m.Access.Addr[31] < 128 && m.Access.Addr[1] < 8 {
			rates = append(rates, m)
		}
	}
	p, err = Calibrate(rates)
	if err != nil || !p.Constant.Known() || p.Global.Known() || p.Shared.Known() || p.Cache.Known() || p.TagBanks != (TagBanks{}) {
		t.Errorf("rates of constant alone: %+v, %v", p, err)
	}
}

func TestCalibrateSaysWhatIsMissing(t *testing.T) {
	all := h200Card(t).measure(t, 0)
	keep := func(what func(i int, m Measured) bool) []Measured {
		var list []Measured
		for i, m := range all {
			if what(i, m) {
				list = append(list, m)
			}
		}
		return list
	}
	change := func(what func(m *Measured)) []Measured {
		list := keep(func(int, Measured) bool { return true })
		for i := range list {
			what(&list[i])
		}
		return list
	}
	tests := []struct {
		name  string
		list  []Measured
		words string
	}{
		{"nothing", nil, "nothing was measured: run the plan price-list"},
		{"no broadcast", keep(func(i int, _ Measured) bool { return i != 0 }), "the constant path has no price: no load of a single unit"},
		{"one size", keep(func(i int, m Measured) bool { return m.Path == "constant" && i < 2 }), "fewer than two loads of different size"},
		{"half of the geometry", keep(func(i int, m Measured) bool { return m.Path == "constant" && i < 30 }), "loads that tell the geometry of the constant cache were not measured"},
		{"most of the tags", keep(func(i int, m Measured) bool { return m.Path == "global" && i < len(all)-1 }), "1 of the 8 loads that tell the tag banks were not measured"},
		{"no time", change(func(m *Measured) { m.Cycles = 0 }), "was measured as 0 cycles"},
		{"not a time", change(func(m *Measured) { m.Cycles = math.NaN() }), "was measured as NaN cycles"},
		{"all alike", change(func(m *Measured) { m.Cycles = 5 }), "fewer than two loads"},
		{"upside down", change(func(m *Measured) { m.Cycles = 1 / m.Cycles }), "fewer than two loads"},
		{"chaos", change(func(m *Measured) {
			if m.Path == "constant" && m.Access.Addr[31]%3 == 1 {
				m.Cycles *= 3
			}
		}), "no first-level constant cache explains"},
	}
	for _, test := range tests {
		_, err := Calibrate(test.list)
		if err == nil || !strings.Contains(err.Error(), test.words) {
			t.Errorf("%s: %v; want %q", test.name, err, test.words)
			continue
		}
		checkSentence(t, err)
	}
}
