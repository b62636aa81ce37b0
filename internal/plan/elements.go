package plan

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
)

// elements returns a change of a collection as one change for each of its elements, such as
// idm_unit_tree.acme.units["ops"] of the type idm_unit. A collection whose elements are hidden stays
// one change, and so does the change of any other type.
func elements(c Change) []Change {
	of := objecttype.ByTypeName(c.Type)
	if of == nil || of.Class != objecttype.Collection {
		return []Change{c}
	}
	before, readable := elementsOf(of, c.Before)
	after, alsoReadable := elementsOf(of, c.After)
	if !readable || !alsoReadable || c.BeforeHidden != nil || c.AfterHidden != nil {
		return []Change{c}
	}
	var all []Change
	for _, id := range slices.Sorted(keysOf(before, after)) {
		all = append(all, elementChange(c, of, before[id], after[id]))
	}
	return append(all, settings(c)...)
}

// settings returns the change of what the collection itself has, such as a raised limit of removals:
// no reader of changes knows its type, so that it is a finding.
func settings(c Change) []Change {
	only := func(values Values) Values {
		own := maps.Clone(values)
		maps.DeleteFunc(own, func(name string, value any) bool {
			return value == nil || name != "adopt" && (name != "max_removals" || c.Action == Create)
		})
		return own
	}
	before, after := only(c.Before), only(c.After)
	if c.After == nil || len(Differ(before, after)) == 0 {
		return nil
	}
	c.Before, c.After = before, after
	return []Change{c}
}

// member is one element of a collection, with its key.
type member struct {
	key    string
	values Values
}

// elementChange returns the change of one element. What a plan omits and the service assigns stays
// as it is.
func elementChange(c Change, of *objecttype.Type, before, after member) Change {
	one := c
	one.Type, one.Before, one.After = of.Single().TypeName(), before.values, after.values
	one.ExtIDGiven, one.ReplacedBy, one.Omitted, one.Ignored, one.MayIgnore, one.Configured = true, nil, nil, nil, false, nil
	key := after.key
	switch {
	case after.values == nil:
		key = before.key
		if one.Action != Forget {
			one.Action = Delete
		}
	case before.values == nil:
		one.Action, one.PreviousAddress = Create, ""
	}
	for _, name := range of.Assigned {
		if _, given := after.values[name]; given || after.values == nil {
			continue
		}
		if before.values != nil {
			after.values[name] = before.values[name]
			continue
		}
		after.values[name] = Unknown{}
		one.Omitted = append(one.Omitted, name)
	}
	// A collection that is replaced deletes and creates all its elements.
	if one.Action == Update && reflect.DeepEqual(before.values, after.values) {
		one.Action = NoOp
	}
	one.Address = fmt.Sprintf("%s.%s[%q]", c.Address, of.Elements, key)
	if c.PreviousAddress != "" && before.values != nil {
		one.PreviousAddress = fmt.Sprintf("%s.%s[%q]", c.PreviousAddress, of.Elements, before.key)
	}
	return one
}

// elementsOf returns the elements of a collection by external ID, or by key where the ID is not
// known; false if they cannot be read.
func elementsOf(of *objecttype.Type, collection Values) (map[string]member, bool) {
	if collection == nil {
		return nil, true
	}
	given, ids := collection.Map(of.Elements), collection.Map("ext_ids")
	if given == nil {
		return nil, false
	}
	all := map[string]member{}
	for key, value := range given {
		arguments := object(value)
		if arguments == nil {
			return nil, false
		}
		extID, known := ids[key]
		if !known {
			extID = Unknown{}
		}
		values := Values{"client_ext_id": collection["client_ext_id"], "ext_id": extID}
		for name, argument := range arguments {
			if name != "ext_id" && name != "parent" && argument != nil {
				values[name] = argument
			}
		}
		if above := of.Single().Parent; of.Single().Ref(above) == of.Single() {
			values[above] = parent(arguments["parent"], collection[above], ids, collection.Text("client_ext_id"))
		}
		client, _ := collection.Known("client_ext_id")
		id, isKnown := extID.(string)
		if !isKnown {
			id = "\x00" + key
		} else if client != "" {
			values["id"] = objecttype.ImportID(client, id)
		}
		all[id] = member{key, values}
	}
	return all, true
}

// parent returns the external ID of the object above an element: the element with its key, the parent
// of the collection, or an object outside of it by its import ID.
func parent(key, root any, ids Values, client string) any {
	text, known := key.(string)
	switch extID, in := ids[text]; {
	case key == nil:
		return root
	case !known:
		return Unknown{}
	case in:
		return extID
	case text == objecttype.ImportID(client)+"/":
		return nil
	}
	if parts, err := objecttype.Unit.Key.Parse(text); err == nil && strings.Contains(text, "/") {
		return parts[1]
	}
	return Unknown{}
}

func keysOf(before, after map[string]member) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for id := range before {
			if !yield(id) {
				return
			}
		}
		for id := range after {
			if _, both := before[id]; !both && !yield(id) {
				return
			}
		}
	}
}
