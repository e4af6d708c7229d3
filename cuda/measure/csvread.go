package measure

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// The largest CSV table that is read.
const (
	maxColumns   = 256
	maxCellBytes = 4096
)

// parseCSV reads columns by their names in the header line, in any order:
// those that WriteCSV writes, of which n and lanes, and either both times or
// the ratio must be there.
func parseCSV(data []byte) (Result, error) {
	result := Result{Method: "read from CSV, which does not say how the times were taken", Complete: true}
	file := csv.NewReader(bytes.NewReader(data))
	file.FieldsPerRecord = -1
	file.TrimLeadingSpace = true
	file.Comma = separator(data)
	header, err := file.Read()
	if err != nil {
		return Result{}, fmt.Errorf("it is neither a result of Warpbill, nor CSV, nor the course's table: %v", err)
	}
	fields, err := matchHeader(header)
	if err != nil {
		return Result{}, err
	}
	for {
		record, err := file.Read()
		if err == io.EOF {
			break
		}
		line := 0
		if len(record) > 0 {
			line, _ = file.FieldPos(0)
		}
		if last := file.InputOffset() >= int64(len(data)); last && !bytes.HasSuffix(data, []byte("\n")) &&
			(err != nil || len(record) < len(header)) {
			result.Complete = false
			result.Warnings = append(result.Warnings, "the last row is cut off and was left out")
			break
		}
		var row Row
		if err == nil {
			row, err = parseRecord(record, header, fields, &result)
		}
		if err != nil {
			return Result{}, csvError(err, line)
		}
		if result.Rows = append(result.Rows, row); len(result.Rows) > maxRows {
			return Result{}, fmt.Errorf("it has more than %d rows", maxRows)
		}
	}
	if len(result.Rows) == 0 {
		return Result{}, errors.New("it has a header but no rows")
	}
	return result, nil
}

func csvError(err error, line int) error {
	if parse := (*csv.ParseError)(nil); errors.As(err, &parse) {
		return fmt.Errorf("line %d: %w", parse.Line, parse.Err)
	}
	return fmt.Errorf("line %d: %w", line, err)
}

// separator guesses what stands between the cells: a comma, or what a
// spreadsheet writes where the comma is the decimal sign.
func separator(data []byte) rune {
	header, _, _ := bytes.Cut(data, []byte("\n"))
	for _, sign := range ";\t" {
		if bytes.ContainsRune(header, sign) && !bytes.Contains(header, []byte(",")) {
			return sign
		}
	}
	return ','
}

// matchHeader finds the known column of each cell of the header; nil where
// there is none.
func matchHeader(header []string) ([]*column, error) {
	if len(header) > maxColumns {
		return nil, fmt.Errorf("it has %d columns: at most %d are read", len(header), maxColumns)
	}
	all := columns()
	fields := make([]*column, len(header))
	var seen []string
	for i, name := range header {
		name = strings.ToLower(strings.TrimSpace(name))
		at := slices.IndexFunc(all, func(c column) bool { return c.name == name })
		if at < 0 {
			continue
		}
		if slices.Contains(seen, name) {
			return nil, fmt.Errorf("its column %s is there twice: keep one", name)
		}
		seen = append(seen, name)
		fields[i] = &all[at]
	}
	has := func(name string) bool { return slices.Contains(seen, name) }
	switch {
	case !has("n"), !has("lanes"):
		return nil, errors.New("it is neither a result of Warpbill nor the course's table, and as CSV it lacks the columns n and lanes in its first line")
	case !has("ratio") && !(has("const_ms") && has("global_ms")):
		return nil, errors.New("it lacks the columns const_ms and global_ms, or ratio, in its first line")
	}
	return fields, nil
}

func parseRecord(record, header []string, fields []*column, result *Result) (Row, error) {
	if len(record) != len(header) {
		return Row{}, fmt.Errorf("it has %d values where the first line has %d", len(record), len(header))
	}
	var row Row
	for i, text := range record {
		if len(text) > maxCellBytes {
			return Row{}, fmt.Errorf("column %d holds more than %d bytes", i+1, maxCellBytes)
		}
		if fields[i] == nil {
			row.keepExtra(CleanText(header[i], maxName), text)
			continue
		}
		if fields[i].set == nil {
			continue
		}
		if err := fields[i].set(result, &row, text); err != nil {
			return Row{}, fmt.Errorf("%s: %w", fields[i].name, err)
		}
	}
	if !row.Ratio.Known() && row.Constant.Known() && row.Global.Known() {
		row.Ratio.Value = row.Constant.Value / row.Global.Value
	}
	if row.Course != nil && (row.Course.ConstantMS == 0 || row.Course.GlobalMS == 0) {
		row.Course = nil
	}
	return row, row.check()
}
