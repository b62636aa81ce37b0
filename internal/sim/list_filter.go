package sim

import (
	"slices"
	"strings"
)

// filter is one condition of a list: an attribute, and the comparison of its value.
type filter struct {
	read   func(doc) string
	match  func(value, want string) bool
	values []string
}

// matches reports whether an object meets all conditions.
func (q *listQuery) matches(d doc) bool {
	for _, f := range q.filters {
		value := f.read(d)
		for _, want := range f.values {
			if !f.match(value, want) {
				return false
			}
		}
	}
	return true
}

func equal(value, want string) bool { return value == want }

// readFilter adds the condition of a query parameter. It refuses unknown names, since a typo would
// otherwise list everything.
func (c *call) readFilter(l listing, q *listQuery, name string, values []string) {
	f := filter{match: equal, values: values}
	if property, ok := strings.CutPrefix(name, "property."); ok && l.properties {
		f.read = func(d doc) string {
			properties := nested(d, "properties")
			return text(properties, property)
		}
		q.filters = append(q.filters, f)
		return
	}
	name = f.cutSuffix(l, name)
	allowed := l.filters
	if allowed == nil {
		allowed = attributePaths(l.fields, c.quirks)
	}
	if !slices.Contains(allowed, name) {
		if c.quirks[quirkIgnoreUnknown] {
			return
		}
		panic(refuse(codeInvalidParameter, "Unknown query parameter %s.", name))
	}
	f.read = func(d doc) string { return formatParam(attribute(d, name)) }
	q.filters = append(q.filters, f)
}

// cutSuffix removes the modifier from a filter's name.
func (f *filter) cutSuffix(l listing, name string) string {
	if cut, ok := strings.CutSuffix(name, "_SW"); ok && slices.Contains(l.suffixed, cut) {
		f.match = strings.HasPrefix
		return cut
	}
	if cut, ok := strings.CutSuffix(name, "_IEQ"); ok && slices.Contains(l.suffixed, cut) {
		f.match = strings.EqualFold
		return cut
	}
	return name
}
