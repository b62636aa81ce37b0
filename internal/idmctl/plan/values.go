package plan

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"

	tfjson "github.com/hashicorp/terraform-json"
)

// Values are the attributes of an object by their schema names. Collections are []any and
// map[string]any.
type Values map[string]any

// Masked replaces a sensitive value. Changed reports that the previous value differs, was absent,
// or cannot be compared.
type Masked struct{ Changed bool }

// Unknown replaces a value that is known only after the apply. From is the address of the resource
// that sets it; "" if the configuration does not show it.
type Unknown struct{ From string }

// String returns the text to display instead of the value.
func (m Masked) String() string {
	if m.Changed {
		return "(sensitive value, changed)"
	}
	return "(sensitive value)"
}

// String returns the text to display instead of the value.
func (u Unknown) String() string {
	if u.From != "" {
		return "(known after apply, from " + u.From + ")"
	}
	return "(known after apply)"
}

// MarshalJSON encodes the text of String.
func (m Masked) MarshalJSON() ([]byte, error) { return json.Marshal(m.String()) }

// MarshalJSON encodes the text of String.
func (u Unknown) MarshalJSON() ([]byte, error) { return json.Marshal(u.String()) }

// Text returns an attribute as text: "" if it is absent or null, the text of String if it is masked
// or unknown.
func (v Values) Text(name string) string { return Text(v[name]) }

// Known returns an attribute as text; false if it is absent, null, masked or unknown.
func (v Values) Known(name string) (string, bool) {
	switch value := v[name].(type) {
	case string:
		return value, value != ""
	case bool, json.Number, float64:
		return Text(value), true
	}
	return "", false
}

// True reports whether a boolean attribute is true.
func (v Values) True(name string) bool {
	flag, ok := v[name].(bool)
	return ok && flag
}

// Map returns an attribute that is a map or an object; nil otherwise.
func (v Values) Map(name string) Values { return Object(v[name]) }

// Keys returns the names in order.
func (v Values) Keys() []string { return slices.Sorted(maps.Keys(v)) }

// Text returns a value as text: strings unchanged, collections as JSON, "" for null.
func Text(value any) string {
	switch value := value.(type) {
	case nil:
		return ""
	case string:
		return value
	case fmt.Stringer:
		return value.String()
	case bool, float64:
		return fmt.Sprint(value)
	}
	encoded, err := json.Marshal(value)
	if err != nil {
		return fmt.Sprint(value)
	}
	return string(encoded)
}

// Keys returns the keys of several maps, in order.
func Keys[M ~map[string]V, V any](all ...M) []string {
	joined := map[string]bool{}
	for _, one := range all {
		for key := range one {
			joined[key] = true
		}
	}
	return slices.Sorted(maps.Keys(joined))
}

// Object returns a map as Values; nil for anything else.
func Object(value any) Values {
	switch value := value.(type) {
	case map[string]any:
		return value
	case Values:
		return value
	}
	return nil
}

// splitHidden separates an object from the Masked or Unknown that replaces the whole object.
func splitHidden(value any) (values Values, isHidden any) {
	switch value.(type) {
	case Masked, Unknown:
		return nil, value
	}
	return Object(value), nil
}

// beforeAndAfter returns the object before and after a change, with Masked and Unknown in place of
// sensitive and unknown values.
func beforeAndAfter(c *tfjson.Change) (before, after any) {
	planned := unknown(c.After, c.AfterUnknown)
	if c.Before == nil {
		return nil, mask(planned, c.AfterSensitive, nil)
	}
	return mask(c.Before, c.BeforeSensitive, nil), mask(planned, c.AfterSensitive, &former{c.Before, c.BeforeSensitive})
}

// unknown replaces each value that the tree of marks marks as unknown.
func unknown(value, marks any) any {
	if !anything(marks) {
		return value
	}
	switch marks := marks.(type) {
	case map[string]any:
		known, _ := value.(map[string]any)
		merged := map[string]any{}
		maps.Copy(merged, known)
		for name, mark := range marks {
			if inner := unknown(merged[name], mark); inner != nil {
				merged[name] = inner
			}
		}
		return merged
	case []any:
		known, _ := value.([]any)
		merged := slices.Clone(known)
		for i, mark := range marks {
			if i < len(merged) {
				merged[i] = unknown(merged[i], mark)
			} else {
				merged = append(merged, unknown(nil, mark))
			}
		}
		return merged
	}
	return Unknown{}
}

// anything reports whether a tree of marks contains true.
func anything(marks any) bool {
	switch marks := marks.(type) {
	case bool:
		return marks
	case map[string]any:
		for _, mark := range marks {
			if anything(mark) {
				return true
			}
		}
	case []any:
		return slices.ContainsFunc(marks, anything)
	}
	return false
}

// former is the value before a change, with its tree of marks.
type former struct{ value, marks any }

// inside returns the former value of an attribute or an element. The mark of a whole collection
// applies to all its parts.
func (f *former) inside(at any) *former {
	if f == nil {
		return nil
	}
	inner := &former{part(f.value, at), f.marks}
	if _, whole := f.marks.(bool); !whole {
		inner.marks = part(f.marks, at)
	}
	return inner
}

// part returns an attribute of an object or an element of a list, by its name or index.
func part(of, at any) any {
	switch of := of.(type) {
	case map[string]any:
		name, _ := at.(string)
		return of[name]
	case []any:
		i, _ := at.(int)
		return element(of, i)
	}
	return nil
}

// mask masks each value that the tree of marks marks as sensitive, and records whether it differs
// from the former one; was is nil without one. A value that was absent or not sensitive before
// counts as changed. Marks with another structure than the value mask all of it.
func mask(value, marks any, was *former) any {
	if value == nil || !anything(marks) {
		return value
	}
	switch marks := marks.(type) {
	case map[string]any:
		if known, isObject := value.(map[string]any); isObject {
			masked := maps.Clone(known)
			for name := range known {
				masked[name] = mask(known[name], marks[name], was.inside(name))
			}
			return masked
		}
	case []any:
		if known, isList := value.([]any); isList {
			masked := slices.Clone(known)
			for i := range masked {
				masked[i] = mask(masked[i], element(marks, i), was.inside(i))
			}
			return masked
		}
	}
	return Masked{Changed: was != nil && (was.marks != true || !reflect.DeepEqual(value, was.value))}
}
