package words

import (
	"fmt"
	"strconv"

	"warpbill/sim"
)

// Law is the one sentence that the program is about.
const Law = "Constant memory charges for distinct addresses; global memory charges for 32-byte sectors."

// Sentence says what the stage shows: the load before the first pass (pass
// 0), one of its passes, or, once settled, what it cost. Both bills are of the
// same access; tap is the convolution's tap k by which a pattern within the
// filter was turned.
func Sentence(choice sim.Choice, tap int, constant, global sim.Bill, pass int, settled bool) string {
	l := newLoad(choice, tap, &constant, &global)
	switch {
	case l.active == 0:
		return "No lane takes part in this load, so nothing is charged."
	case settled:
		return l.end()
	case pass <= 0:
		return l.start()
	}
	return l.during(constant.Step(pass))
}

// lie says where the addresses are: "All 8 lie in one sector."
func (l *load) lie() string {
	if l.sectors == 1 {
		return fmt.Sprintf("All %d lie in one sector.", l.distinct)
	}
	return fmt.Sprintf("They lie in %s.", sectors(l.sectors))
}

func (l *load) start() string {
	general := fitting(
		fmt.Sprintf("%d lanes ask for %s different %s, %d bytes each. They lie in %s.", l.active, strconv.Itoa(l.distinct), l.nouns(), l.constant.Access.Width, sectors(l.sectors)),
	)
	switch {
	case l.distinct == 1 && l.active == sim.WarpSize:
		return fmt.Sprintf("All 32 lanes ask for %s: one address.", l.first())
	case l.distinct == 1:
		return fmt.Sprintf("%s: one address.", capital(l.everyLane())+ask(l.active)+l.first())
	case !l.known:
		return general
	}
	if s := l.startOf(); s != "" {
		return fitting(s, general)
	}
	return general
}

// startOf is the start sentence of a pattern with more than one address.
func (l *load) startOf() string {
	bill := fmt.Sprintf("%s in %s", addresses(l.distinct), sectors(l.sectors))
	switch l.choice.ID {
	case "distinct":
		each := ""
		if n := l.share(); n > 0 {
			each = ", " + lanesOf(n) + " each"
		}
		return fmt.Sprintf("32 lanes ask for %d different %s%s. %s", l.distinct, l.nouns(), each, l.lie())
	case "per-lane":
		return fmt.Sprintf("Every lane asks for its own %s: %s.", l.noun, bill)
	case "stride":
		return fmt.Sprintf("Lane l asks for element %sl: %s, %s and %s.", factor(l.value(0)), every(l.value(0)), bill, lines(l.global.Lines))
	case "offset":
		return fmt.Sprintf("Lane l asks for %s l + %d: %s and %s.", l.noun, l.value(0), bill, lines(l.global.Lines))
	case "reverse":
		return fmt.Sprintf("The lanes ask in reverse order: the same %s, the same %s.", addresses(l.distinct), sectors(l.sectors))
	case "pairs":
		return fmt.Sprintf("Two neighbouring lanes share a %s: %s.", l.noun, bill)
	case "halves":
		return fmt.Sprintf("Lanes 0 to 15 ask for %s %s, lanes 16 to 31 for %s %s: %s.", l.noun, l.element(0), l.noun, l.element(16), bill)
	case "random":
		return l.startRandom()
	case sim.PaintID:
		return fmt.Sprintf("You painted %s in %s.", addresses(l.distinct), sectors(l.sectors))
	}
	return ""
}

func (l *load) startRandom() string {
	from := "a " + l.noun
	if span := l.value(1); span != sim.FilterTaps {
		from = fmt.Sprintf("one of %d %s", span, l.nouns())
	}
	return fmt.Sprintf("Each lane picks %s at random (seed %d): %d different %s in %s.", from, l.value(0), l.distinct, l.nouns(), sectors(l.sectors))
}

// factor is a stride before the letter of the lane: "2" of "2l".
func factor(stride int64) string {
	if stride == 1 {
		return ""
	}
	return strconv.FormatInt(stride, 10)
}

func every(stride int64) string {
	switch stride {
	case 1:
		return "each one"
	case 2:
		return "every second one"
	}
	return "every " + ordinal(stride) + " one"
}

// ask is the verb between some lanes and what they ask for.
func ask(lanes int) string {
	if lanes == 1 {
		return " asks for "
	}
	return " ask for "
}

// capital is the text with a capital letter in front.
func capital(s string) string {
	if s != "" && s[0] >= 'a' && s[0] <= 'z' {
		return string(s[0]-'a'+'A') + s[1:]
	}
	return s
}
