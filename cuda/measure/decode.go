package measure

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// The largest file that is read, and how deep its JSON may nest.
const (
	maxFileBytes = 32 << 20
	maxDepth     = 16
)

// readLimited reads all of r, at most limit bytes.
func readLimited(r io.Reader, limit int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > limit {
		return nil, fmt.Errorf("it is larger than %s: it cannot be a file of this kind", FormatBytes(uint64(limit)))
	}
	return data, nil
}

// decodeText gives the bytes as UTF-8 without byte order mark. Spreadsheets
// and PowerShell write UTF-16 with one.
func decodeText(data []byte) ([]byte, error) {
	switch {
	case bytes.HasPrefix(data, []byte("\xef\xbb\xbf")):
		data = data[3:]
	case bytes.HasPrefix(data, []byte("\xff\xfe")):
		return decodeUTF16(data[2:], func(b []byte) uint16 { return uint16(b[0]) | uint16(b[1])<<8 })
	case bytes.HasPrefix(data, []byte("\xfe\xff")):
		return decodeUTF16(data[2:], func(b []byte) uint16 { return uint16(b[1]) | uint16(b[0])<<8 })
	}
	if !utf8.Valid(data) {
		return nil, errors.New("it is not UTF-8 text: save it as UTF-8")
	}
	return data, nil
}

func decodeUTF16(data []byte, unit func([]byte) uint16) ([]byte, error) {
	if len(data)%2 != 0 {
		return nil, errors.New("it is cut in the middle of a UTF-16 character: save it again as UTF-8")
	}
	units := make([]uint16, 0, len(data)/2)
	for ; len(data) > 0; data = data[2:] {
		units = append(units, unit(data))
	}
	return []byte(string(utf16.Decode(units))), nil
}

// decodeJSON reads exactly one JSON value into v, with errors that a person
// can act on.
func decodeJSON(data []byte, v any) error {
	if err := checkDepth(data); err != nil {
		return err
	}
	return explain(data, json.Unmarshal(data, v))
}

// explain turns an error of the decoder into a sentence.
func explain(data []byte, err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &syntax) && syntax.Offset >= int64(len(bytes.TrimRight(data, " \t\r\n"))) &&
		strings.Contains(syntax.Error(), "unexpected end"):
		return fmt.Errorf("it is cut off after %d bytes: copy or save it again", len(data))
	case errors.As(err, &syntax) && strings.Contains(syntax.Error(), "after top-level value"):
		return fmt.Errorf("it goes on after the end of its JSON value, in line %d: keep one value a file", lineAt(data, syntax.Offset))
	case errors.As(err, &syntax):
		return fmt.Errorf("it is not valid JSON in line %d: %v", lineAt(data, syntax.Offset), syntax)
	case errors.As(err, &kind):
		return fmt.Errorf("%s is %s: give %s", fieldName(kind.Field), CleanText(kind.Value, maxName), wanted(kind))
	}
	return err
}

func lineAt(data []byte, offset int64) int {
	return 1 + bytes.Count(data[:min(max(offset, 0), int64(len(data)))], []byte("\n"))
}

// fieldName names a field as the file does, without the embedded types that
// the decoder counts in.
func fieldName(field string) string {
	for _, embedded := range []string{"Result.", "Point."} {
		field = strings.Replace(field, embedded, "", 1)
	}
	if field == "" {
		return "the whole value"
	}
	return "\"" + CleanText(field, maxName) + "\""
}

func wanted(e *json.UnmarshalTypeError) string {
	switch kind := e.Type.Kind().String(); {
	case strings.HasPrefix(kind, "uint"):
		return "a whole number, 0 or more"
	case strings.HasPrefix(kind, "int"):
		return "a whole number"
	case strings.HasPrefix(kind, "float"):
		return "a number"
	case kind == "string":
		return "a text in quotes"
	case kind == "bool":
		return "true or false"
	case kind == "slice":
		return "a list in square brackets"
	}
	return "an object in braces"
}

// checkDepth refuses nesting that no file of ours has, before a recursive
// decoder sees it.
func checkDepth(data []byte) error {
	depth, quoted, escaped := 0, false, false
	for _, b := range data {
		switch {
		case escaped:
			escaped = false
		case quoted:
			escaped, quoted = b == '\\', b != '"'
		case b == '"':
			quoted = true
		case b == '{', b == '[':
			if depth++; depth > maxDepth {
				return fmt.Errorf("it nests more than %d levels deep: it cannot be a file of this kind", maxDepth)
			}
		case b == '}', b == ']':
			depth--
		}
	}
	return nil
}
