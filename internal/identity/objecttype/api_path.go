package objecttype

import (
	"net/url"
	"slices"
	"strings"
)

// KeyAt returns the key of an object at an API path, such as /core/v1/acme/units/hq. The part
// before the client is optional. It returns nil for a path of another type, and for types without a
// collection.
func (t *Type) KeyAt(apiPath string) []string {
	elements := pathElements(apiPath)
	var key []string
	ids := len(t.Key)
	if t.Scope == PerClient && len(elements) > 0 {
		key, elements, ids = elements[:1], elements[1:], ids-1
	}
	last := len(elements) - 2
	if t.Collection == "" || ids < 1 || len(elements)%2 != 0 || len(elements) < 2*ids || elements[last] != t.Collection {
		return nil
	}
	if ids > 1 && (ids > 2 || t.Owner == "" || elements[last-2] != ByName(t.Owner).Collection) {
		return nil
	}
	for at := 0; at < len(elements); at += 2 {
		if !isCollection(elements[at]) {
			return nil
		}
		if at >= len(elements)-2*ids {
			key = append(key, elements[at+1])
		}
	}
	return key
}

// isCollection reports whether a path element can precede an external ID.
func isCollection(element string) bool {
	return slices.ContainsFunc(All(), func(t *Type) bool { return t.Collection == element })
}

// pathElements returns the elements of a path below /core/v1; nil for a path with an empty or
// malformed element.
func pathElements(apiPath string) []string {
	apiPath, _, _ = strings.Cut(apiPath, "?")
	elements := strings.Split(strings.Trim(apiPath, "/"), "/")
	for i, element := range elements {
		text, err := url.PathUnescape(element)
		if err != nil || text == "" {
			return nil
		}
		elements[i] = text
	}
	if at := slices.Index(elements, "core"); at >= 0 && at+1 < len(elements) && elements[at+1] == "v1" {
		elements = elements[at+2:]
	}
	return elements
}
