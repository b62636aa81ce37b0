package unit_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// arguments writes a map of arguments as HCL.
func arguments(values map[string]string) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(values)) {
		fmt.Fprintf(&b, "  %s = %s\n", name, values[name])
	}
	return b.String()
}

// canonical sorts the keys of a JSON object, as the record of requests does.
func canonical(body string) string {
	var decoded any
	if err := json.Unmarshal([]byte(body), &decoded); err != nil {
		return err.Error()
	}
	sorted, _ := json.Marshal(decoded)
	return string(sorted)
}
