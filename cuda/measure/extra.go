package measure

import (
	"encoding/json"
	"reflect"
	"strings"
)

// unknown returns the fields of the JSON object that the type does not have,
// so that a file from a later program keeps them when it is saved again.
// Fields that the type knows as objects are searched as well and appear with
// what is unknown in them.
func unknown(object []byte, of reflect.Type) map[string]json.RawMessage {
	var raw map[string]json.RawMessage
	if json.Unmarshal(object, &raw) != nil {
		return nil
	}
	known := jsonFields(of)
	extra := map[string]json.RawMessage{}
	for name, value := range raw {
		field, ok := known[strings.ToLower(name)]
		if !ok {
			extra[name] = value
			continue
		}
		if field == nil {
			continue
		}
		if inner := unknown(value, field); len(inner) > 0 {
			if text, err := json.Marshal(inner); err == nil {
				extra[strings.ToLower(name)] = text
			}
		}
	}
	if len(extra) == 0 {
		return nil
	}
	return extra
}

// jsonFields lists the lower-case names of a struct's fields in JSON; the
// value is the field's own struct type, nil for anything else.
func jsonFields(t reflect.Type) map[string]reflect.Type {
	fields := map[string]reflect.Type{}
	for i := range t.NumField() {
		field := t.Field(i)
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		kind := field.Type
		if kind.Kind() == reflect.Pointer {
			kind = kind.Elem()
		}
		switch {
		case name == "-":
		case field.Anonymous && name == "":
			for inner, innerKind := range jsonFields(kind) {
				fields[inner] = innerKind
			}
		case kind.Kind() == reflect.Struct:
			fields[strings.ToLower(name)] = kind
		default:
			fields[strings.ToLower(name)] = nil
		}
	}
	return fields
}

// merge adds the unknown fields to the JSON of a known object. Where both
// have a field, the known one counts; two objects are merged.
func merge(known []byte, extra map[string]json.RawMessage) ([]byte, error) {
	if len(extra) == 0 {
		return known, nil
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(known, &fields); err != nil {
		return nil, err
	}
	for name, value := range extra {
		old, both := fields[name]
		if !both {
			fields[name] = value
			continue
		}
		var inner map[string]json.RawMessage
		if json.Unmarshal(value, &inner) != nil || len(old) == 0 || old[0] != '{' {
			continue
		}
		merged, err := merge(old, inner)
		if err != nil {
			return nil, err
		}
		fields[name] = merged
	}
	return json.Marshal(fields)
}
