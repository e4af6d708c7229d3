package measure

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// tableReader reads the course's table line by line.
type tableReader struct {
	result Result
	how    CourseTimes
	inside bool // under the table's head

	card, cache, constant, runs *regexp.Regexp
}

// parseTable reads what the course's program, or WriteTable, has printed.
// Lines around the table, prompts and notes are passed over.
func parseTable(data []byte) (Result, error) {
	t := tableReader{
		result:   Result{Method: "the course's method: mean of single launches, as printed", Complete: true},
		card:     regexp.MustCompile(`^GPU: (.+?)(?: \((?:compute capability (\d+)\.(\d+))?(?:, )?(?:(\d+) SMs?)?\))?$`),
		cache:    regexp.MustCompile(`^L2 (\d+) KiB, persisting L2 max (\d+) B, policy window max (\d+) B$`),
		constant: regexp.MustCompile(`^Filter: .* of (\d+) bytes of constant$`),
		runs:     regexp.MustCompile(`^\d+ threads .* (\d+) warm-ups, (?:mean of )?(\d+) timed runs`),
	}
	number := 0
	for line := range bytes.Lines(data) {
		number++
		err := t.line(strings.TrimSpace(string(line)))
		switch {
		case err != nil && cutOff(data, line):
			t.result.Complete = false
			t.result.Warnings = append(t.result.Warnings, "the last row is cut off and was left out")
		case err != nil:
			return Result{}, fmt.Errorf("line %d: %w", number, err)
		case len(t.result.Rows) > maxRows:
			return Result{}, fmt.Errorf("it has more than %d rows", maxRows)
		}
	}
	if len(t.result.Rows) == 0 {
		return Result{}, errors.New("the table has no rows: copy the lines under its head too")
	}
	return t.result, nil
}

func (t *tableReader) line(text string) error {
	fields := strings.Fields(text)
	switch {
	case isTableHead(text):
		t.inside = true
	case !t.inside:
		t.head(text)
	case strings.HasPrefix(text, incompleteMark):
		t.result.Complete = false
	case len(fields) > 0 && isCount(fields[0]):
		row, err := parseTableLine(fields, t.how)
		if err != nil {
			return err
		}
		t.result.Rows = append(t.result.Rows, row)
	}
	return nil
}

// cutOff says whether line is the last one and has no line end.
func cutOff(data, line []byte) bool {
	return !bytes.HasSuffix(line, []byte("\n")) && bytes.HasSuffix(data, line)
}

func isCount(text string) bool {
	_, err := strconv.ParseUint(text, 10, 64)
	return err == nil
}

// parseTableLine reads "4096 broadcast 0.0041 0.0039 1.05 8.5"; the pattern
// "2 distinct" has two words.
func parseTableLine(fields []string, how CourseTimes) (Row, error) {
	if len(fields) == 7 {
		fields = append([]string{fields[0], fields[1] + " " + fields[2]}, fields[3:]...)
	}
	if len(fields) != 6 {
		return Row{}, fmt.Errorf("it has %d values: the table's rows have 6", len(fields))
	}
	n, err := strconv.ParseUint(fields[0], 10, 64)
	if err != nil {
		return Row{}, fmt.Errorf("n is %q: give a whole number", fields[0])
	}
	mask, ok := parseLanes(fields[1])
	if !ok {
		return Row{}, fmt.Errorf("lanes is %q: give broadcast, per-lane or a number of distinct addresses", fields[1])
	}
	values := [4]float64{}
	for i, limit := range []float64{maxMS, maxMS, maxRatio, maxGBps} {
		if values[i], err = parseNumber(fields[i+2], limit); err != nil {
			return Row{}, err
		}
	}
	row := Row{Point: Point{N: n, RotMask: mask}}
	row.Constant.Value, row.Global.Value, row.Ratio.Value = values[0], values[1], values[2]
	if values[0] > 0 && values[1] > 0 {
		how.ConstantMS, how.GlobalMS, how.Ratio, how.GlobalGBps = values[0], values[1], values[2], values[3]
		row.Course = &how
	}
	return row, row.check()
}

// head takes what a line above the table says about the card.
func (t *tableReader) head(line string) {
	d := &t.result.Device
	if m := t.card.FindStringSubmatch(line); m != nil && d.Name == "" && m[1] != "unknown" {
		d.Name, d.Major, d.Minor, d.SMs = m[1], small(m[2]), small(m[3]), small(m[4])
	}
	if m := t.cache.FindStringSubmatch(line); m != nil {
		d.L2Bytes, d.PersistingL2Max, d.PolicyWindowMax = large(m[1])*1024, large(m[2]), large(m[3])
	}
	if m := t.constant.FindStringSubmatch(line); m != nil {
		d.ConstantBytes = large(m[1])
	}
	if m := t.runs.FindStringSubmatch(line); m != nil {
		t.how.WarmUps, t.how.Runs = small(m[1]), small(m[2])
	}
}

// small and large read a number that may be absent or absurd; then it is 0,
// which stands for unknown.
func small(text string) int { return int(min(large(text), maxUnitCount)) }

func large(text string) uint64 {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil || n > maxBytes/1024 {
		return 0
	}
	return n
}

// parseNumber reads a finite decimal number from 0 to limit. An empty text
// and "-" stand for unknown and give 0.
func parseNumber(text string, limit float64) (float64, error) {
	text = strings.TrimSpace(text)
	if text == "" || text == "-" {
		return 0, nil
	}
	if strings.Contains(text, ",") {
		return 0, fmt.Errorf("%q is not a number: write it with a decimal point", CleanText(text, 40))
	}
	if strings.Trim(text, "0123456789.eE+-") != "" {
		return 0, fmt.Errorf("%q is not a number", CleanText(text, 40))
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil && !math.IsInf(x, 0) {
		return 0, fmt.Errorf("%q is not a number", CleanText(text, 40))
	}
	if !(x > 0 && x <= limit) {
		return 0, fmt.Errorf("%q is out of range: use a number above 0, at most %v", CleanText(text, 40), limit)
	}
	return x, nil
}
