package measure

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// column is one column of a CSV file.
type column struct {
	name string
	get  func(Result, Row) string
	set  func(*Result, *Row, string) error // nil: computed, not read
}

// columns of a CSV file, in order. The first six are those of the course's
// table; times are in milliseconds, rates in 10^9 bytes a second.
func columns() []column {
	ms := func(name string, at func(*Row) *float64) column { return floatColumn(name, maxMS, at) }
	return []column{
		{"n", func(_ Result, r Row) string { return strconv.FormatUint(r.N, 10) }, setN},
		{"lanes", func(_ Result, r Row) string { return r.Lanes() }, setLanes},
		ms("const_ms", func(r *Row) *float64 { return &r.Constant.Value }),
		ms("global_ms", func(r *Row) *float64 { return &r.Global.Value }),
		floatColumn("ratio", maxRatio, func(r *Row) *float64 { return &r.Ratio.Value }),
		{"global_gbps", func(_ Result, r Row) string { return csvFloat(r.GlobalGBps()) }, nil},
		ms("const_low_ms", func(r *Row) *float64 { return &r.Constant.Low }),
		ms("const_high_ms", func(r *Row) *float64 { return &r.Constant.High }),
		ms("global_low_ms", func(r *Row) *float64 { return &r.Global.Low }),
		ms("global_high_ms", func(r *Row) *float64 { return &r.Global.High }),
		floatColumn("ratio_low", maxRatio, func(r *Row) *float64 { return &r.Ratio.Low }),
		floatColumn("ratio_high", maxRatio, func(r *Row) *float64 { return &r.Ratio.High }),
		ms("floor_ms", func(r *Row) *float64 { return &r.Floor.Value }),
		ms("course_const_ms", courseField(func(c *CourseTimes) *float64 { return &c.ConstantMS })),
		ms("course_global_ms", courseField(func(c *CourseTimes) *float64 { return &c.GlobalMS })),
		floatColumn("course_ratio", maxRatio, courseField(func(c *CourseTimes) *float64 { return &c.Ratio })),
		floatColumn("course_gbps", maxGBps, courseField(func(c *CourseTimes) *float64 { return &c.GlobalGBps })),
		courseCount("course_warm_ups", func(c *CourseTimes) *int { return &c.WarmUps }),
		courseCount("course_runs", func(c *CourseTimes) *int { return &c.Runs }),
		{"launch_bound", func(_ Result, r Row) string { return yesNo(r.LaunchBound) }, setLaunchBound},
		{"verdict", func(_ Result, r Row) string { return string(r.Verdict()) }, nil},
		{"rot_mask", func(_ Result, r Row) string { return strconv.Itoa(r.RotMask) }, setMask},
		{"gpu", func(res Result, _ Row) string { return csvText(res.Device.Name) }, setGPU},
	}
}

// WriteCSV writes the rows as comma-separated values with a header line,
// medians with their intervals, for a spreadsheet or a script. Numbers have a
// decimal point whatever the system's language.
func (r Result) WriteCSV(w io.Writer) error {
	var out bytes.Buffer
	file := csv.NewWriter(&out)
	all := columns()
	record := make([]string, len(all))
	for i, c := range all {
		record[i] = c.name
	}
	if err := file.Write(record); err != nil {
		return fmt.Errorf("the result cannot be written as CSV: %w", err)
	}
	for _, row := range r.Rows {
		row = row.tidy()
		for i, c := range all {
			record[i] = c.get(r, row)
		}
		if err := file.Write(record); err != nil {
			return fmt.Errorf("the result cannot be written as CSV: %w", err)
		}
	}
	file.Flush()
	_, err := w.Write(out.Bytes())
	return err
}

func floatColumn(name string, limit float64, at func(*Row) *float64) column {
	return column{
		name: name,
		get:  func(_ Result, r Row) string { return csvFloat(*at(&r)) },
		set: func(_ *Result, r *Row, text string) error {
			value, err := parseNumber(text, limit)
			if err == nil && value > 0 {
				*at(r) = value
			}
			return err
		},
	}
}

// courseField reaches into a row's course times. Writing makes them.
func courseField(at func(*CourseTimes) *float64) func(*Row) *float64 {
	return func(r *Row) *float64 {
		if r.Course == nil {
			r.Course = &CourseTimes{}
		}
		return at(r.Course)
	}
}

func courseCount(name string, at func(*CourseTimes) *int) column {
	return column{
		name: name,
		get: func(_ Result, r Row) string {
			if r.Course == nil || *at(r.Course) == 0 {
				return ""
			}
			return strconv.Itoa(*at(r.Course))
		},
		set: func(_ *Result, r *Row, text string) error {
			value, err := parseNumber(text, maxCount)
			if err == nil && value > 0 {
				if r.Course == nil {
					r.Course = &CourseTimes{}
				}
				*at(r.Course) = int(value)
			}
			return err
		},
	}
}

// csvFloat writes a number so that reading it gives the same one; an unknown
// number is an empty cell.
func csvFloat(x float64) string {
	if !(x > 0) {
		return ""
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}

// csvText keeps a spreadsheet from taking a text for a formula.
func csvText(text string) string {
	text = CleanText(text, maxName)
	if text != "" && strings.ContainsRune("=+-@", rune(text[0])) {
		return "'" + text
	}
	return text
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

func setN(_ *Result, r *Row, text string) error {
	n, err := strconv.ParseUint(strings.TrimSpace(text), 10, 64)
	if err != nil {
		return fmt.Errorf("%q is not a size: give a whole number of outputs", CleanText(text, 40))
	}
	r.N = n
	return nil
}

func setLanes(_ *Result, r *Row, text string) error {
	mask, ok := parseLanes(text)
	if !ok {
		return fmt.Errorf("%q is not a pattern: give broadcast, per-lane or a number of distinct addresses", CleanText(text, 40))
	}
	r.RotMask = mask
	return nil
}

func setMask(_ *Result, r *Row, text string) error {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	mask, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil {
		return fmt.Errorf("%q is not a mask: give 0 to 31", CleanText(text, 40))
	}
	r.RotMask = mask
	return nil
}

func setLaunchBound(_ *Result, r *Row, text string) error {
	r.LaunchBound = strings.EqualFold(strings.TrimSpace(text), "yes")
	return nil
}

func setGPU(res *Result, _ *Row, text string) error {
	text = strings.TrimPrefix(CleanText(text, maxName), "'")
	if res.Device.Name != "" && text != "" && res.Device.Name != text {
		return errors.New("the rows are of different GPUs: keep one GPU a file")
	}
	if text != "" {
		res.Device.Name = text
	}
	return nil
}

// keepExtra keeps a cell of an unknown column for the next save.
func (r *Row) keepExtra(name, text string) {
	value, err := json.Marshal(CleanText(text, maxSentence))
	if err != nil || name == "" || text == "" {
		return
	}
	if r.Extra == nil {
		r.Extra = map[string]json.RawMessage{}
	}
	r.Extra[name] = value
}
