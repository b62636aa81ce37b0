package plan

import (
	"reflect"
	"slices"
	"strconv"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
)

// Difference is one value of an object that an apply changes or can change.
type Difference struct {
	// Path is the path of the value: attribute names, map keys and list indexes. It is empty for
	// the whole object.
	Path []string
	// Before and After are nil if the value is absent or null.
	Before, After any
}

// Differences returns all values that differ, that are known only after the apply, or that are
// sensitive and may differ. For a create or a delete it returns all values of the object.
func (c Change) Differences() []Difference {
	before, after := any(map[string]any(c.Before)), any(map[string]any(c.After))
	switch {
	case c.BeforeHidden != nil:
		before = c.BeforeHidden
	case c.Before == nil:
		before = nil
	}
	switch {
	case c.AfterHidden != nil:
		after = c.AfterHidden
	case c.After == nil:
		after = nil
	}
	var found []Difference
	differences(nil, before, after, func(d Difference) { found = append(found, d) })
	return found
}

// elementDepth is the length of the path of an element of an attribute.
const elementDepth = 2

// differences visits the leaves that differ, in order. It omits the closed data rooms of a new grant,
// and of an element that goes, because closed is the default. A new element with defaults only is an
// empty object.
func differences(path []string, before, after any, visit func(Difference)) {
	if wasMap, becomesMap := Object(before), Object(after); collections(before, after, wasMap != nil, becomesMap != nil) {
		one, differs := before == nil || after == nil, false
		for _, name := range Keys(wasMap, becomesMap) {
			isDefault := before == nil && becomesMap[name] == false || after == nil && len(path) > 0 && wasMap[name] == false
			if isDefault && slices.Contains(dataRooms, name) {
				continue
			}
			differences(append(slices.Clone(path), name), wasMap[name], becomesMap[name], func(d Difference) { differs = true; visit(d) })
		}
		if one && !differs && len(path) == elementDepth {
			visit(Difference{path, emptied(before), emptied(after)})
		}
		return
	}
	wasList, isList := before.([]any)
	becomesList, staysList := after.([]any)
	if collections(before, after, isList, staysList) {
		for i := range max(len(wasList), len(becomesList)) {
			differences(append(slices.Clone(path), strconv.Itoa(i)), element(wasList, i), element(becomesList, i), visit)
		}
		return
	}
	if changed(before, after) {
		visit(Difference{Path: path, Before: before, After: after})
	}
}

// dataRooms are the data rooms of grants.
var dataRooms = grants.RoomAttributes()

// emptied returns an empty object in place of one.
func emptied(value any) any {
	if value == nil {
		return nil
	}
	return map[string]any{}
}

// collections reports whether both values are collections, or one is a non-empty collection and the
// other is absent.
func collections(before, after any, was, becomes bool) bool {
	return was && becomes || was && after == nil && size(before) > 0 || becomes && before == nil && size(after) > 0
}

func size(value any) int {
	return reflect.ValueOf(value).Len()
}

func element(list []any, i int) any {
	if i < len(list) {
		return list[i]
	}
	return nil
}

// changed reports whether a leaf differs or may differ.
func changed(before, after any) bool {
	switch after := after.(type) {
	case Unknown:
		return true
	case Masked:
		return after.Changed || before == nil
	}
	return !reflect.DeepEqual(before, after)
}
