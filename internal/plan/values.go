package plan

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"

	tfjson "github.com/hashicorp/terraform-json"
)

// Values are the attributes of an object by their names in the schema. Collections are []any and map[string]any.
type Values map[string]any

// Masked stands for a value that is marked as sensitive. Changed tells that the value before is another one.
type Masked struct{ Changed bool }

// Unknown stands for a value that only the apply will tell. From is the address of the resource that it will come from, ""
// when the configuration does not say it plainly.
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

// Text is an attribute as text: "" when it is absent or null, the text of String when it is masked or unknown.
func (v Values) Text(name string) string { return Text(v[name]) }

// Known is an attribute as text, and whether the plan tells it: false when it is absent, null, masked or unknown.
func (v Values) Known(name string) (string, bool) {
	switch value := v[name].(type) {
	case string:
		return value, value != ""
	case bool, json.Number, float64:
		return Text(value), true
	}
	return "", false
}

// True tells whether a flag is set.
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

// Differ lists the attributes that differ between two objects, in order. Of a value that only the apply will tell, nobody
// can say whether it will differ: it counts.
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

// whole splits an object from what stands for it when all of it is hidden.
func whole(value any) (values Values, isHidden any) {
	switch value.(type) {
	case Masked, Unknown:
		return nil, value
	}
	return object(value), nil
}

// after merges what is unknown into the planned values, and masks the sensitive ones.
func after(c *tfjson.Change) any {
	return maskAfter(unknown(c.After, c.AfterUnknown), c.Before, c.AfterSensitive)
}

// unknown puts Unknown where the tree of marks says true.
func unknown(value, marks any) any {
	switch marks := marks.(type) {
	case bool:
		if marks {
			return Unknown{}
		}
	case map[string]any:
		object, _ := value.(map[string]any)
		if object == nil && anything(marks) {
			object = map[string]any{}
		}
		for name, mark := range marks {
			if merged := unknown(object[name], mark); merged != nil {
				object[name] = merged
			}
		}
		if object != nil {
			return object
		}
	case []any:
		list, _ := value.([]any)
		for i, mark := range marks {
			if i < len(list) {
				list[i] = unknown(list[i], mark)
			} else if anything(mark) {
				list = append(list, unknown(nil, mark))
			}
		}
		if list != nil {
			return list
		}
	}
	return value
}

// anything tells whether a tree of marks says true anywhere.
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

// mask puts Masked where the tree of marks says true.
func mask(value, marks any) any { return maskAfter(value, value, marks) }

// maskAfter remembers of each masked value whether it was another one before.
func maskAfter(value, before, marks any) any {
	switch marks := marks.(type) {
	case bool:
		if marks && value != nil {
			return Masked{Changed: before != nil && !reflect.DeepEqual(value, before)}
		}
	case map[string]any:
		object, ok := value.(map[string]any)
		if !ok {
			break
		}
		was, _ := before.(map[string]any)
		masked := maps.Clone(object)
		for name, mark := range marks {
			if _, there := object[name]; there {
				masked[name] = maskAfter(object[name], was[name], mark)
			}
		}
		return masked
	case []any:
		list, ok := value.([]any)
		if !ok {
			break
		}
		was, _ := before.([]any)
		masked := slices.Clone(list)
		for i := range min(len(list), len(marks)) {
			var earlier any
			if i < len(was) {
				earlier = was[i]
			}
			masked[i] = maskAfter(list[i], earlier, marks[i])
		}
		return masked
	}
	return value
}

// maskState masks the values of an object in a state.
func maskState(r *tfjson.StateResource) any {
	var marks any
	if len(r.SensitiveValues) > 0 {
		if err := json.Unmarshal(r.SensitiveValues, &marks); err != nil {
			// Nobody can tell what may be shown.
			marks = true
		}
	}
	return mask(r.AttributeValues, marks)
}
