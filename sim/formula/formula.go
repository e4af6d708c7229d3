// Package formula reads the elements of a warp's 32 lanes from a formula in
// the variable lane: "lane*2 + 1", "lane < 16 ? 0 : 100", "bitxor(lane, 1)".
//
// The language is that of github.com/expr-lang/expr, cut down to whole
// numbers:
//
//   - lane, whole numbers, true and false, parentheses;
//   - + - * / % and ** (power); / and % round down, as they do for an index;
//   - < <= > >= == !=, && || ! (or and, or, not), and CONDITION ? A : B;
//   - min(a, b), max(a, b), abs(a), bitand(a, b), bitor(a, b), bitxor(a, b),
//     bitnot(a), bitshl(a, n), bitshr(a, n).
//
// In expr the sign ^ is a power, in CUDA it is an exclusive or: it is refused
// rather than read either way. There are no loops and the length is limited,
// so that a formula is evaluated in microseconds.
package formula

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/vm"

	"warpbill/sim"
)

const (
	maxBytes = 500 // length of a formula
	maxNodes = 200 // numbers, variables, operators and calls in it
)

// Parse evaluates the formula once for each lane.
func Parse(text string) (sim.Indices, error) {
	program, err := compile(text)
	if err != nil {
		return sim.Indices{}, err
	}
	var x sim.Indices
	for lane := range x {
		got, err := vm.Run(program, map[string]any{"lane": lane})
		if err != nil {
			return sim.Indices{}, fmt.Errorf("lane %d: %s; change the formula", lane, reason(err))
		}
		if x[lane], err = index(got, lane); err != nil {
			return sim.Indices{}, err
		}
	}
	return x, nil
}

// index is the result of one lane as the index of an element.
func index(result any, lane int) (uint64, error) {
	i, ok := result.(int)
	switch {
	case !ok:
		return 0, fmt.Errorf("lane %d: the formula gives %v: let it give a whole number, the index of an element", lane, result)
	case i < 0:
		return 0, fmt.Errorf("lane %d: the formula gives %d, but elements are counted from 0: let it give 0 or more", lane, i)
	case i > sim.MaxAddress:
		return 0, fmt.Errorf("lane %d: the formula gives %d, which is beyond any memory: let it give at most %d", lane, i, uint64(sim.MaxAddress))
	}
	return uint64(i), nil
}

func compile(text string) (*vm.Program, error) {
	text = strings.TrimSpace(text)
	switch {
	case text == "":
		return nil, errors.New("the formula is empty: write one in the variable lane, for example lane*2")
	case len(text) > maxBytes:
		return nil, fmt.Errorf("the formula is %d characters long: use at most %d", len(text), maxBytes)
	}
	if sign := foreign(text); sign != "" {
		return nil, fmt.Errorf("the formula uses %s, which is not a sign of this language: write bitand(a, b), bitor(a, b), bitxor(a, b), bitshl(a, n) or bitshr(a, n), and a**b for a power", sign)
	}
	check := new(checker)
	options := append(functions(),
		expr.Env(map[string]any{"lane": 0}),
		expr.MaxNodes(maxNodes),
		expr.Optimize(false), // its folding would not see an overflow
		expr.Patch(check),
	)
	program, err := expr.Compile(text, options...)
	if check.err != nil {
		return nil, check.err
	}
	if err != nil {
		return nil, fmt.Errorf("the formula is not understood: %s; write one in the variable lane, for example lane*2 + 1 or bitxor(lane, 1)", reason(err))
	}
	return program, nil
}

// bitSigns are the signs that mean arithmetic on bits in CUDA, and the double
// ones that mean something here.
var bitSigns = regexp.MustCompile(`&&|\|\||<<|>>|[&|^~]`)

// foreign is the first sign of CUDA's arithmetic on bits in the formula.
func foreign(text string) string {
	for _, sign := range bitSigns.FindAllString(text, -1) {
		if sign != "&&" && sign != "||" {
			return sign
		}
	}
	return ""
}

// maxReason is how many characters of expr's words an error repeats: they may
// quote the formula.
const maxReason = 100

// reason is what expr says of an error, on one line and without the picture
// of the place.
func reason(err error) string {
	message, place := err.Error(), ""
	if at := new(file.Error); errors.As(err, &at) {
		message = at.Message
		if at.Prev == nil { // no function's error: the formula itself is wrong
			place = fmt.Sprintf(" (at character %d)", at.Column+1)
		}
	}
	message = strings.Join(strings.Fields(message), " ")
	if runes := []rune(message); len(runes) > maxReason {
		message = string(runes[:maxReason]) + "..."
	}
	return message + place
}
