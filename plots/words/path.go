package words

import (
	"fmt"
	"strings"

	"warpbill/sim"
)

// Second is the path at the second till and what a load costs on it. The zero
// value stands for global memory, whose bill is known without it.
type Second struct {
	Path sim.Path
	Bill sim.Bill
	// Problem says why the path cannot serve the load; the till then shows
	// the sentence and charges nothing.
	Problem string
}

// Kind is how a path charges, and so how its till is drawn.
type Kind uint8

// The kinds of till: trays of sectors, banks of words, a tap that stands in
// the instruction, a lane that computes several outputs, and the copy.
const (
	Trays Kind = iota
	Banks
	Operand
	Blocked
	Copy
)

// Kind is that of the path.
func (s *Second) Kind() Kind { return KindOf(s.Path.ID) }

// KindOf is the kind of the path of the given ID.
func KindOf(id string) Kind {
	switch id {
	case "shared", "shared-column", "shared-padded":
		return Banks
	case "constant-fixed", "literal":
		return Operand
	case "blocked":
		return Blocked
	case "copy":
		return Copy
	}
	return Trays
}

// PathNames are the words for a path: the till's name, the short one on the
// bill and in a sentence, and what the path charges for and when to choose it.
type PathNames struct{ ID, Till, Bill, Note string }

// Paths lists the words for every path in the order of sim.Paths.
func Paths() []PathNames {
	return []PathNames{
		{"constant", ConstantName, "Constant", "Charges a pass for each distinct address. Choose it for a small table that all lanes read in step, such as coefficients. Where lanes choose their own elements, every other path is cheaper."},
		{"global", GlobalName, "Global", "Charges for each 32-byte sector that the lanes touch. Choose it where lanes read different elements, best neighbours. const and __restrict__ promise that nobody writes the table (ld.global.nc)."},
		{"constant-fixed", "Constant operand", "Operand", "Charges the lanes nothing: the tap is an operand of the multiply-add, on an H200 a register that one load fills for the whole warp. Choose it when the index is known when compiled and the numbers may still change."},
		{"literal", "Taps in the source", "Literal", "Charges nothing: the number is part of the multiply-add. Choose it when the numbers never change; another filter has to be compiled anew."},
		{"global-plain", "Global, may alias", "Global", "Charges for sectors, by a plain load (ld.global). The compiler must assume that a store changes the table, so it keeps the order of loads and stores. Choose it only where the kernel writes what it reads."},
		{"global-ldg", "Global, __ldg", "Global", "The load of const __restrict__ asked for by name, at the same charge for sectors. Choose it where a pointer may alias but you know that nobody writes this element while the kernel runs."},
		{"shared", "Shared memory", "Shared", "Charges a wavefront for each word of the fullest of 32 banks; lanes that read the same word share it. Choose it for what a block reads again in an order of its own. The block has to copy it in first, and wait."},
		{"shared-column", "Shared, a column", "Shared", "Elements of a column lie 128 bytes apart, all in one bank: a wavefront for each, as many as constant memory's passes. It happens when a warp reads a column of a tile of 32 x 32 floats. Do not choose it: pad the rows."},
		{"shared-padded", "Shared, padded", "Shared", "One unused word behind each row moves every element of a column to a bank of its own: one wavefront again. Choose it where a warp reads rows and columns of one tile. It costs 128 bytes for 32 rows."},
		{"texture", "Texture object", "Texture", "Goes through the texture unit; counted here by the 32-byte sectors of its texels, as global memory is. Choose it for filtering, clamped or wrapped indices and neighbours in two dimensions. For a plain table use a global load."},
		{"l2-window", "Global, kept in L2", "Global", "Charges for sectors like any global load; the window asks L2 to keep its lines while other data pass. Choose it for a table read again between large streams. Cards before compute capability 8.0 have nothing to reserve."},
		{"blocked", "Register-blocked", "Blocked", "A lane computes several outputs: each input is loaded once into a register and feeds all of them; the taps stand in the instructions. Choose it when registers are free. What remains is moving inputs and outputs, as in a copy."},
		{"copy", "Copy", "Copy", "Reads every input once, writes every output once and computes nothing. It is not a choice but the limit: a kernel that has to move these bytes can come close to it, and the chart draws the others against it."},
	}
}

// NamesOf are the words for the path of the given ID, those of global memory
// when there is none.
func NamesOf(id string) PathNames {
	all := Paths()
	found := all[1]
	for _, p := range all {
		if p.ID == id {
			found = p
		}
	}
	return found
}

// Outputs is the number of neighbouring outputs that a lane of the
// register-blocked kernel computes; Inputs is what it loads for them.
const (
	Outputs = 4
	Inputs  = Outputs + sim.FilterTaps - 1
)

// Rule is the line beside the till's name. More than one wavefront is worth a
// word where sectors are counted, because then they are not the whole price. A
// rule that no counter has confirmed says so.
func (s *Second) Rule() string {
	switch s.Kind() {
	case Banks:
		return "a wavefront for each word of the fullest bank"
	case Operand:
		return "known when compiled: the same for all lanes"
	case Blocked:
		return "a lane loads each input once"
	case Copy:
		return "the same bytes in and out, no arithmetic: the limit"
	}
	if s.Path.ID == "texture" && s.Bill.Unverified {
		return "taken to be charged as global memory is"
	}
	rule := GlobalRule(&s.Bill)
	if s.Path.ID != "" && s.Path.ID != "global" {
		rule = strings.TrimPrefix(rule, "one request, ") // their names are longer
	}
	return rule
}

// RowTaps is the label of the row of elements.
func (s *Second) RowTaps(noun string) string {
	if s.Path.ID == "texture" {
		return "texels"
	}
	return RowTaps(noun)
}

// UnitRule is the line beside the bill's name: what a column of each tape is.
func (s *Second) UnitRule() string {
	switch s.Kind() {
	case Banks:
		return "a column for each pass, a column for each wavefront"
	case Operand, Blocked:
		return "a column for each pass; below, no tap is loaded"
	case Copy:
		return "a column for each pass, a column for each sector in or out"
	}
	return BillRule("", false)
}

// charged is the number of units on the bill once a pass is under way: all of
// them, or for shared memory as many wavefronts as passes.
func (s *Second) charged(pass int) int {
	switch {
	case pass <= 0:
		return 0
	case s.Kind() == Banks:
		return min(pass, s.Bill.StepCount())
	}
	return s.Bill.Units()
}

// Done says whether the path has served all lanes before this pass.
func (s *Second) Done(pass int, settled bool) bool { return settled || pass > s.Bill.StepCount() }

// Counter is what the till counts: numbers and the words behind them in turn.
func (s *Second) Counter(pass int, settled bool) []string {
	n := s.charged(pass)
	switch s.Kind() {
	case Banks:
		all := s.Bill.StepCount()
		if s.Problem != "" {
			return []string{"0", " wavefronts"}
		}
		if pass > 0 && s.Done(pass, settled) {
			return []string{fmt.Sprint(all), plural(all, " wavefront", " wavefronts")}
		}
		return []string{fmt.Sprint(n), " of " + wavefronts(all)}
	case Operand:
		return []string{"0", " loads" + s.byLanes()}
	case Blocked:
		return []string{fmt.Sprint(Inputs), " inputs for ", fmt.Sprint(Outputs * sim.FilterTaps), " products"}
	case Copy:
		return []string{fmt.Sprint(n), " sectors in, ", fmt.Sprint(n), " out"}
	}
	c := SectorCounter(&s.Bill, pass > 0)
	return c[:]
}

// Receipt is the path's line of the bill.
func (s *Second) Receipt(pass int) Receipt {
	n, name := s.charged(pass), NamesOf(s.Path.ID).Bill
	switch s.Kind() {
	case Banks:
		return Receipt{name, "a word from every bank at once", wavefronts(n)}
	case Operand:
		return Receipt{name, "in the instruction, for all lanes at once", "no load" + s.byLanes()}
	case Blocked:
		return Receipt{name, "taps in the instructions, inputs in registers", "no tap loaded"}
	case Copy:
		return Receipt{name, "1 request in, 1 request out", sectors(2 * n)}
	}
	r := GlobalReceipt(&s.Bill, pass > 0)
	r.Name = name
	return r
}

// byLanes makes a word about loads true of a constant operand: cards from
// compute capability 9.0 on fill a register with it, once for the whole warp.
func (s *Second) byLanes() string {
	if s.Path.ID == "constant-fixed" {
		return " by lanes"
	}
	return ""
}

func wavefronts(n int) string { return count(n, "wavefront", "wavefronts") }

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
