package words

import (
	"strconv"
	"strings"

	"warpbill/plots/look"
	"warpbill/sim"
)

// count is a number with its noun: "1 pass", "7 passes".
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

func passes(n int) string    { return count(n, "pass", "passes") }
func sectors(n int) string   { return count(n, "sector", "sectors") }
func addresses(n int) string { return count(n, "address", "addresses") }
func lanesOf(n int) string   { return count(n, "lane", "lanes") }

// small is the word for a number up to ten, its digits beyond.
func small(n int) string {
	names := [...]string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}
	if n >= 0 && n < len(names) {
		return names[n]
	}
	return strconv.Itoa(n)
}

// lines is a number of 128-byte lines: "two 128-byte lines".
func lines(n int) string {
	if n == 1 {
		return "one 128-byte line"
	}
	return small(n) + " 128-byte lines"
}

// ordinal is "2nd", "3rd", "11th".
func ordinal(n int64) string {
	end := "th"
	if n%100 < 11 || n%100 > 13 {
		switch n % 10 {
		case 1:
			end = "st"
		case 2:
			end = "nd"
		case 3:
			end = "rd"
		}
	}
	return strconv.FormatInt(n, 10) + end
}

// LaneList names up to four lanes by number and counts more of them: "lane
// 6", "lanes 2, 10, 18 and 26", "5 lanes", "all 32 lanes".
func LaneList(m sim.Mask) string {
	n := m.Count()
	switch {
	case n == sim.WarpSize:
		return "all 32 lanes"
	case n == 0 || n > 4:
		return lanesOf(n)
	}
	numbers := make([]string, 0, n)
	for _, lane := range m.Lanes() {
		numbers = append(numbers, strconv.Itoa(lane))
	}
	if n == 1 {
		return "lane " + numbers[0]
	}
	return "lanes " + strings.Join(numbers[:n-1], ", ") + " and " + numbers[n-1]
}

// lineWidth is the room for a sentence in a presentation 1280 wide, at the
// text size in it.
const (
	lineWidth = 1200
	lineSize  = 26
)

// fitting is the first of the sentences that fits one line of a
// presentation; they are ordered from the fullest to the shortest.
func fitting(sentences ...string) string {
	for _, s := range sentences {
		if look.TextWidth(s, lineSize, false) <= lineWidth {
			return s
		}
	}
	return sentences[len(sentences)-1]
}
