package formula

import (
	"errors"
	"fmt"
	"math"
	"math/bits"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
)

// maxName is how many characters of an unknown name an error repeats.
const maxName = 24

// checker refuses what the language of the package does not have: expr knows
// texts, lists, loops and floating-point numbers too.
type checker struct{ err error }

// Visit looks at one node of a formula.
func (c *checker) Visit(node *ast.Node) {
	if c.err != nil {
		return
	}
	switch n := (*node).(type) {
	case *ast.IntegerNode, *ast.BoolNode, *ast.ConditionalNode, *ast.CallNode:
	case *ast.IdentifierNode:
		if n.Value != "lane" && pairs()[n.Value] == nil && singles()[n.Value] == nil {
			name := []rune(n.Value)
			c.err = fmt.Errorf("the formula uses %s, which is not known: the only variable is lane, the functions are min, max, abs, bitand, bitor, bitxor, bitnot, bitshl and bitshr", string(name[:min(len(name), maxName)]))
		}
	case *ast.UnaryNode:
		if n.Operator == "-" {
			call(node, "sub", &ast.IntegerNode{}, n.Node)
		}
	case *ast.BinaryNode:
		c.binary(node, n)
	case *ast.FloatNode:
		c.err = fmt.Errorf("the formula uses %v, which is not a whole number: use whole numbers, for example lane/2 for a half", n.Value)
	default:
		c.err = errors.New("the formula uses a text, a list, a member or a loop: use lane and whole numbers only")
	}
}

// binary lets an operator call a function that sees overflow and rounds as an
// index wants it. It asks for no types, unlike expr.Operator: expr takes a/b
// for a fraction, and would not find the function for what is built on it.
func (c *checker) binary(node *ast.Node, n *ast.BinaryNode) {
	switch n.Operator {
	case "+":
		call(node, "add", n.Left, n.Right)
	case "-":
		call(node, "sub", n.Left, n.Right)
	case "*":
		call(node, "mul", n.Left, n.Right)
	case "/":
		call(node, "div", n.Left, n.Right)
	case "%":
		call(node, "mod", n.Left, n.Right)
	case "**":
		call(node, "pow", n.Left, n.Right)
	case "in", "matches", "contains", "startsWith", "endsWith", "..", "??":
		c.err = fmt.Errorf("the formula uses %q: use + - * / %% ** and comparisons only", n.Operator)
	}
}

// call puts a call in the place of a node.
func call(node *ast.Node, function string, arguments ...ast.Node) {
	ast.Patch(node, &ast.CallNode{Callee: &ast.IdentifierNode{Value: function}, Arguments: arguments})
}

var (
	errOverflow = errors.New("a number in the formula grows beyond 64 bits")
	errDivision = errors.New("the formula divides by zero")
	errShift    = errors.New("the formula shifts by a negative number")
	errPower    = errors.New("the formula has a negative power")
	errNotWhole = errors.New("the formula counts with true or false")
)

// pairs are the functions of two numbers.
func pairs() map[string]func(a, b int) (int, error) {
	return map[string]func(a, b int) (int, error){
		"add": add, "sub": sub, "mul": mul, "div": div, "mod": mod, "pow": pow,
		"bitshl": shiftLeft, "bitshr": shiftRight,
		"bitand": func(a, b int) (int, error) { return a & b, nil },
		"bitor":  func(a, b int) (int, error) { return a | b, nil },
		"bitxor": func(a, b int) (int, error) { return a ^ b, nil },
		"min":    func(a, b int) (int, error) { return min(a, b), nil },
		"max":    func(a, b int) (int, error) { return max(a, b), nil },
	}
}

// singles are the functions of one number.
func singles() map[string]func(a int) (int, error) {
	return map[string]func(a int) (int, error){
		"abs":    func(a int) (int, error) { return mul(a, sign(a)) },
		"bitnot": func(a int) (int, error) { return ^a, nil },
	}
}

// functions gives expr the functions of the language, and takes its own away.
func functions() []expr.Option {
	options := []expr.Option{expr.DisableAllBuiltins()}
	for name, f := range pairs() {
		call := func(args ...any) (any, error) {
			a, isWhole := args[0].(int)
			b, areWhole := args[1].(int)
			if !isWhole || !areWhole {
				return nil, errNotWhole
			}
			return f(a, b)
		}
		options = append(options, expr.Function(name, call, new(func(int, int) int)))
	}
	for name, f := range singles() {
		call := func(args ...any) (any, error) {
			a, isWhole := args[0].(int)
			if !isWhole {
				return nil, errNotWhole
			}
			return f(a)
		}
		options = append(options, expr.Function(name, call, new(func(int) int)))
	}
	return options
}

func sign(a int) int {
	if a < 0 {
		return -1
	}
	return 1
}

func add(a, b int) (int, error) {
	sum := a + b
	if (sum > a) != (b > 0) {
		return 0, errOverflow
	}
	return sum, nil
}

func sub(a, b int) (int, error) {
	difference := a - b
	if (difference < a) != (b > 0) {
		return 0, errOverflow
	}
	return difference, nil
}

func mul(a, b int) (int, error) {
	high, low := bits.Mul64(magnitude(a), magnitude(b))
	if high != 0 || low > math.MaxInt64 {
		return 0, errOverflow
	}
	return int(low) * sign(a) * sign(b), nil
}

func magnitude(a int) uint64 {
	if a < 0 {
		return -uint64(a)
	}
	return uint64(a)
}

// div rounds down, also below zero.
func div(a, b int) (int, error) {
	if b == 0 {
		return 0, errDivision
	}
	if b == -1 {
		return sub(0, a)
	}
	quotient := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		quotient--
	}
	return quotient, nil
}

// mod is what div leaves over: (lane-1) % 32 is 31 at lane 0.
func mod(a, b int) (int, error) {
	if b == 0 {
		return 0, errDivision
	}
	rest := a % b
	if rest != 0 && (rest < 0) != (b < 0) {
		rest += b
	}
	return rest, nil
}

func pow(base, exponent int) (int, error) {
	if exponent < 0 {
		return 0, errPower
	}
	if base == 0 || base == 1 || base == -1 {
		exponent = min(exponent, 2-exponent%2) // these repeat: no need to count up
	}
	power, err := 1, error(nil)
	for ; exponent > 0 && err == nil; exponent-- {
		power, err = mul(power, base) // overflows within 63 rounds
	}
	return power, err
}

func shiftLeft(a, n int) (int, error) {
	if n < 0 {
		return 0, errShift
	}
	if a == 0 {
		return 0, nil
	}
	if n > 62 {
		return 0, errOverflow
	}
	return mul(a, 1<<n)
}

func shiftRight(a, n int) (int, error) {
	if n < 0 {
		return 0, errShift
	}
	return a >> min(n, 63), nil
}
