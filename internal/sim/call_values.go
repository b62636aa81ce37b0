package sim

import (
	"encoding/json"
	"slices"
	"strings"
	"time"
)

// timeLayout is the format of the service's times.
const timeLayout = "2006-01-02T15:04:05Z"

// reader checks the values of a body or of a seed element against the fields, and converts them to
// their stored form.
type reader struct {
	quirks quirkSet
	// allow is the use that a field needs in order to be accepted.
	allow use
	// all accepts every field, for the seed file.
	all bool
}

// object checks the fields of a new object. It treats nulls and empty strings as absent, and
// refuses all unknown fields in one response.
func (r reader) object(fields []field, in map[string]any, path string) (doc, error) {
	if err := r.unknown(fields, in, path); err != nil {
		return nil, err
	}
	out := doc{}
	for _, f := range fields {
		v, ok := in[f.name]
		if !ok || v == nil || !r.allows(f) {
			continue
		}
		value, err := r.value(f, v, path+f.name)
		if err != nil {
			return nil, err
		}
		if value != nil {
			out[f.name] = value
		}
	}
	return out, nil
}

func (r reader) allows(f field) bool { return r.all || f.useIn(r.quirks)&r.allow != 0 }

// unknown refuses fields that the object does not have, by name.
func (r reader) unknown(fields []field, in map[string]any, path string) error {
	if r.quirks[quirkIgnoreUnknown] && !r.all {
		return nil
	}
	var names []string
	for name := range in {
		if f, ok := fieldNamed(fields, name); !ok || !r.allows(f) {
			names = append(names, path+name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	slices.Sort(names)
	return refuse(codeInvalidData, "Unknown fields: %s.", strings.Join(names, ", "))
}

// value checks one value and returns nil for an empty one.
func (r reader) value(f field, v any, path string) (any, error) {
	switch f.kind {
	case kindFlag:
		if b, ok := v.(bool); ok {
			return b, nil
		}
		return nil, wrongType(path, "a boolean")
	case kindNumber:
		return readNumber(v, path)
	case kindLocalized, kindPeriod, kindGroup, kindTexts, kindMaps:
		return r.nested(f, v, path)
	case kindStrings, kindObjects:
		return r.items(f, v, path)
	}
	s, ok := v.(string)
	if !ok {
		return nil, wrongType(path, "a string")
	}
	return r.text(f, s, path)
}

// text checks a string by the kind of its field.
func (r reader) text(f field, s, path string) (any, error) {
	values := f.enumeration(r.quirks)
	if s == "" {
		if f.kind == kindName || f.kind == kindEnum && values != nil {
			return nil, refuse(codeInvalidData, "%s must not be empty.", path)
		}
		return nil, nil
	}
	switch f.kind {
	case kindEnum:
		if f.anyCase {
			s = strings.ToLower(strings.ReplaceAll(s, "_", "-"))
		}
		if values != nil && !slices.Contains(values, s) {
			return nil, refuse(codeInvalidData, "%s is %q, allowed are %s.", path, s, strings.Join(values, ", "))
		}
	case kindDate:
		if _, err := time.Parse(time.DateOnly, s); err != nil {
			return nil, refuse(codeInvalidData, "%s is %q, which is not a date (year-month-day).", path, s)
		}
	case kindTime:
		t, err := time.Parse(time.RFC3339, s)
		if err != nil {
			return nil, refuse(codeInvalidData, "%s is %q, which is not a time like 2023-08-18T12:34:56Z.", path, s)
		}
		return t.UTC().Format(timeLayout), nil
	}
	return s, nil
}

// nested checks an object inside an object. It drops an empty one.
func (r reader) nested(f field, v any, path string) (any, error) {
	in, ok := v.(map[string]any)
	if !ok {
		return nil, wrongType(path, "an object")
	}
	if f.kind == kindPeriod {
		for bound, v := range in {
			if v == "" {
				return nil, emptyBound(path + "." + bound)
			}
		}
	}
	out, err := r.object(nestedFields(f, in), in, path+".")
	if err != nil {
		return nil, err
	}
	if len(out) == 0 {
		return nil, nil
	}
	return out, nil
}

// nestedFields returns the fields of an object field; a map accepts any names.
func nestedFields(f field, in map[string]any) []field {
	switch f.kind {
	case kindPeriod:
		return period
	case kindLocalized:
		return textFields(languages)
	case kindTexts:
		return textFields(keys(in))
	case kindMaps:
		out := textFields(keys(in))
		for i := range out {
			out[i].kind = kindTexts
		}
		return out
	}
	return f.fields
}

func keys[V any](in map[string]V) []string {
	names := make([]string, 0, len(in))
	for name := range in {
		names = append(names, name)
	}
	return names
}

func textFields(names []string) []field {
	out := make([]field, len(names))
	for i, name := range names {
		out[i] = field{name: name, use: editable}
	}
	return out
}

func (r reader) items(f field, v any, path string) (any, error) {
	in, ok := v.([]any)
	if !ok {
		return nil, wrongType(path, "a list")
	}
	out := make([]any, 0, len(in))
	for _, e := range in {
		switch e := e.(type) {
		case string:
			if f.kind == kindStrings {
				out = append(out, e)
				continue
			}
		case map[string]any:
			if f.kind == kindObjects {
				d, err := r.object(f.fields, e, path+".")
				if err != nil {
					return nil, err
				}
				out = append(out, d)
				continue
			}
		}
		return nil, wrongType(path, "a list of the right elements")
	}
	return out, nil
}

func readNumber(v any, path string) (any, error) {
	if number, ok := v.(json.Number); ok {
		if n, err := number.Int64(); err == nil {
			return n, nil
		}
	}
	return nil, wrongType(path, "a whole number")
}

func wrongType(path, want string) error {
	return refuse(codeInvalidData, "%s must be %s.", path, want)
}

func emptyBound(path string) error {
	return refuse(codeInvalidParameter, "%s must not be empty: a bound can be changed but not cleared.", path)
}
