package sim

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// Indices are the elements that the 32 lanes ask for, counted in elements of
// the access's width.
type Indices [WarpSize]uint64

// maxListBytes is how long a list of elements may be: ten times what 32 of
// the largest numbers need.
const maxListBytes = 8 << 10

// ParseIndices reads the elements of the 32 lanes, separated by spaces, commas
// or line ends.
func ParseIndices(text string) (Indices, error) {
	var x Indices
	if len(text) > maxListBytes {
		return x, fmt.Errorf("the list of indices is %d bytes long: give %d numbers, one for each lane", len(text), WarpSize)
	}
	words := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || unicode.IsSpace(r) })
	for lane, word := range words[:min(len(words), WarpSize)] {
		i, err := strconv.ParseUint(word, 10, 64)
		switch {
		case isNegative(word):
			return x, fmt.Errorf("lane %d asks for element %s, but elements are counted from 0: use 0 or more", lane, cut(word))
		case errors.Is(err, strconv.ErrSyntax):
			return x, fmt.Errorf("lane %d has %q, which is not a whole number: give %d numbers separated by spaces or commas", lane, cut(word), WarpSize)
		case err != nil || i > MaxAddress:
			return x, fmt.Errorf("lane %d asks for element %s, which is beyond any memory: use an index up to %d", lane, cut(word), uint64(MaxAddress))
		}
		x[lane] = i
	}
	switch n := len(words); {
	case n < WarpSize:
		return x, fmt.Errorf("the list has %s for %d lanes: add %d", counted(n, "number"), WarpSize, WarpSize-n)
	case n > WarpSize:
		return x, fmt.Errorf("the list has %d numbers for %d lanes: leave out %d", n, WarpSize, n-WarpSize)
	}
	return x, nil
}

// isNegative says whether the word is a minus sign and digits.
func isNegative(word string) bool {
	digits, minus := strings.CutPrefix(word, "-")
	return minus && digits != "" && strings.Trim(digits, "0123456789") == ""
}

// String lists the elements as ParseIndices reads them.
func (x Indices) String() string {
	words := make([]string, len(x))
	for lane, i := range x {
		words[lane] = strconv.FormatUint(i, 10)
	}
	return strings.Join(words, " ")
}

// Elements is the access in which every lane reads the element of the given
// index from an array of elements width bytes wide that starts at address 0.
func Elements(index Indices, width int) (Access, error) {
	if err := checkWidth(width); err != nil {
		return Access{}, err
	}
	a := Access{Active: AllLanes, Width: width}
	for lane, i := range index {
		if i > MaxAddress/uint64(width) {
			return Access{}, fmt.Errorf("lane %d asks for element %d, which is beyond any memory: use an index up to %d", lane, i, MaxAddress/uint64(width))
		}
		a.Addr[lane] = i * uint64(width)
	}
	return a, nil
}

// InFilter says that every element lies within the filter's 32 taps.
func (x Indices) InFilter() bool {
	for _, i := range x {
		if i >= FilterTaps {
			return false
		}
	}
	return true
}

// AtTap turns the elements by the convolution's tap k, within the filter's 32
// taps: (element + k) mod 32.
func (x Indices) AtTap(k int) Indices {
	for lane, i := range x {
		x[lane] = (i + uint64(k)) % FilterTaps
	}
	return x
}

// cutAt is how many characters of a wrong word an error repeats.
const cutAt = 24

// cut shortens a word for an error message.
func cut(word string) string {
	if runes := []rune(word); len(runes) > cutAt {
		return string(runes[:cutAt]) + "..."
	}
	return word
}

// counted is a number of things in words: "1 value", "2 values".
func counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
