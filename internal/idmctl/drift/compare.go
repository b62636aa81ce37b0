package drift

import (
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// declaration is what a plan shows of the configuration of an object.
type declaration int

const (
	unchanged   declaration = iota // the plan changes nothing, so the found values are right
	declared                       // the planned values are the declared ones
	refreshOnly                    // the plan does not contain the configuration
)

// NotPlanned is shown in place of a declared value that a refresh-only plan does not contain.
const NotPlanned = "(not in a refresh-only plan)"

// comparison sorts the differences of an object: drift was changed outside Terraform and differs
// from the configuration, accepted was changed outside without contradicting it, and pending was
// changed only in the configuration.
type comparison struct {
	declaration              declaration
	drift, accepted, pending []Difference
}

// place is the position of a value in an object.
type place struct {
	path  string
	depth int // 0 is the object itself, 1 one of its attributes
}

// inside returns the place of a part. Attributes contain maps, whose elements contain attributes.
func (p place) inside(name string) place {
	inner := place{path: p.path + "." + name, depth: p.depth + 1}
	switch {
	case p.depth == 0:
		inner.path = name
	case p.depth%2 == 1:
		inner.path = fmt.Sprintf("%s[%q]", p.path, name)
	}
	return inner
}

// object compares two objects, or two maps.
func (c *comparison) object(at place, recorded, found, desired any) {
	for _, name := range plan.Keys(plan.Object(recorded), plan.Object(found), plan.Object(desired)) {
		// The id follows from the key.
		if at.depth > 0 || name != "id" {
			c.value(at.inside(name), child(recorded, name), child(found, name), child(desired, name))
		}
	}
}

// value compares one value. An element that exists on one side only is compared as a whole.
func (c *comparison) value(at place, recorded, found, desired any) {
	_, unknown := desired.(plan.Unknown)
	switch {
	case unknown && same(recorded, found):
		c.sort(at, Changed, recorded, found, desired)
	case at.depth > 1 && c.whole(recorded, found, desired):
		c.sort(at, elementKind(recorded, found, desired), recorded, found, desired)
	case isList(recorded) || isList(found):
		c.set(at, recorded, found, desired)
	case isMap(recorded) && (isMap(found) || found == nil), isMap(found) && recorded == nil, recorded == nil && found == nil &&
		isMap(desired):
		c.object(at, recorded, found, desired)
	default:
		c.sort(at, Changed, recorded, found, desired)
	}
}

// whole reports whether an element of a map is added or removed. An element that is missing only in
// the configuration counts if it did not change otherwise.
func (c *comparison) whole(recorded, found, desired any) bool {
	if !isMap(recorded) && !isMap(found) && !isMap(desired) {
		return false
	}
	return recorded == nil || found == nil || c.declaration == declared && desired == nil && same(recorded, found)
}

// elementKind returns the change of an element. For an element that no other writer changed, it is
// the change that the configuration makes.
func elementKind(recorded, found, desired any) ChangeKind {
	switch {
	case recorded == nil:
		return Added
	case found == nil, desired == nil:
		return Removed
	}
	return Changed
}

// set compares the elements of a set one by one.
func (c *comparison) set(at place, recorded, found, desired any) {
	was, is, shall := elementsOf(recorded), elementsOf(found), elementsOf(desired)
	for _, element := range plan.Keys(was, is, shall) {
		r, f, d := was[element], is[element], shall[element]
		c.sort(at, elementKind(r, f, d), r, f, d)
	}
}

// sort adds a difference to its list, and ignores equal values.
func (c *comparison) sort(at place, kind ChangeKind, recorded, found, desired any) {
	changed := !same(recorded, found)
	contrary := c.declaration == refreshOnly || c.declaration == declared && !same(found, desired)
	d := Difference{Path: at.path, Kind: kind, Declared: desired, Recorded: recorded, Found: found}
	switch c.declaration {
	case unchanged:
		d.Declared = found
	case refreshOnly:
		d.Declared = NotPlanned
	}
	switch d = masked(d, changed); {
	case changed && contrary:
		c.drift = append(c.drift, d)
	case changed:
		c.accepted = append(c.accepted, d)
	case contrary && c.declaration == declared:
		c.pending = append(c.pending, d)
	}
}

// same compares two values. If after is masked, only it shows whether the value changed. Another
// spelling of a time, a number or a flag is the same value.
func same(before, after any) bool {
	if masked, ok := after.(plan.Masked); ok {
		return before != nil && !masked.Changed
	}
	if reflect.DeepEqual(before, after) {
		return true
	}
	was, now := plan.Values{"": before}, plan.Values{"": after}
	a, plain := was.Known("")
	b, alsoPlain := now.Known("")
	return plain && alsoPlain && (a == b || sameTime(a, b))
}

// masked masks all values of a difference if one of them is sensitive. The mark may be missing on a
// value that was never declared.
func masked(d Difference, changed bool) Difference {
	values := []*any{&d.Declared, &d.Recorded, &d.Found}
	if !slices.ContainsFunc(values, func(value *any) bool { return holdsMasked(*value) }) {
		return d
	}
	for _, value := range values {
		if *value != nil {
			*value = plan.Masked{Changed: changed && value == &d.Found && d.Recorded != nil}
		}
	}
	return d
}

func holdsMasked(value any) bool {
	switch value := value.(type) {
	case plan.Masked:
		return true
	case plan.Values:
		return holdsMasked(map[string]any(value))
	case map[string]any:
		return slices.ContainsFunc(slices.Collect(maps.Values(value)), holdsMasked)
	case []any:
		return slices.ContainsFunc(value, holdsMasked)
	}
	return false
}

func isMap(value any) bool { return plan.Object(value) != nil }

func isList(value any) bool {
	_, ok := value.([]any)
	return ok
}

// elementsOf returns the elements of a list by their text.
func elementsOf(value any) map[string]any {
	list, _ := value.([]any)
	elements := make(map[string]any, len(list))
	for _, element := range list {
		elements[plan.Text(element)] = element
	}
	return elements
}

// child returns an element of a map. The parts of an unknown or masked value are unknown or masked
// too.
func child(value any, name string) any {
	switch value.(type) {
	case plan.Unknown, plan.Masked:
		return value
	}
	return plan.Object(value)[name]
}
