package words

import (
	"strconv"

	"warpbill/sim"
)

// load is what the sentences need to know of a load: its bills, counted.
type load struct {
	choice           sim.Choice
	constant, global *sim.Bill
	known            bool // the bills are those of the choice, by 32 lanes of 4 bytes
	active           int
	distinct         int
	passes, sectors  int
	noun             string
}

func newLoad(choice sim.Choice, tap int, constant, global *sim.Bill) load {
	a := &constant.Access
	return load{
		choice: choice, constant: constant, global: global,
		known:    matches(choice, tap, a),
		active:   a.Active.Count(),
		distinct: a.DistinctAddresses(),
		passes:   constant.StepCount(),
		sectors:  global.Units(),
		noun:     Noun(choice, a),
	}
}

// matches says whether the access is the one that the choice names, so that
// a sentence about the pattern is true of it.
func matches(c sim.Choice, tap int, a *sim.Access) bool {
	if a.Active != sim.AllLanes || a.Width != 4 {
		return false
	}
	x, err := c.Indices()
	if err != nil {
		return false
	}
	if x.InFilter() && tap != 0 {
		x = x.AtTap(tap)
	}
	for lane, i := range x {
		if a.Index(lane) != i {
			return false
		}
	}
	return true
}

// Noun is what the elements of a load are called: "tap" as long as they lie
// in the filter of 32 taps or the line behind it, "element" where a longer
// table is read.
func Noun(choice sim.Choice, a *sim.Access) string {
	longer := choice.ID == "stride" || choice.ID == "random" && len(choice.Values) > 1 && choice.Values[1] != sim.FilterTaps
	if longer || a.Width != 4 {
		return "element"
	}
	for lane := range sim.WarpSize {
		if a.Active.Has(lane) && a.Index(lane) >= 2*sim.FilterTaps {
			return "element"
		}
	}
	return "tap"
}

func (l *load) nouns() string { return l.noun + "s" }

// nounFor is the noun of some elements.
func (l *load) nounFor(n int) string {
	if n == 1 {
		return l.noun
	}
	return l.nouns()
}

func (l *load) element(lane int) string {
	return strconv.FormatUint(l.constant.Access.Index(lane), 10)
}

// first is the noun and number of the element that the lowest active lane
// asks for.
func (l *load) first() string {
	m := l.constant.Access.Active
	if m == 0 {
		return l.noun
	}
	return l.noun + " " + l.element(m.Lanes()[0])
}

// everyLane is "all 32 lanes" or, when some are inactive, their number.
func (l *load) everyLane() string { return LaneList(l.constant.Access.Active) }

// share is the number of lanes that each address serves when that is the
// same for all of them, else 0.
func (l *load) share() int {
	n := 0
	for i, c := range l.constant.Charges {
		if i > 0 && c.Lanes.Count() != n {
			return 0
		}
		n = c.Lanes.Count()
	}
	return n
}

// value is a parameter of the choice, 0 where it has none.
func (l *load) value(i int) int64 {
	if i < len(l.choice.Values) {
		return l.choice.Values[i]
	}
	return 0
}
