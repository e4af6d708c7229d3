package sim

import (
	"errors"
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
	return Pattern{}, fmt.Errorf("there is no pattern %q: use one of %s", cut(id), strings.Join(ids, ", "))
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
		return Choice{}, fmt.Errorf("pattern %q takes %s, not %d: write %s", id, counted(len(p.Params), "value"), len(words), p.Usage())
	}
	c := Choice{ID: id}
	for i, param := range p.Params {
		v := param.Default
		switch {
		case i < len(words):
			if v, err = param.parse(words[i]); err != nil {
				return Choice{}, fmt.Errorf("pattern %q: %w, or write %s", id, err, p.Usage())
			}
		case param.Required:
			return Choice{}, fmt.Errorf("pattern %q needs its %s: write %s", id, param.Name, p.Usage())
		}
		c.Values = append(c.Values, v)
	}
	return c, nil
}

// parse reads a value of the parameter.
func (param Param) parse(word string) (int64, error) {
	word = strings.TrimSpace(word)
	v, err := strconv.ParseInt(word, 10, 64)
	if errors.Is(err, strconv.ErrSyntax) {
		return 0, fmt.Errorf("%s is %q, which is not a whole number: use %d to %d", param.Name, cut(word), param.Min, param.Max)
	}
	if err != nil || !param.allows(v) {
		return 0, fmt.Errorf("%s is %s: use %d to %d", param.Name, cut(word), param.Min, param.Max)
	}
	return v, nil
}

func (param Param) allows(v int64) bool { return v >= param.Min && v <= param.Max }

// Usage is how the command line writes the pattern, with what may be left out
// in brackets.
func (p Pattern) Usage() string {
	usage, sep := p.ID, ":"
	for _, param := range p.Params {
		word := sep + param.Word
		if !param.Required {
			word = "[" + word + "]"
		}
		usage, sep = usage+word, ","
	}
	return usage
}

// Indices are the elements that the lanes ask for. It is an error when the
// choice, read from a file perhaps, names no pattern or a value out of range.
func (c Choice) Indices() (Indices, error) {
	if c.ID == PaintID {
		return c.Painted, nil
	}
	p, err := FindPattern(c.ID)
	if err != nil {
		return Indices{}, err
	}
	if len(c.Values) != len(p.Params) {
		return Indices{}, fmt.Errorf("pattern %q has %s, not %d: write %s", c.ID, counted(len(p.Params), "value"), len(c.Values), p.Usage())
	}
	for i, param := range p.Params {
		if v := c.Values[i]; !param.allows(v) {
			return Indices{}, fmt.Errorf("pattern %q: %s is %d: use %d to %d", c.ID, param.Name, v, param.Min, param.Max)
		}
	}
	return p.Indices(c.Values), nil
}

// String is the choice as the command line writes it; a painted pattern is
// its list of elements, which ParseIndices reads.
func (c Choice) String() string {
	if c.ID == PaintID {
		return c.Painted.String()
	}
	text, sep := c.ID, ":"
	for _, v := range c.Values {
		text, sep = text+sep+strconv.FormatInt(v, 10), ","
	}
	return text
}
