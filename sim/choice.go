package sim

import (
	"fmt"
	"strconv"
	"strings"
)

// Choice is a pattern with values for its parameters, or a painted pattern.
// It is what a user picks, a file stores and the command line names.
type Choice struct {
	ID      string  // a pattern's ID, or "paint"
	Values  []int64 // one for each of the pattern's parameters
	Painted Indices // the elements of a painted pattern
}

// PaintID marks a Choice whose elements were painted lane by lane.
const PaintID = "paint"

// FindPattern is the pattern of the given ID.
func FindPattern(id string) (Pattern, error) {
	var ids []string
	for _, p := range Patterns() {
		if p.ID == id {
			return p, nil
		}
		ids = append(ids, p.ID)
	}
	return Pattern{}, fmt.Errorf("there is no pattern %q: use one of %s", id, strings.Join(ids, ", "))
}

// ParseChoice reads a pattern as the command line writes it: ID, ID:VALUE or
// ID:VALUE,VALUE.
func ParseChoice(text string) (Choice, error) {
	id, rest, given := strings.Cut(strings.TrimSpace(text), ":")
	p, err := FindPattern(id)
	if err != nil {
		return Choice{}, err
	}
	var words []string
	if given {
		words = strings.Split(rest, ",")
	}
	if len(words) > len(p.Params) {
		return Choice{}, fmt.Errorf("pattern %q takes %d values, not %d: write %s", id, len(p.Params), len(words), p.Usage())
	}
	c := Choice{ID: id}
	for i, param := range p.Params {
		v := param.Default
		if i < len(words) {
			if v, err = strconv.ParseInt(strings.TrimSpace(words[i]), 10, 64); err != nil {
				return Choice{}, fmt.Errorf("%q is not a whole number for the %s: write %s", words[i], param.Name, p.Usage())
			}
		} else if param.Required {
			return Choice{}, fmt.Errorf("pattern %q needs its %s: write %s", id, param.Name, p.Usage())
		}
		if v < param.Min || v > param.Max {
			return Choice{}, fmt.Errorf("the %s of pattern %q is %d: use %d to %d", param.Name, id, v, param.Min, param.Max)
		}
		c.Values = append(c.Values, v)
	}
	return c, nil
}

// Usage is how the command line writes the pattern.
func (p Pattern) Usage() string {
	var b strings.Builder
	b.WriteString(p.ID)
	for i, param := range p.Params {
		sep := ":"
		if i > 0 {
			sep = ","
		}
		if param.Required {
			b.WriteString(sep + param.Word)
		} else {
			b.WriteString("[" + sep + param.Word + "]")
		}
	}
	return b.String()
}

// Indices are the elements that the lanes ask for.
func (c Choice) Indices() (Indices, error) {
	if c.ID == PaintID {
		return c.Painted, nil
	}
	p, err := FindPattern(c.ID)
	if err != nil {
		return Indices{}, err
	}
	if len(c.Values) != len(p.Params) {
		return Indices{}, fmt.Errorf("pattern %q has %d values, not %d: write %s", c.ID, len(p.Params), len(c.Values), p.Usage())
	}
	return p.Indices(c.Values), nil
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

// String is the choice as the command line writes it; a painted pattern is
// its list of elements.
func (c Choice) String() string {
	values := c.Values
	if c.ID == PaintID {
		words := make([]string, WarpSize)
		for lane, i := range c.Painted {
			words[lane] = strconv.FormatUint(i, 10)
		}
		return strings.Join(words, " ")
	}
	words := make([]string, len(values))
	for i, v := range values {
		words[i] = strconv.FormatInt(v, 10)
	}
	if len(words) == 0 {
		return c.ID
	}
	return c.ID + ":" + strings.Join(words, ",")
}
