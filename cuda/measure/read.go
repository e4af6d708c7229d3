package measure

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
)

// OpenResult reads a result file: the program's own JSON, CSV as WriteCSV
// writes it, or the table that the course's program prints. What it is shows
// in its content, whatever its name.
func OpenResult(path string) (Result, error) {
	data, err := readFileLimited(path, maxFileBytes)
	if err != nil {
		return Result{}, err
	}
	return ReadResult(bytes.NewReader(data), path)
}

// ReadResult is OpenResult for an open file; name is for messages and for
// the result's label.
func ReadResult(r io.Reader, name string) (Result, error) {
	name = CleanText(filepath.Base(name), maxName)
	result, err := readResult(r)
	if err != nil {
		return Result{}, fmt.Errorf("cannot open %s: %w", name, err)
	}
	result.File = name
	result.dropRepeated()
	MarkLaunchBound(result.Rows)
	return result, nil
}

// dropRepeated keeps the last row of each point, where that of the first is.
// Two runs pasted into one file would otherwise be drawn as one.
func (r *Result) dropRepeated() {
	place := make(map[Point]int, len(r.Rows))
	kept := r.Rows[:0]
	for _, row := range r.Rows {
		if at, twice := place[row.Point]; twice {
			kept[at] = row
			continue
		}
		place[row.Point] = len(kept)
		kept = append(kept, row)
	}
	if len(kept) < len(r.Rows) {
		r.Warnings = append(r.Warnings, "the file holds some sizes more than once: the last of each is shown")
	}
	r.Rows = kept
}

func readResult(r io.Reader) (Result, error) {
	data, err := readLimited(r, maxFileBytes)
	if err != nil {
		return Result{}, err
	}
	if data, err = decodeText(data); err != nil {
		return Result{}, err
	}
	start := bytes.TrimLeft(data, " \t\r\n")
	if len(start) == 0 {
		return Result{}, errors.New("it is empty")
	}
	if start[0] == '{' || start[0] == '[' {
		return parseJSON(data)
	}
	// Old Mac, Windows and mixed line ends would hide rows.
	data = bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
	data = bytes.ReplaceAll(data, []byte("\r"), []byte("\n"))
	var result Result
	if isTable(data) {
		result, err = parseTable(data)
	} else {
		result, err = parseCSV(data)
	}
	if err != nil {
		return Result{}, err
	}
	return result, result.check()
}
