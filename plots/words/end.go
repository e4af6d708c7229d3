package words

import (
	"fmt"

	"warpbill/sim"
)

// end is the sentence of the settled bill.
func (l *load) end() string {
	general := fmt.Sprintf("%s cost %s. Global memory moved %s, %d bytes, in one request.", addresses(l.distinct), passes(l.passes), sectors(l.sectors), l.global.BytesMoved())
	if l.distinct == 1 {
		general = fmt.Sprintf("1 address costs %s. Global memory moved %s, %d bytes, in one request.", passes(l.passes), sectors(l.sectors), l.global.BytesMoved())
	}
	switch {
	case l.distinct == 1 && l.active == sim.WarpSize && l.passes == 1:
		return fmt.Sprintf("All 32 lanes asked for %s: one address, one pass. Constant memory is built for this.", l.first())
	case !l.known:
		return general
	}
	if s := l.endOf(); s != "" {
		return fitting(s, general)
	}
	return general
}

// endOf is the end sentence of a pattern with more than one address.
func (l *load) endOf() string {
	cost := fmt.Sprintf("%s: %s", addresses(l.distinct), passes(l.passes))
	moved := l.global.BytesMoved()
	switch l.choice.ID {
	case "distinct":
		if l.sectors == 1 {
			return fmt.Sprintf("%s cost %s. They share one sector, so global memory moved %d bytes.", addresses(l.distinct), passes(l.passes), moved)
		}
		return fmt.Sprintf("%s cost %s. They lie in %s, so global memory moved %d bytes.", addresses(l.distinct), passes(l.passes), sectors(l.sectors), moved)
	case "per-lane":
		return fmt.Sprintf("%s in constant memory. Global memory needed %s in one request.", cost, sectors(l.sectors))
	case "stride":
		return fmt.Sprintf("%s, %s. Global memory moved %s, %d bytes, for %d bytes asked.", addresses(l.distinct), passes(l.passes), sectors(l.sectors), moved, l.global.BytesRequested())
	case "offset":
		return l.endOffset(cost)
	case "reverse":
		return fmt.Sprintf("Reversed order, same bill: %s in constant memory, %s in global memory.", passes(l.passes), sectors(l.sectors))
	case "pairs":
		return fmt.Sprintf("%s. Lanes that share a %s share a pass. Global memory moved %s.", cost, l.noun, sectors(l.sectors))
	case "halves":
		return fmt.Sprintf("%s, %s. They lie far apart, so global memory moved %s.", addresses(l.distinct), passes(l.passes), sectors(l.sectors))
	case "random":
		if l.distinct == l.active {
			return fmt.Sprintf("%s. No two lanes picked the same %s. Global memory moved %s.", cost, l.noun, sectors(l.sectors))
		}
		return fmt.Sprintf("%s. Lanes that picked the same %s shared a pass.", cost, l.noun)
	case sim.PaintID:
		return fmt.Sprintf("You painted %s in %s: %s in constant memory, one global request.", addresses(l.distinct), sectors(l.sectors), passes(l.passes))
	}
	return ""
}

// endOffset says what a shift costs: nothing when whole sectors are shifted,
// one sector more when they are not.
func (l *load) endOffset(cost string) string {
	shift := l.value(0)
	by := count(int(shift), l.noun, l.nouns())
	where := sectors(l.sectors) + " in " + lines(l.global.Lines)
	more := oneOrMore(l.sectors - sim.WarpSize*l.constant.Access.Width/sim.SectorBytes)
	if shift == 0 {
		return fmt.Sprintf("%s. Not shifted at all, the warp touches %s.", cost, where)
	}
	return fitting(
		fmt.Sprintf("%s. Shifted by %s, the warp touches %s: %s more.", cost, by, where, more),
		fmt.Sprintf("%s. Shifted by %s, the warp touches %s: %s more.", passes(l.passes), by, where, more),
		fmt.Sprintf("%s. Shifted by %d, the warp touches %s: %s more.", passes(l.passes), shift, sectors(l.sectors), more))
}

func oneOrMore(n int) string {
	if n <= 1 {
		return small(n) + " sector"
	}
	return small(n) + " sectors"
}
