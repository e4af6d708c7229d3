package measure

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
)

// What marks a result file. Version counts changes that an older program
// would read wrongly; new fields alone do not change it.
const (
	resultFormat  = "warpbill-result"
	resultVersion = 1
)

// resultFile is a result as it lies in a file. Rows are kept as text until
// each has been looked at.
type resultFile struct {
	Format  string `json:"format"`
	Version int    `json:"version"`
	Result
	Rows []json.RawMessage `json:"rows"` // hides that of Result
}

// parseJSON reads a result file.
func parseJSON(data []byte) (Result, error) {
	var file resultFile
	var head struct {
		Format  string `json:"format"`
		Version int    `json:"version"`
	}
	if err := decodeJSON(data, &head); err != nil {
		return Result{}, err
	}
	switch {
	case head.Format != resultFormat:
		return Result{}, fmt.Errorf("it is not a result of Warpbill: \"format\" must be %q", resultFormat)
	case head.Version > resultVersion:
		return Result{}, fmt.Errorf("it was written by a newer Warpbill (format version %d, this one reads %d): update Warpbill to open it",
			head.Version, resultVersion)
	case head.Version < 1:
		return Result{}, fmt.Errorf("its \"version\" is %d: it must be 1 or more", head.Version)
	}
	if err := decodeJSON(data, &file); err != nil {
		return Result{}, err
	}
	if file.Rows == nil {
		return Result{}, errors.New("it has no \"rows\": without them there is nothing to show")
	}
	if len(file.Rows) > maxRows {
		return Result{}, fmt.Errorf("it has %d rows: at most %d are read", len(file.Rows), maxRows)
	}
	result := file.Result
	result.Extra = unknown(data, reflect.TypeFor[resultFile]())
	result.Rows = make([]Row, len(file.Rows))
	for i, text := range file.Rows {
		if err := result.Rows[i].decode(text); err != nil {
			return Result{}, fmt.Errorf("row %d: %w", i+1, err)
		}
	}
	return result, result.check()
}

// decode reads a row. Nearly all have no unknown fields, which a strict
// decoder finds out on its way; the others are read once more.
func (r *Row) decode(text []byte) error {
	strict := json.NewDecoder(bytes.NewReader(text))
	strict.DisallowUnknownFields()
	if strict.Decode(r) == nil {
		return nil
	}
	*r = Row{}
	if err := json.Unmarshal(text, r); err != nil {
		return explain(text, err)
	}
	r.Extra = unknown(text, reflect.TypeFor[Row]())
	return nil
}

// WriteJSON writes the result as a file that ReadResult reads, one row a
// line. What the result holds is in the file and nothing else: no names of
// users, computers or folders.
func (r Result) WriteJSON(w io.Writer) error {
	var out bytes.Buffer
	out.WriteString("{\n")
	rows := r.Rows
	r.Rows = nil
	head, err := json.Marshal(resultFile{Format: resultFormat, Version: resultVersion, Result: r})
	if err == nil {
		err = writeFields(&out, head, r.Extra)
	}
	if err != nil {
		return fmt.Errorf("the result cannot be written as JSON: %w", err)
	}
	out.WriteString("  \"rows\": [")
	for i, row := range rows {
		text, err := json.Marshal(row.tidy())
		if err == nil {
			text, err = merge(text, row.Extra)
		}
		if err != nil {
			return fmt.Errorf("row %d cannot be written as JSON: %w", i+1, err)
		}
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteString("\n    ")
		out.Write(text)
	}
	if len(rows) > 0 {
		out.WriteString("\n  ")
	}
	out.WriteString("]\n}\n")
	_, err = w.Write(out.Bytes())
	return err
}

// writeFields writes the fields of the head, one a line in a fixed order,
// and then the unknown ones by name.
func writeFields(out *bytes.Buffer, head []byte, extra map[string]json.RawMessage) error {
	merged, err := merge(head, extra)
	if err != nil {
		return err
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(merged, &fields); err != nil {
		return err
	}
	delete(fields, "rows")
	names := []string{"format", "version", "title", "method", "program", "date", "device", "plan", "complete", "warnings", "notes"}
	names = slices.DeleteFunc(names, func(name string) bool { return fields[name] == nil })
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, name := range names {
		label, err := json.Marshal(name)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "  %s: %s,\n", label, bytes.TrimSpace(fields[name]))
	}
	return nil
}
