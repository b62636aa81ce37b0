package resourcebase

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/suggest"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/fixedmap"
)

// element is one object of a collection.
type element struct {
	key string
	// given contains the arguments as the configuration or the state has them; nil after an import.
	given map[string]tftypes.Value
	// parts are the object and what it has of other types, in the order of the collection.
	parts []object
	// assigned contains the recorded values of the service for arguments that are not given, as texts.
	assigned map[string]string
	// leaving reports that the object has left the map and still exists, because inUse other objects
	// need it.
	leaving bool
	inUse   int
}

// ElementRecord is the part of an element in the private state.
type ElementRecord struct {
	// Objects contains the private states of its objects by type.
	Objects map[string]map[string]json.RawMessage `json:"objects,omitempty"`
	// Assigned contains values of the service for arguments that the element omits.
	Assigned map[string]string `json:"assigned,omitempty"`
}

// elements are the elements of a configuration or a state, by key.
type elements struct {
	// collection is the collection, in a plan that destroys it the one of the state.
	collection tftypes.Value
	// client and parent apply to all of them; parent is null for a collection that is not a tree.
	client, parent tftypes.Value
	by             map[string]*element
	// ids are their external IDs by key.
	ids map[string]tftypes.Value
	// leaving contains the objects that have left the map and still exist, by external ID.
	leaving map[string]*element
	// plan reports that they are planned, unknown that not even the keys are known, and destroys that
	// the plan has none.
	plan, unknown, destroys bool
}

// decode returns no elements yet, with what applies to all of them.
func (c *Collection) decode(collection tftypes.Value) *elements {
	return &elements{collection: collection, client: memberOf(collection, clientPart), parent: memberOf(collection, c.above),
		by: map[string]*element{}, ids: map[string]tftypes.Value{}, leaving: map[string]*element{}}
}

// none returns an element without objects.
func (c *Collection) none(key string) *element {
	return &element{key: key, parts: slices.Clone(c.absent)}
}

// sorted returns the elements by key, and then those that have left the map.
func (e *elements) sorted() (all []*element) {
	for _, by := range []map[string]*element{e.by, e.leaving} {
		for _, key := range slices.Sorted(maps.Keys(by)) {
			all = append(all, by[key])
		}
	}
	return all
}

func (e *element) exists() bool { return !e.parts[0].IsNull() }

// attribute returns an attribute of the object.
func (e *element) attribute(name string) tftypes.Value { return memberOf(e.parts[0].Value, name) }

func (e *element) extID() tftypes.Value { return e.attribute(ownPart) }

// depth counts the elements above another one; more than there are if one is above itself.
func (e *elements) depth(of *element) (depth int) {
	for at := e.by[textOf(of.given[parentKey])]; at != nil && depth <= len(e.by); at = e.by[textOf(at.given[parentKey])] {
		depth++
	}
	return depth
}

// byExtID returns the elements with a known external ID.
func (e *elements) byExtID() map[string]*element {
	by := make(map[string]*element, len(e.by))
	for _, one := range e.by {
		if id := textOf(one.extID()); id != "" {
			by[id] = one
		}
	}
	return by
}

// extIDs returns the external IDs by key.
func (e *elements) extIDs() tftypes.Value {
	of := tftypes.Map{ElementType: tftypes.String}
	if e.unknown {
		return tftypes.NewValue(of, tftypes.UnknownValue)
	}
	return tftypes.NewValue(of, e.ids)
}

// idValue is the id of the collection: its client.
func (e *elements) idValue() tftypes.Value {
	if !e.client.IsKnown() {
		return e.client
	}
	return text(objecttype.ImportID(textOf(e.client)))
}

// recorded decodes the elements of a typed state.
func (c *Collection) recorded(state tftypes.Value, call *CollectionCall) *elements {
	found := c.decode(state)
	given, _ := fixedmap.Members(memberOf(found.collection, c.Type.Elements))
	found.ids, _ = fixedmap.Members(memberOf(found.collection, "ext_ids"))
	for key, id := range found.ids {
		record := call.Private.Elements[key]
		one := &element{key: key, assigned: record.Assigned}
		one.given, _ = fixedmap.Members(given[key])
		one.give(memberOf(found.collection, secrets))
		c.build(found, one, id)
		for i, part := range c.parts {
			one.parts[i].private = record.Objects[part.of.Name]
		}
		found.by[key] = one
	}
	left, _ := fixedmap.Members(memberOf(found.collection, remaining))
	for id, count := range left {
		one := &element{key: id, leaving: true}
		one.inUse, _ = integer(count)
		c.build(found, one, text(id))
		found.leaving[id] = one
	}
	return found
}

// planned decodes the elements of a typed plan. An element without an ext_id keeps the recorded one
// of its key; a new one gets its key, unless the service has assigned other IDs than those it
// received.
func (c *Collection) planned(plan tftypes.Value, recorded *elements, diags *diag.Diagnostics) *elements {
	if plan.IsNull() {
		return &elements{collection: recorded.collection, client: recorded.client, parent: recorded.parent, destroys: true}
	}
	found := c.decode(plan)
	found.plan = true
	given, known := fixedmap.Members(memberOf(found.collection, c.Type.Elements))
	for key, value := range given {
		members, ok := fixedmap.Members(value)
		known = known && ok
		found.by[key] = &element{key: key, given: members}
	}
	if found.unknown = !known; found.unknown {
		return found
	}
	assigns := recorded.assigned()
	for key, one := range found.by {
		one.give(memberOf(found.collection, secrets))
		found.ids[key] = c.plannedID(one, recorded.by[key], assigns)
	}
	c.refuseKeys(found, memberOf(found.collection, secrets), diags)
	for key, one := range found.by {
		c.build(found, one, found.ids[key])
	}
	return found
}

// assigned reports whether the service has assigned an external ID.
func (e *elements) assigned() bool {
	for _, one := range e.by {
		if _, assigned := one.parts[0].private[assignedKey]; assigned {
			return true
		}
	}
	return false
}

// plannedID returns the external ID of a planned element. assigns reports that the service assigns
// those of new objects.
func (c *Collection) plannedID(of, before *element, assigns bool) tftypes.Value {
	switch {
	case !of.given[ownPart].IsNull():
		return of.given[ownPart]
	case assigns && (before == nil || c.replaces(before, of)):
		return tftypes.NewValue(tftypes.String, tftypes.UnknownValue)
	case before != nil:
		return before.extID()
	}
	return text(of.key)
}

// refuseKeys returns errors for elements with the same external ID, for parents that are not keys or
// below themselves, and for encrypted properties of keys that are not elements.
func (c *Collection) refuseKeys(of *elements, secret tftypes.Value, diags *diag.Diagnostics) {
	keys, known := map[string]string{}, slices.Sorted(maps.Keys(of.by))
	for _, one := range of.sorted() {
		at := path.Root(c.Type.Elements).AtMapKey(one.key)
		id := textOf(of.ids[one.key])
		if other, twice := keys[id]; twice && id != "" {
			diags.AddAttributeError(at, "Declared twice", fmt.Sprintf("The elements %q and %q have the same external ID %q. Remove one "+
				"of them, or set another ext_id.", other, one.key, id))
		}
		keys[id] = one.key
		if parent := textOf(one.given[parentKey]); parent != "" && of.by[parent] == nil {
			offer := suggest.DidYouMean(parent, known) + " Without a parent, the " + c.of.Title + " is directly below " +
				c.above + "."
			diags.AddAttributeError(at, "Unknown parent", fmt.Sprintf("%s: parent is %q, which is not a key of %s. %s", at, parent,
				c.Type.Elements, strings.TrimSpace(offer)))
		}
		if of.depth(one) > len(of.by) {
			diags.AddAttributeError(at, "Below itself", fmt.Sprintf("The element %q is below itself through its parent, or below such an "+
				"element. One of the elements above it must have another parent.", one.key))
		}
	}
	given, _ := fixedmap.Members(secret)
	for _, key := range slices.Sorted(maps.Keys(given)) {
		if of.by[key] == nil {
			diags.AddAttributeError(path.Root(secrets).AtMapKey(key), "Unknown key in "+secrets, fmt.Sprintf("%s has "+
				"properties of %q, which is not a key of %s.", secrets, key, c.Type.Elements))
		}
	}
}

// build sets the objects of an element.
func (c *Collection) build(of *elements, e *element, extID tftypes.Value) {
	e.parts = slices.Clone(c.absent)
	for i, part := range c.parts {
		if i > 0 && !slices.ContainsFunc(part.arguments, func(name string) bool { return !e.given[name].IsNull() }) {
			continue
		}
		argument := func(name string) tftypes.Value {
			value, has := e.given[name]
			switch omitted := c.omits(e, name); {
			case name == c.above:
				return c.aboveOf(of, e)
			case omitted && of.plan:
				return tftypes.NewValue(part.kind.AttributeTypes[name], tftypes.UnknownValue)
			case omitted && e.assigned[name] != "":
				value, _ = fixedmap.Convert(text(e.assigned[name]), part.kind.AttributeTypes[name])
				return value
			case has && !omitted:
				return value
			}
			return part.null(name)
		}
		e.parts[i].Value = part.build([]tftypes.Value{of.client, extID}, func(name string) tftypes.Value {
			if c.omits(e, name) {
				if defaulted, ok := part.singleResource.(defaultedResource); ok {
					if value, has := defaulted.Default(name, argument); has {
						return value
					}
				}
				e.parts[i].omitted = append(e.parts[i].omitted, name)
			}
			return argument(name)
		})
	}
}

// omits reports whether an element leaves an argument to the service. An imported one leaves what
// most configurations omit, so that the next change does not show every element as changed.
func (c *Collection) omits(e *element, name string) bool {
	if e.given == nil {
		return slices.Contains(c.Type.Left, name)
	}
	return e.given[name].IsNull() && fixedmap.Unmanaged(c.element[name])
}

// aboveOf returns the external ID of the object above an element, which may be outside of the
// collection, as parentForm writes it.
func (c *Collection) aboveOf(of *elements, e *element) tftypes.Value {
	given := e.given[parentKey]
	if given.IsNull() {
		return of.parent
	}
	parent := textOf(given)
	outside, is := strings.CutPrefix(parent, "/")
	switch id, has := of.ids[parent]; {
	case has:
		return id
	case is && outside != "":
		return text(outside)
	case is:
		return tftypes.NewValue(tftypes.String, nil)
	}
	return given
}

// parentForm returns the argument parent of an element of a state: null directly below the parent
// of the collection, the key of the element above, or a slash and the external ID of an object
// outside of the collection, below which another writer has moved the element; only the slash at
// the root.
func parentForm(of *elements, byExtID map[string]*element, parent tftypes.Value) tftypes.Value {
	id := textOf(parent)
	switch above := byExtID[id]; {
	case id == textOf(of.parent):
		return tftypes.NewValue(tftypes.String, nil)
	case above != nil:
		return text(above.key)
	}
	return text("/" + id)
}
