package words

import (
	"fmt"
	"strconv"
	"strings"
)

// Texts of the chart panel.
const (
	ChartRatio    = "Ratio"
	ChartTime     = "Time"
	RatioSubtitle = "constant ÷ global time; above 1× constant is slower"
	TimeSubtitle  = "milliseconds for the whole kernel, both axes log"
	ChartScope    = "The chart times the whole kernel; the bill prices one load."
)

// RunHint stands beside the Run button when a card is there.
func RunHint(device string) string { return "measure on this GPU: " + device }

// Running is the progress of a run: "NVIDIA H200: warming up, 0 of 20 points".
// The stage of the run may be empty.
func Running(device, stage string, done, total int) string {
	if stage != "" {
		stage += ", "
	}
	return fmt.Sprintf("%s: %s%d of %s", device, stage, done, count(total, "point", "points"))
}

// TimeLeft is a remaining time in whole seconds or minutes, as the progress
// line ends.
func TimeLeft(seconds float64) string {
	switch {
	case seconds < 1:
		return "under 1 s left"
	case seconds < 90:
		return "about " + strconv.Itoa(int(seconds+.5)) + " s left"
	}
	return "about " + strconv.Itoa(int(seconds/60+.5)) + " min left"
}

// NoGPU is the line about the GPU on a machine without one; reason is the
// sentence of whoever looked for it, or empty.
func NoGPU(reason string) string {
	if reason = strings.TrimSpace(reason); reason != "" {
		return "No GPU to measure on: " + reason
	}
	return "Measuring needs an NVIDIA GPU; all the rest works without one."
}

// NoChartData says that a pattern has not been measured, and which is nearest
// to it of those that the source has.
func NoChartData(pattern, source, nearest string) string {
	s := fmt.Sprintf("%s has no times for %s.", source, pattern)
	if nearest != "" {
		s += fmt.Sprintf(" The nearest pattern measured is %s.", nearest)
	}
	return s
}

// NoTimes says the same where the source stands beside it and the name of the
// nearest pattern follows.
func NoTimes(pattern string) string { return "No times for " + pattern + " here; the nearest is" }

// Price is the time of one load on a card whose prices are known, in cycles
// of one SM's pipe: "on an NVIDIA H200: 64 cycles against 2.5, the least a
// load takes". A load's time is the larger of what its path charges and the
// least that any load takes; floors are those of constant and of global.
func Price(card string, constant, global, constantFloor, globalFloor float64) string {
	on := "on " + article(card) + card + ": "
	c, g := max(constant, constantFloor), max(global, globalFloor)
	switch {
	case constant <= constantFloor && global <= globalFloor:
		return on + "no difference, both take the least that a load takes"
	case global <= globalFloor:
		return fmt.Sprintf("%s%s cycles against %s, the least a load takes", on, cycles(c), cycles(g))
	case constant <= constantFloor:
		return fmt.Sprintf("%s%s cycles, the least a load takes, against %s", on, cycles(c), cycles(g))
	}
	return fmt.Sprintf("%s%s cycles against %s", on, cycles(c), cycles(g))
}

// cycles is a number of cycles as a reader can take it in: one decimal below
// ten, none where it says nothing.
func cycles(v float64) string {
	if v >= 10 {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strings.TrimSuffix(strconv.FormatFloat(v, 'f', 1, 64), ".0")
}

// article is "a " or "an ", by the sound of the card's first letter.
func article(name string) string {
	if name != "" && strings.ContainsRune("AEIOaeio", rune(name[0])) || strings.HasPrefix(name, "NVIDIA") {
		return "an "
	}
	return "a "
}
