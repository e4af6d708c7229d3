package words

import (
	"fmt"
	"strconv"
	"strings"

	"warpbill/sim"
)

// Names of the two tills and of what they charge on.
const (
	ConstantName = "Constant memory"
	GlobalName   = "Global memory"
	BillName     = "Bill"
)

// ConstantRule is the line beside the constant till's name.
func ConstantRule(b *sim.Bill) string {
	if b.Instructions == 2 {
		return "two passes for each distinct address of 16 bytes"
	}
	return "one pass for each distinct address"
}

// GlobalRule is the line beside the global till's name. More than one
// wavefront is worth a word, because then the sectors are not the whole price.
func GlobalRule(b *sim.Bill) string {
	rule := "one request, charged by 32-byte sector"
	if n := b.Wavefronts(); n > 1 {
		rule += fmt.Sprintf(" · %d wavefronts", n)
	}
	return rule
}

// BillRule is the line beside the bill's name: what a column is, or, when the
// bill is settled and the prices of the chart's card are known, its time.
func BillRule(price string, settled bool) string {
	if price != "" && settled {
		return price
	}
	return "a column for each pass, a column for each sector"
}

// Row labels of the stage.
const (
	RowLane    = "lane"
	RowLine    = "128 B line"
	RowCharged = "charged"
)

// LineName names a 128-byte line in the gutter, which has no room for more
// than its number when that is long.
func LineName(n uint64) string {
	if n > 99999 {
		return strconv.FormatUint(n, 10)
	}
	return "line " + strconv.FormatUint(n, 10)
}

// LinesBetween stands between the first and the last of more lines than can
// be named. Hidden lines are touched but not drawn; last is the last drawn.
func LinesBetween(last uint64, hidden int) string {
	if hidden == 0 {
		return "to"
	}
	return "to " + strconv.FormatUint(last, 10)
}

// MoreLines counts the lines that are touched but not drawn.
func MoreLines(hidden int) string { return "and " + strconv.Itoa(hidden) + " more" }

// SectorName names a sector.
func SectorName(n uint64) string { return "sector " + strconv.FormatUint(n, 10) }

// RowTaps is the label of the row of elements.
func RowTaps(noun string) string { return noun + "s" }

// RowAsks is the label of the row in which the lanes ask.
func RowAsks(noun string) string {
	if noun == "tap" {
		return "asks tap"
	}
	return "asks for"
}

// PassCounter is the counter of the constant till, as its number and the
// words after it: "7" and " of 32 passes".
func PassCounter(b *sim.Bill, pass int, settled bool) (number, rest string) {
	n := b.StepCount()
	if settled {
		if n == 1 {
			return "1", " pass"
		}
		return strconv.Itoa(n), " passes"
	}
	return strconv.Itoa(min(max(pass, 0), n)), " of " + passes(n)
}

// SectorCounter is the counter of the global till: a number, its words,
// another number and its words.
func SectorCounter(b *sim.Bill, charged bool) [4]string {
	if !charged || b.Units() == 0 {
		return [4]string{"0", " sectors in ", "0", " requests"}
	}
	word := " sectors in "
	if b.Units() == 1 {
		word = " sector in "
	}
	return [4]string{strconv.Itoa(b.Units()), word, "1", " request"}
}

// Receipt is one line of the bill.
type Receipt struct{ Name, How, Amount string }

// ConstantReceipt is the line of the passes charged so far.
func ConstantReceipt(b *sim.Bill, pass int) Receipt {
	how := "one address after another"
	if b.Instructions == 2 {
		how = "one address after another, each in two halves"
	}
	return Receipt{"Constant", how, passes(min(max(pass, 0), b.StepCount()))}
}

// GlobalReceipt is the line of the sectors, which are charged all at once.
func GlobalReceipt(b *sim.Bill, charged bool) Receipt {
	n := 0
	if charged {
		n = b.Units()
	}
	return Receipt{"Global", "1 request, all lanes at once", sectors(n)}
}

// ChoiceTitle names a pattern with its parameter: "8 distinct", "Stride 2".
func ChoiceTitle(c sim.Choice) string {
	value := func(i int) string {
		if i >= len(c.Values) {
			return ""
		}
		return strconv.FormatInt(c.Values[i], 10)
	}
	switch c.ID {
	case sim.PaintID:
		return "Paint"
	case "distinct":
		return value(0) + " distinct"
	case "stride", "offset", "random":
		title := PickerTitle(c) + " " + value(0)
		if len(c.Values) > 1 && c.Values[1] != sim.FilterTaps {
			title += " of " + value(1)
		}
		return title
	}
	return PickerTitle(c)
}

// PatternName names a pattern in the middle of a sentence.
func PatternName(c sim.Choice) string {
	switch {
	case c.ID == sim.PaintID:
		return "the painted pattern"
	case c.ID == "random" && len(c.Values) > 0:
		return "random (seed " + strings.TrimPrefix(ChoiceTitle(c), PickerTitle(c)+" ") + ")"
	}
	return strings.ToLower(ChoiceTitle(c))
}

// PickerTitle names a pattern where its parameter stands elsewhere.
func PickerTitle(c sim.Choice) string {
	if c.ID == "distinct" || c.ID == sim.PaintID {
		return ChoiceTitle(c)
	}
	p, err := sim.FindPattern(c.ID)
	if err != nil {
		return c.ID
	}
	return p.Title
}

// Row labels of the further tills.
const (
	RowBank    = "bank"
	RowCode    = "code"
	RowGets    = "gets tap"
	RowInputs  = "inputs"
	RowOutputs = "outputs"
	RowFirst   = "computes"
	RowIn      = "read"
	RowOut     = "written"
	RowCopies  = "copies"
)

// RowKept is the label of a 128-byte line inside an L2 window.
const RowKept = "kept in L2"

// RowWords is the label of the banks' words: how many of them are upon each
// other in the fullest bank once there are more than a row.
func RowWords(noun string, deep int) string {
	if deep < 2 {
		return RowTaps(noun)
	}
	return strconv.Itoa(deep) + " deep"
}
