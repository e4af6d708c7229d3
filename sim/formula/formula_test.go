package formula

import (
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"

	"warpbill/sim"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]func(l int) int{
		"lane":                           func(l int) int { return l },
		" lane*2 ":                       func(l int) int { return l * 2 },
		"lane\n+ 1":                      func(l int) int { return l + 1 },
		"7":                              func(int) int { return 7 },
		"0x10 + lane":                    func(l int) int { return 16 + l },
		"31-lane":                        func(l int) int { return 31 - l },
		"-lane + 31":                     func(l int) int { return 31 - l },
		"-(-lane)":                       func(l int) int { return l },
		"+lane":                          func(l int) int { return l },
		"lane/2":                         func(l int) int { return l / 2 },
		"lane/2*2":                       func(l int) int { return l / 2 * 2 },
		"lane % 8":                       func(l int) int { return l % 8 },
		"(lane-1) % 32":                  func(l int) int { return (l + 31) % 32 },
		"(lane-32)/5 + 7":                func(l int) int { return int(math.Floor(float64(l-32)/5)) + 7 },
		"lane*lane":                      func(l int) int { return l * l },
		"lane**2":                        func(l int) int { return l * l },
		"2**(lane%4)":                    func(l int) int { return 1 << (l % 4) },
		"1**9223372036854775807":         func(int) int { return 1 },
		"(0-1)**9223372036854775807 + 1": func(int) int { return 0 },
		"0**0":                           func(int) int { return 1 },
		"bitxor(lane, 1)":                func(l int) int { return l ^ 1 },
		"bitand(lane, 7)":                func(l int) int { return l & 7 },
		"bitor(lane, 16)":                func(l int) int { return l | 16 },
		"bitand(bitnot(lane), 31)":       func(l int) int { return ^l & 31 },
		"bitshl(lane, 5)":                func(l int) int { return l << 5 },
		"bitshl(0, 1000)":                func(int) int { return 0 },
		"bitshr(lane, 3)":                func(l int) int { return l >> 3 },
		"bitshr(lane, 1000)":             func(int) int { return 0 },
		"min(lane, 5) + max(lane, 20)":   func(l int) int { return min(l, 5) + max(l, 20) },
		"abs(lane - 16)":                 func(l int) int { return max(l-16, 16-l) },
		"lane < 16 ? 0 : 100":            func(l int) int { return l / 16 * 100 },
		"lane >= 4 && lane <= 7 || lane == 9 ? 1 : 2": func(l int) int {
			if l >= 4 && l <= 7 || l == 9 {
				return 1
			}
			return 2
		},
		"not (lane > 3) and lane != 2 ? 1 : 0": func(l int) int {
			if l <= 3 && l != 2 {
				return 1
			}
			return 0
		},
		fmt.Sprint(uint64(sim.MaxAddress)): func(int) int { return sim.MaxAddress },
	} {
		x, err := Parse(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		for lane, got := range x {
			if got != uint64(want(lane)) {
				t.Errorf("%q: lane %d gives %d, not %d", text, lane, got, want(lane))
				break
			}
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for text, words := range map[string]string{
		"":                         "the formula is empty: write one in the variable lane, for example lane*2",
		" \n":                      "the formula is empty",
		"lane-1":                   "lane 0: the formula gives -1, but elements are counted from 0: let it give 0 or more",
		"20-lane":                  "lane 21: the formula gives -1",
		"lane/0":                   "lane 0: the formula divides by zero",
		"5 / max(3-lane, 0)":       "lane 3: the formula divides by zero",
		"lane*0.5":                 "the formula uses 0.5, which is not a whole number",
		"0.0/0.0":                  "which is not a whole number",
		"1e3":                      "which is not a whole number",
		"lane**99":                 "lane 2: a number in the formula grows beyond 64 bits",
		"lane**(lane-1)":           "lane 0: the formula has a negative power",
		"lane*9223372036854775807": "lane 1: the formula gives 9223372036854775807, which is beyond any memory",
		"lane + 9223372036854775807 - 9223372036854775807": "lane 1: a number in the formula grows beyond 64 bits",
		"0-9223372036854775807-lane-1":                     "lane 0: the formula gives -9223372036854775808",
		"-(0-9223372036854775807-1)":                       "grows beyond 64 bits",
		"abs(0-9223372036854775807-1)":                     "grows beyond 64 bits",
		"(0-9223372036854775807-1)/(0-1)":                  "grows beyond 64 bits",
		"bitshl(lane, 62) * 0":                             "lane 2: a number in the formula grows beyond 64 bits",
		"bitshl(1, 64)":                                    "grows beyond 64 bits",
		"bitshl(1, lane-1)":                                "lane 0: the formula shifts by a negative number",
		"bitshr(1, lane-1)":                                "lane 0: the formula shifts by a negative number",
		"1125899906842625":                                 "lane 0: the formula gives 1125899906842625, which is beyond any memory",
		"99999999999999999999":                             "value out of range",
		"lane^1":                                           "the formula uses ^, which is not a sign of this language: write bitand(a, b), bitor(a, b), bitxor(a, b)",
		"lane & 3":                                         "the formula uses &,",
		"lane > 1 && lane | 3":                             "the formula uses |,",
		"lane << 2":                                        "the formula uses <<,",
		"~lane":                                            "the formula uses ~,",
		"lane +":                                           "the formula is not understood: unexpected token EOF (at character 6); write one in the variable lane",
		"lan*2":                                            "the formula uses lan, which is not known: the only variable is lane, the functions are min, max,",
		"lane lane":                                        "(at character 6)",
		"threadIdx.x":                                      "the formula uses threadIdx, which is not known",
		"len(lane)":                                        "the formula uses len, which is not known",
		"min(lane)":                                        "not enough arguments",
		"lane == 3":                                        "lane 0: the formula gives false: let it give a whole number",
		"lane < 4 ? 1 : true":                              "lane 4: the formula gives true",
		"min(lane < 4 ? 1 : true, 2)":                      "lane 4: the formula counts with true or false",
		"abs(lane < 4 ? 1 : true)":                         "lane 4: the formula counts with true or false",
		"(lane < 4 ? 1 : true)/2":                          "lane 4: the formula counts with true or false",
		"lane + true":                                      "cannot use bool as argument (type int)",
		`"1"`:                                              "the formula uses a text, a list, a member or a loop",
		"[1, 2][lane]":                                     "the formula uses a text, a list, a member or a loop",
		"{}":                                               "the formula uses a text, a list, a member or a loop",
		"let x = lane; x*2":                                "the formula uses",
		"lane > 3 ? nil : 2":                               "the formula uses a text, a list, a member or a loop",
		"1..1000000":                                       `the formula uses "..": use + - * / % ** and comparisons only`,
		"5 ?? 3":                                           `the formula uses "??"`,
		"$env":                                             "the formula uses $env, which is not known",
		"map(1..1000000, map(1..1000000, #))":              "the formula uses",
		strings.Repeat("(", 100):                           "the formula is not understood",
		strings.Repeat("1+", 150) + "0":                    "the formula is not understood",
		strings.Repeat("1+", 300) + "0":                    "the formula is 601 characters long: use at most 500",
		strings.Repeat("x", 400):                           "the formula uses xxxxxxxxxxxxxxxxxxxxxxxx, which is not known",
		"lane \x00":                                        "the formula is not understood",
		"\xff":                                             "the formula is not understood",
	} {
		x, err := Parse(text)
		if err == nil {
			t.Errorf("%.60q gives %v", text, x)
			continue
		}
		if s := err.Error(); !strings.Contains(s, words) || strings.Contains(s, "\n") || len(s) > 400 {
			t.Errorf("%.60q: %v\nnot %q", text, s, words)
		}
	}
}

// The checked arithmetic agrees with that of unlimited numbers, and refuses
// what does not fit.
func TestArithmetic(t *testing.T) {
	ends := []int{math.MinInt64, math.MinInt64 + 1, -1 << 32, -7, -2, -1, 0, 1, 2, 7, 1 << 32, math.MaxInt64 - 1, math.MaxInt64}
	for name, c := range map[string]struct {
		f    func(a, b int) (int, error)
		want func(a, b *big.Int) *big.Int
	}{
		"add": {add, func(a, b *big.Int) *big.Int { return a.Add(a, b) }},
		"sub": {sub, func(a, b *big.Int) *big.Int { return a.Sub(a, b) }},
		"mul": {mul, func(a, b *big.Int) *big.Int { return a.Mul(a, b) }},
		"div": {div, func(a, b *big.Int) *big.Int { q, _ := floor(a, b); return q }},
		"mod": {mod, func(a, b *big.Int) *big.Int { _, r := floor(a, b); return r }},
	} {
		for _, a := range ends {
			for _, b := range ends {
				got, err := c.f(a, b)
				if b == 0 && (name == "div" || name == "mod") {
					if err == nil {
						t.Errorf("%s(%d, 0) is %d", name, a, got)
					}
					continue
				}
				want := c.want(big.NewInt(int64(a)), big.NewInt(int64(b)))
				// The lowest number of all may be refused as a product.
				free := name == "mul" && want.Cmp(big.NewInt(math.MinInt64)) == 0
				if want.IsInt64() != (err == nil) && !free || err == nil && want.Cmp(big.NewInt(int64(got))) != 0 {
					t.Errorf("%s(%d, %d) is %d, %v, not %v", name, a, b, got, err, want)
				}
			}
		}
	}
}

// floor divides and rounds down.
func floor(a, b *big.Int) (q, r *big.Int) {
	q, r = new(big.Int).QuoRem(a, b, new(big.Int))
	if r.Sign()*b.Sign() < 0 {
		q.Sub(q, big.NewInt(1))
		r.Add(r, b)
	}
	return q, r
}

func FuzzFormula(f *testing.F) {
	for _, text := range []string{
		"lane*2+1", "lane < 16 ? 0 : 100", "bitxor(lane, 1)", "2**(lane%8)", "(lane-1)%32/3",
		"$env", "1..9", "let x = 1; x", "min(lane<4?1:true, 2)", "if lane > 3 { 1 } else { 2 }",
		"lane?.a ?? [1][lane:2]", "'a' matches 'b'", "map([1], {#})", "0x7fffffffffffffff+lane", "-lane",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		x, err := Parse(text)
		if err != nil {
			if s := err.Error(); len(s) > 600 || strings.Contains(s, "\n") {
				t.Errorf("not a plain sentence: %q", s)
			}
			return
		}
		for lane, i := range x {
			if i > sim.MaxAddress {
				t.Errorf("lane %d gives %d", lane, i)
			}
		}
		if again, err := Parse(text); err != nil || again != x {
			t.Errorf("%q gives %v, then %v, %v", text, x, again, err)
		}
	})
}

func BenchmarkParse(b *testing.B) {
	for b.Loop() {
		if _, err := Parse("bitxor(lane*2 + 1, lane/4) % 32"); err != nil {
			b.Fatal(err)
		}
	}
}

func ExampleParse() {
	x, err := Parse("lane < 16 ? 0 : 100")
	fmt.Println(x[15], x[16], err)
	_, err = Parse("lane - 1")
	fmt.Println(err)
	// Output:
	// 0 100 <nil>
	// lane 0: the formula gives -1, but elements are counted from 0: let it give 0 or more
}
