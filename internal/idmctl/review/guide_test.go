package review

import (
	"os"
	"reflect"
	"strings"
	"testing"
)

// The page of the formats lists every field of the JSON.
func TestGuide(t *testing.T) {
	formats := page(t, "../../evidence/json.md")
	for _, name := range fields(reflect.TypeFor[Review](), map[reflect.Type]bool{}) {
		if !strings.Contains(formats, "`"+name+"`") {
			t.Errorf("the page of the formats lacks the field %s", name)
		}
	}
}

func page(t *testing.T, file string) string {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// fields returns the JSON names of a type and of all nested types.
func fields(of reflect.Type, seen map[reflect.Type]bool) []string {
	switch of.Kind() {
	case reflect.Pointer, reflect.Slice:
		return fields(of.Elem(), seen)
	case reflect.Struct:
	default:
		return nil
	}
	if seen[of] {
		return nil
	}
	seen[of] = true
	var names []string
	for field := range of.Fields() {
		if name, _, _ := strings.Cut(field.Tag.Get("json"), ","); name != "" && name != "-" {
			names = append(names, name)
		}
		names = append(names, fields(field.Type, seen)...)
	}
	return names
}
