package words

import (
	"fmt"
	"strconv"

	"warpbill/sim"
)

// during is the sentence of one pass: what constant memory does in it, and
// how global memory stands.
func (l *load) during(step sim.Step) string {
	head := l.serves(step)
	waiting := step.Waiting.Count()
	short := head + "."
	if step.Pass == 1 && l.distinct > 1 {
		return fitting(
			fmt.Sprintf("%s. In the same moment one global request serves all %d lanes.", head, l.active),
			head+". One global request serves all of them at once.",
			short)
	}
	tail := "Global memory moved " + sectors(l.sectors) + " and is done."
	switch {
	case step.Pass == 1:
		return fitting(fmt.Sprintf("%s. Global memory moves %s for the same load.", head, sectors(l.sectors)), short)
	case l.choice.ID == "per-lane" && l.known:
		return fitting(head+stillWait(waiting)+". Global memory is done.", short)
	case l.choice.ID == "reverse" && l.known:
		return fitting(head+". Order does not matter to either till.", short)
	case l.choice.ID == "random" && l.known:
		return fitting(
			fmt.Sprintf("%s. %s. Global memory has served all 32 lanes.", head, waits(waiting)),
			fmt.Sprintf("%s. %s. Global memory is done.", head, waits(waiting)),
			short)
	case l.choice.ID == "stride" && l.known && l.unused() != "":
		return fitting(
			fmt.Sprintf("%s. Global memory moved %s; %s.", head, sectors(l.sectors), l.unused()),
			fmt.Sprintf("%s. %s moved; %s.", head, sectors(l.sectors), l.unused()),
			head+". "+tail, short)
	case l.sectors == 1:
		tail = "Global memory moved one sector and is done."
	}
	return fitting(head+". "+tail, head+". Global memory is done.", short)
}

// serves is "Pass 3 of 8: tap 2 serves lanes 2, 10, 18 and 26".
func (l *load) serves(step sim.Step) string {
	c := step.Charges[0]
	w := uint64(l.constant.Access.Width)
	half := ""
	if l.constant.Instructions == 2 {
		half = "the first half of "
		if c.Base%w != 0 {
			half = "the second half of "
		}
	}
	return fmt.Sprintf("Pass %d of %d: %s%s %s serves %s", step.Pass, step.Of, half, l.noun, strconv.FormatUint(c.Base/w, 10), LaneList(c.Lanes))
}

// stillWait goes on from a served lane: " and 25 lanes still wait".
func stillWait(n int) string {
	switch n {
	case 0:
		return ", the last one"
	case 1:
		return " and 1 lane still waits"
	}
	return fmt.Sprintf(" and %d lanes still wait", n)
}

// waits is the same as a sentence of its own, without its full stop.
func waits(n int) string {
	switch n {
	case 0:
		return "No lane waits"
	case 1:
		return "1 lane still waits"
	}
	return fmt.Sprintf("%d lanes still wait", n)
}

// unused says how much of the moved sectors nobody asked for, empty when that
// is not the same simple part of each of them.
func (l *load) unused() string {
	asked := l.perSector()
	switch asked * l.constant.Access.Width {
	case sim.SectorBytes / 2:
		return "half of each is unused"
	case sim.SectorBytes / 4:
		return "three quarters of each are unused"
	case sim.SectorBytes / 8:
		return "seven eighths of each are unused"
	}
	return ""
}

// perSector is the number of addresses asked for in each moved sector when
// that is the same in all of them, else 0. Every lane has its own address in
// the patterns that ask.
func (l *load) perSector() int {
	if l.distinct != l.active {
		return 0
	}
	n := 0
	for i, c := range l.global.Charges {
		if i > 0 && c.Lanes.Count() != n {
			return 0
		}
		n = c.Lanes.Count()
	}
	return n
}
