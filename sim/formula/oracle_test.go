package formula

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"warpbill/sim"
)

// node is a random formula: how it is written, and what it is worth in
// unlimited numbers; nil where it has no value.
type node struct {
	text  string
	value func(lane int64) *big.Int
}

// grow draws a formula of at most the given depth. Everything is written with
// parentheses: precedence is expr's, and tested in the table.
func grow(r *rand.Rand, depth int) node {
	if depth == 0 || r.IntN(5) == 0 {
		if r.IntN(2) == 0 {
			return node{"lane", big.NewInt}
		}
		n := int64(r.IntN(40))
		return node{fmt.Sprint(n), func(int64) *big.Int { return big.NewInt(n) }}
	}
	a, b := grow(r, depth-1), grow(r, depth-1)
	switch r.IntN(9) {
	case 0:
		c := grow(r, depth-1)
		return choose(a, b, c)
	case 1:
		return binary(a, b, "(%s + %s)", func(x, y *big.Int) *big.Int { return new(big.Int).Add(x, y) })
	case 2:
		return binary(a, b, "(%s - %s)", func(x, y *big.Int) *big.Int { return new(big.Int).Sub(x, y) })
	case 3:
		return binary(a, b, "(%s * %s)", func(x, y *big.Int) *big.Int { return new(big.Int).Mul(x, y) })
	case 4:
		return binary(a, b, "(%s / %s)", func(x, y *big.Int) *big.Int {
			if y.Sign() == 0 {
				return nil
			}
			q, _ := floor(x, y)
			return q
		})
	case 5:
		return binary(a, b, "(%s %% %s)", func(x, y *big.Int) *big.Int {
			if y.Sign() == 0 {
				return nil
			}
			_, rest := floor(x, y)
			return rest
		})
	case 6:
		return binary(a, b, "bitxor(%s, %s)", func(x, y *big.Int) *big.Int { return new(big.Int).Xor(x, y) })
	case 7:
		return binary(a, b, "max(%s, %s)", func(x, y *big.Int) *big.Int {
			if x.Cmp(y) < 0 {
				return y
			}
			return x
		})
	default:
		return binary(a, b, "abs(bitand(%s, %s))", func(x, y *big.Int) *big.Int {
			z := new(big.Int).And(x, y)
			return z.Abs(z)
		})
	}
}

// binary joins two formulas; it has a value where both have one and the
// result fits.
func binary(a, b node, form string, f func(x, y *big.Int) *big.Int) node {
	return node{fmt.Sprintf(form, a.text, b.text), func(lane int64) *big.Int {
		x, y := a.value(lane), b.value(lane)
		if x == nil || y == nil {
			return nil
		}
		if z := f(x, y); z != nil && z.IsInt64() {
			return z
		}
		return nil
	}}
}

// choose takes b where lane is below a, else c; the other has no say.
func choose(a, b, c node) node {
	return node{fmt.Sprintf("(lane < %s ? %s : %s)", a.text, b.text, c.text), func(lane int64) *big.Int {
		limit := a.value(lane)
		switch {
		case limit == nil:
			return nil
		case big.NewInt(lane).Cmp(limit) < 0:
			return b.value(lane)
		}
		return c.value(lane)
	}}
}

func TestRandomFormulas(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	good := 0
	for range 3000 {
		n := grow(r, 4)
		if len(n.text) > maxBytes {
			continue
		}
		x, err := Parse(n.text)
		valid := true
		for lane := range x {
			want := n.value(int64(lane))
			if want == nil || want.Sign() < 0 || want.Cmp(big.NewInt(sim.MaxAddress)) > 0 {
				valid = false
				break
			}
			if err == nil && want.Uint64() != x[lane] {
				t.Fatalf("%s: lane %d gives %d, not %v", n.text, lane, x[lane], want)
			}
		}
		if valid != (err == nil) {
			t.Fatalf("%s: %v, but it has a value for every lane: %v", n.text, err, valid)
		}
		if valid {
			good++
		}
	}
	if good < 300 {
		t.Errorf("only %d of the formulas have values", good)
	}
}
