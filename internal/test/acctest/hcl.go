package acctest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// HCL returns a resource block. A text such as "${idm_unit.a.ext_id}" is a reference.
func HCL(resource, name string, arguments Values) string {
	return fmt.Sprintf("resource %q %q {%s\n}\n", resource, name, body(arguments))
}

// body returns arguments, a line each.
func body(arguments Values) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(arguments)) {
		fmt.Fprintf(&b, "\n  %s = %s", name, expression(arguments[name]))
	}
	return b.String()
}

func expression(value any) string {
	switch v := value.(type) {
	case nil:
		return "null"
	case string:
		return fmt.Sprintf("%q", v)
	case []any:
		elements := make([]string, len(v))
		for i, element := range v {
			elements[i] = expression(element)
		}
		return "[" + strings.Join(elements, ", ") + "]"
	case Values:
		var members []string
		for _, name := range slices.Sorted(maps.Keys(v)) {
			members = append(members, fmt.Sprintf("%q = %s", name, expression(v[name])))
		}
		return "{ " + strings.Join(members, ", ") + " }"
	}
	return fmt.Sprint(value)
}
