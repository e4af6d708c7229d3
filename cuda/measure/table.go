package measure

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"warpbill/sim"
)

// The head of the table that the course's program prints. The columns and
// their formats are a contract: students paste and compare them.
const (
	tableHead = "        n  lanes      const ms  global ms   ratio  global GB/s"
	tableRule = " --------  ---------  --------  ---------   -----  -----------"
)

// WriteTable writes the result in the columns of the course's program, from
// times by the course's own method where the result has them and from
// medians otherwise, so that it can be read against the course's own table.
func (r Result) WriteTable(w io.Writer) error {
	var out bytes.Buffer
	r.writeTableHead(&out)
	out.WriteString("\n" + tableHead + "\n" + tableRule + "\n")
	for _, row := range r.Rows {
		out.WriteString(row.tableLine() + "\n")
	}
	r.writeTableFoot(&out)
	_, err := w.Write(out.Bytes())
	return err
}

func (r Result) writeTableHead(out *bytes.Buffer) {
	d := r.Device
	out.WriteString(d.tableLine() + "\n")
	if d.L2Bytes > 0 {
		fmt.Fprintf(out, "L2 %d KiB, persisting L2 max %d B, policy window max %d B\n",
			d.L2Bytes/1024, d.PersistingL2Max, d.PolicyWindowMax)
		if d.PersistingL2Max == 0 {
			out.WriteString("The card reserves no L2: an access policy window would change nothing.\n")
		}
	}
	fmt.Fprintf(out, "Filter: %d taps, %d bytes", sim.FilterTaps, sim.FilterTaps*4)
	if d.ConstantBytes > 0 {
		fmt.Fprintf(out, ", of %d bytes of constant", d.ConstantBytes)
	}
	out.WriteByte('\n')
	if course := r.course(); course != nil {
		fmt.Fprintf(out, "%d threads per block, %d warm-ups, mean of %d timed runs, no copies inside the measurement\n",
			sim.BlockSize, course.WarmUps, course.Runs)
	} else if r.Method != "" {
		fmt.Fprintf(out, "%d threads per block, %s\n", sim.BlockSize, r.Method)
	}
}

// tableLine is the card in one line. The course's program does not print the
// number of SMs, so a card for which it is unknown gives the course's line.
func (d Device) tableLine() string {
	var facts []string
	if d.Major > 0 {
		facts = append(facts, fmt.Sprintf("compute capability %d.%d", d.Major, d.Minor))
	}
	if d.SMs > 0 {
		facts = append(facts, fmt.Sprintf("%d SMs", d.SMs))
	}
	line := "GPU: " + cmp.Or(d.Name, "unknown")
	if len(facts) > 0 {
		line += " (" + strings.Join(facts, ", ") + ")"
	}
	return line
}

// course is how the course's method was carried out, nil when it was not.
func (r Result) course() *CourseTimes {
	for _, row := range r.Rows {
		if row.Course != nil && row.Course.Runs > 0 {
			return row.Course
		}
	}
	return nil
}

func (r Result) writeTableFoot(out *bytes.Buffer) {
	var small []string
	for _, row := range r.Rows {
		if text := strconv.FormatUint(row.N, 10); row.LaunchBound && !slices.Contains(small, text) {
			small = append(small, text)
		}
	}
	if len(small) > 0 {
		fmt.Fprintf(out, "\nLaunch-bound, too small to say anything about memory: n = %s\n", strings.Join(small, ", "))
	}
	if !r.Complete {
		fmt.Fprintf(out, "\n%s %d rows were measured.\n", incompleteMark, len(r.Rows))
	}
}

// incompleteMark starts the last line of the table of an unfinished sweep.
const incompleteMark = "Incomplete:"

// tableLine is one row in the course's columns. A pattern that the course
// does not have may be longer than its column; it takes from the space before
// the next number.
func (r Row) tableLine() string {
	constant, global, ratio, rate := r.tableValues()
	lanes := fmt.Sprintf("%-9s", r.Lanes())
	return fmt.Sprintf("%9d  %s%*s  %9s  %6s  %11s", r.N, lanes, 19-len(lanes),
		cell(constant, 4), cell(global, 4), cell(ratio, 2), cell(rate, 1))
}

// tableValues are the four numbers of the row's table line; 0 is unknown.
func (r Row) tableValues() (constant, global, ratio, rate float64) {
	if c := r.Course; c != nil {
		ratio, rate = c.Ratio, c.GlobalGBps
		if ratio == 0 {
			ratio = c.ConstantMS / c.GlobalMS
		}
		if rate == 0 {
			rate = r.rate(c.GlobalMS)
		}
		return c.ConstantMS, c.GlobalMS, ratio, rate
	}
	return r.Constant.Value, r.Global.Value, r.Ratio.Value, r.GlobalGBps()
}

func cell(value float64, decimals int) string {
	if !(value > 0) {
		return "-"
	}
	return strconv.FormatFloat(value, 'f', decimals, 64)
}

// isTable says whether the text holds the head of the course's table.
func isTable(data []byte) bool {
	for line := range bytes.Lines(data) {
		if isTableHead(string(line)) {
			return true
		}
	}
	return false
}

func isTableHead(line string) bool {
	return slices.Equal(strings.Fields(line), strings.Fields(tableHead))
}
