package plan

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"

	tfjson "github.com/hashicorp/terraform-json"
)

// Values are the attributes of an object by their names in the schema. Collections are []any and
// map[string]any.
type Values map[string]any

// Masked stands for a value that is marked as sensitive. Changed reports that the value before is
// another one, was absent, or cannot be shown to be the same.
type Masked struct{ Changed bool }

// Unknown stands for a value that is known only after the apply. From is the address of the
// resource that it will come from, "" when the configuration does not show it plainly.
type Unknown struct{ From string }

// String is what is shown instead of the value.
func (m Masked) String() string {
	if m.Changed {
		return "(sensitive value, changed)"
	}
	return "(sensitive value)"
}

// String is what is shown instead of the value.
func (u Unknown) String() string {
	if u.From != "" {
		return "(known after apply, from " + u.From + ")"
	}
	return "(known after apply)"
}

// MarshalJSON writes the text of String.
func (m Masked) MarshalJSON() ([]byte, error) { return json.Marshal(m.String()) }

// MarshalJSON writes the text of String.
func (u Unknown) MarshalJSON() ([]byte, error) { return json.Marshal(u.String()) }

// Text is an attribute as text: "" when it is absent or null, the text of String when it is masked
// or unknown.
func (v Values) Text(name string) string { return Text(v[name]) }

// Known is an attribute as text, and whether the plan tells it: false when it is absent, null,
// masked or unknown.
func (v Values) Known(name string) (string, bool) {
	switch value := v[name].(type) {
	case string:
		return value, value != ""
	case bool, json.Number, float64:
		return Text(value), true
	}
	return "", false
}

// True reports whether a flag is set.
func (v Values) True(name string) bool {
	flag, ok := v[name].(bool)
	return ok && flag
}

// Map is an attribute that is a map or an object; nil when it is something else.
func (v Values) Map(name string) Values { return object(v[name]) }

// Keys are the names in order.
func (v Values) Keys() []string { return slices.Sorted(maps.Keys(v)) }

// Text shows a value: text as it is, collections as JSON, "" for null.
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

// Differ lists the attributes that differ between two objects, in order. A value that is known only
// after the apply may differ, and counts.
func Differ(before, after Values) []string {
	names := maps.Clone(before)
	if names == nil {
		names = Values{}
	}
	maps.Copy(names, after)
	return slices.DeleteFunc(names.Keys(), func(name string) bool { return reflect.DeepEqual(before[name], after[name]) })
}

// object is nil for everything but a map.
func object(value any) Values {
	switch value := value.(type) {
	case map[string]any:
		return value
	case Values:
		return value
	}
	return nil
}

// splitHidden splits an object from what stands for it when all of it is hidden.
func splitHidden(value any) (values Values, isHidden any) {
	switch value.(type) {
	case Masked, Unknown:
		return nil, value
	}
	return object(value), nil
}

// beforeAndAfter are the object before and after a change, with Masked and Unknown where nothing may
// be shown or is known.
func beforeAndAfter(c *tfjson.Change) (before, after any) {
	planned := unknown(c.After, c.AfterUnknown)
	return maskAs(Masked{}, c.Before, c.BeforeSensitive), maskAfter(planned, c.Before, c.AfterSensitive, c.BeforeSensitive)
}

// unknown puts Unknown where the tree of marks says true.
func unknown(value, marks any) any {
	switch marks := marks.(type) {
	case bool:
		if marks {
			return Unknown{}
		}
	case map[string]any:
		return unknownObject(value, marks)
	case []any:
		return unknownList(value, marks)
	}
	return value
}

func unknownObject(value any, marks map[string]any) any {
	if !anything(marks) {
		return value
	}
	merged := map[string]any{}
	if known, isObject := value.(map[string]any); isObject {
		merged = maps.Clone(known)
	}
	for name, mark := range marks {
		if inner := unknown(merged[name], mark); inner != nil {
			merged[name] = inner
		}
	}
	return merged
}

func unknownList(value any, marks []any) any {
	if !anything(marks) {
		return value
	}
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

// anything reports whether a tree of marks says true anywhere.
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

// maskAs puts a Masked where the tree of marks says true. Marks whose shape is not that of the
// value mask all of it.
func maskAs(with Masked, value, marks any) any {
	if value == nil || !anything(marks) {
		return value
	}
	switch marks := marks.(type) {
	case map[string]any:
		if known, isObject := value.(map[string]any); isObject {
			masked := maps.Clone(known)
			for name := range known {
				masked[name] = maskAs(with, known[name], marks[name])
			}
			return masked
		}
	case []any:
		if known, isList := value.([]any); isList {
			masked := slices.Clone(known)
			for i := range masked {
				masked[i] = maskAs(with, masked[i], element(marks, i))
			}
			return masked
		}
	}
	return with
}

// maskAfter masks as maskAs does, and remembers of each masked value whether it was another one
// before. A value that was not sensitive before, or was absent, counts as another one.
func maskAfter(value, before, marks, beforeMarks any) any {
	if value == nil || !anything(marks) {
		return value
	}
	switch marks := marks.(type) {
	case map[string]any:
		if known, isObject := value.(map[string]any); isObject {
			was, _ := before.(map[string]any)
			masked := maps.Clone(known)
			for name := range known {
				masked[name] = maskAfter(known[name], was[name], marks[name], attributeMark(beforeMarks, name))
			}
			return masked
		}
	case []any:
		if known, isList := value.([]any); isList {
			was, _ := before.([]any)
			masked := slices.Clone(known)
			for i := range masked {
				masked[i] = maskAfter(masked[i], element(was, i), element(marks, i), elementMark(beforeMarks, i))
			}
			return masked
		}
	}
	return Masked{Changed: beforeMarks != true || !reflect.DeepEqual(value, before)}
}

// attributeMark is the mark of one attribute; the mark of a whole object is that of all in it.
func attributeMark(marks any, name string) any {
	if inner, isObject := marks.(map[string]any); isObject {
		return inner[name]
	}
	return marks
}

func elementMark(marks any, i int) any {
	if inner, isList := marks.([]any); isList {
		return element(inner, i)
	}
	return marks
}

// maskState masks the values of an object in a state.
func maskState(r *tfjson.StateResource) any {
	var marks any
	if len(r.SensitiveValues) > 0 {
		if err := json.Unmarshal(r.SensitiveValues, &marks); err != nil {
			// It is not known what may be shown.
			marks = true
		}
	}
	return maskAs(Masked{}, mapped(r.AttributeValues), marks)
}

// mapped is nil without a type for a nil map.
func mapped(values map[string]any) any {
	if values == nil {
		return nil
	}
	return values
}
