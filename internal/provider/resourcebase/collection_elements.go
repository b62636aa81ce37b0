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
	// given contains the arguments as the configuration or the state has them.
	given map[string]tftypes.Value
	// main is the object itself, and parts are what it has of other types, in the order of the
	// collection.
	main  object
	parts []object
	// omitted lists the arguments that the configuration leaves to the service, and assigned contains
	// the values of the service for them.
	omitted  []string
	assigned map[string]any
	// leaving reports that the object has left the map and still exists, because inUse other objects
	// need it.
	leaving bool
	inUse   int
}

// record is the part of an element in the private state.
type record struct {
	// Private is the private state of the object, and Parts those of its parts by type.
	Private map[string]json.RawMessage            `json:"private,omitempty"`
	Parts   map[string]map[string]json.RawMessage `json:"parts,omitempty"`
	// Assigned contains values of the service for arguments that the element omits.
	Assigned map[string]any `json:"assigned,omitempty"`
}

// elementsKey is the key of the records in the private state, by the key of their element.
const elementsKey = "elements"

// elements are the elements of a configuration or a state, by key.
type elements struct {
	// client and parent apply to all of them; parent is null for a collection that is not a tree.
	client, parent tftypes.Value
	by             map[string]*element
	// leaving contains the objects that have left the map and still exist, by external ID.
	leaving map[string]*element
	// unknown reports that not even the keys are known.
	unknown bool
}

func noElements() *elements {
	return &elements{client: text(""), parent: tftypes.NewValue(tftypes.String, nil), by: map[string]*element{},
		leaving: map[string]*element{}}
}

func (e *elements) sorted() []*element {
	all := make([]*element, 0, len(e.by))
	for _, key := range slices.Sorted(maps.Keys(e.by)) {
		all = append(all, e.by[key])
	}
	return all
}

func (e *element) extID() tftypes.Value { return memberOf(e.main.Value, ownPart) }

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
	ids := make(map[string]tftypes.Value, len(e.by))
	for key, one := range e.by {
		ids[key] = one.extID()
	}
	return tftypes.NewValue(of, ids)
}

// records returns the private states of all elements.
func (c *Collection) records(of *elements) []byte {
	all := make(map[string]record, len(of.by))
	for key, one := range of.by {
		r := record{Private: one.main.private, Assigned: one.assigned}
		for i, part := range one.parts {
			if len(part.private) > 0 {
				if r.Parts == nil {
					r.Parts = map[string]map[string]json.RawMessage{}
				}
				r.Parts[c.parts[i].of.Name] = part.private
			}
		}
		all[key] = r
	}
	encoded, _ := json.Marshal(all) // Texts and booleans always have a JSON form.
	return encoded
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
	found := noElements()
	given, _ := fixedmap.Members(memberOf(state, c.Type.Elements))
	if state.IsNull() || state.Type() == nil {
		return found
	}
	records := map[string]record{}
	if raw := call.Private[elementsKey]; raw != nil && json.Unmarshal(raw, &records) != nil {
		call.Diags.AddError("Could not read the private state", "The record of the elements is damaged. Remove the resource from the "+
			"state with a `removed` block that has destroy = false, and import it again.")
	}
	found.client, found.parent = memberOf(state, clientPart), c.parentOf(state)
	ids, _ := fixedmap.Members(memberOf(state, "ext_ids"))
	for key, id := range ids {
		r, one := records[key], &element{key: key, assigned: records[key].Assigned}
		one.given, _ = fixedmap.Members(given[key])
		one.give(memberOf(state, secrets))
		c.build(found, one, id, func(parent string) (tftypes.Value, bool) {
			if id, in := ids[parent]; in {
				return id, true
			}
			return outside(textOf(found.client), parent)
		}, func(name string, of tftypes.Type) tftypes.Value {
			return fromJSON(r.Assigned[name], of)
		})
		one.main.private = r.Private
		for i, part := range c.parts {
			one.parts[i].private = r.Parts[part.of.Name]
		}
		found.by[key] = one
	}
	c.recordLeaving(found, state)
	return found
}

// planned decodes the elements of a typed plan. An element without an ext_id keeps the recorded one
// of its key; a new one gets its key, unless the service has assigned other IDs than those it
// received. A null plan has no elements.
func (c *Collection) planned(plan, client tftypes.Value, recorded *elements, diags *diag.Diagnostics) *elements {
	if plan.IsNull() || plan.Type() == nil {
		return nil
	}
	found := noElements()
	found.client, found.parent = client, c.parentOf(plan)
	all := memberOf(plan, c.Type.Elements)
	if found.unknown = !all.IsKnown(); found.unknown {
		return found
	}
	given, _ := fixedmap.Members(all)
	for key, value := range given {
		members, ok := fixedmap.Members(value)
		if found.unknown = found.unknown || !ok; ok {
			found.by[key] = &element{key: key, given: members}
		}
	}
	if found.unknown {
		return found
	}
	ids, assigns := map[string]tftypes.Value{}, recorded.assigned()
	for key, one := range found.by {
		one.give(memberOf(plan, secrets))
		ids[key] = c.plannedID(one, recorded.by[key], assigns)
	}
	c.refuseTwice(ids, diags)
	c.refuseSecrets(found, memberOf(plan, secrets), diags)
	for key, one := range found.by {
		at := path.Root(c.Type.Elements).AtMapKey(key)
		c.build(found, one, ids[key], func(parent string) (tftypes.Value, bool) {
			id, in := ids[parent]
			if !in {
				offer := suggest.DidYouMean(parent, slices.Sorted(maps.Keys(ids))) + " Without a parent, the " + c.Type.Single().Title +
					" is directly below " + c.above() + "."
				diags.AddAttributeError(at, "Unknown parent", fmt.Sprintf("%s: parent is %q, which is not a key of %s. %s", at, parent,
					c.Type.Elements, strings.TrimSpace(offer)))
			}
			return id, in
		}, func(_ string, of tftypes.Type) tftypes.Value { return tftypes.NewValue(of, tftypes.UnknownValue) })
	}
	c.refuseCycles(found, diags)
	return found
}

// assigned reports whether the service has assigned an external ID.
func (e *elements) assigned() bool {
	for _, one := range e.by {
		if _, assigned := one.main.private[assignedKey]; assigned {
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

// refuseTwice returns an error if two elements have the same external ID.
func (c *Collection) refuseTwice(ids map[string]tftypes.Value, diags *diag.Diagnostics) {
	keys := map[string]string{}
	for _, key := range slices.Sorted(maps.Keys(ids)) {
		id := textOf(ids[key])
		if other, twice := keys[id]; twice && id != "" {
			diags.AddAttributeError(path.Root(c.Type.Elements).AtMapKey(key), "Declared twice",
				fmt.Sprintf("The elements %q and %q have the same external ID %q. Remove one of them, or set another "+
					"ext_id.", other, key, id))
		}
		keys[id] = key
	}
}

// refuseCycles returns an error for elements that are above themselves.
func (c *Collection) refuseCycles(of *elements, diags *diag.Diagnostics) {
	if c.above() == "" {
		return
	}
	for _, one := range of.sorted() {
		seen := map[string]bool{one.key: true}
		for at := one; at != nil; at = of.by[textOf(at.given[parentKey])] {
			above := textOf(at.given[parentKey])
			if above == one.key {
				diags.AddAttributeError(path.Root(c.Type.Elements).AtMapKey(one.key), "Below itself",
					fmt.Sprintf("The element %q is below itself through its parent. One of the elements above it must have another "+
						"parent.", one.key))
			}
			if seen[above] {
				break
			}
			seen[above] = true
		}
	}
}

// build sets the objects of an element. above resolves a parent, and omitted returns the value of an
// argument that the element leaves to the service.
func (c *Collection) build(of *elements, e *element, extID tftypes.Value, above func(key string) (tftypes.Value, bool),
	omitted func(name string, of tftypes.Type) tftypes.Value) {
	key := []tftypes.Value{of.client, extID}
	if extID.Type() == nil {
		key[1] = tftypes.NewValue(tftypes.String, nil)
	}
	argument := func(name string) tftypes.Value {
		if e.given[name].IsNull() && fixedmap.Unmanaged(c.element.Keys[name]) {
			return omitted(name, c.main.kind.AttributeTypes[name])
		}
		return e.given[name]
	}
	e.main.Value = c.main.build(key, func(name string, is tftypes.Type) tftypes.Value {
		switch {
		case name == c.above():
			return c.parentGiven(of, e, above)
		case e.given == nil:
			return tftypes.NewValue(is, nil)
		case e.given[name].IsNull() && fixedmap.Unmanaged(c.element.Keys[name]):
			if defaulted, ok := c.main.singleResource.(defaultedResource); ok {
				if value, has := defaulted.Default(name, argument); has {
					return value
				}
			}
			e.omitted = append(e.omitted, name)
		}
		return argument(name)
	})
	e.parts = make([]object, len(c.parts))
	for i, part := range c.parts {
		e.parts[i] = part.none()
		if slices.ContainsFunc(part.arguments, func(name string) bool { return !e.given[name].IsNull() }) {
			e.parts[i].Value = part.build(key, func(name string, is tftypes.Type) tftypes.Value {
				if value, has := e.given[name]; has {
					return value
				}
				return tftypes.NewValue(is, nil)
			})
		}
	}
}

// parentGiven returns the external ID of the object above an element.
func (c *Collection) parentGiven(of *elements, e *element, above func(key string) (tftypes.Value, bool)) tftypes.Value {
	switch parent := e.given[parentKey]; {
	case !parent.IsKnown():
		return parent
	case !parent.IsNull():
		if id, ok := above(textOf(parent)); ok {
			return id
		}
	}
	return of.parent
}

// outside reads the parent of an element that is below an object outside of the collection, as
// parentForm writes it.
func outside(client, parent string) (tftypes.Value, bool) {
	if parent == objecttype.ImportID(client)+"/" {
		return tftypes.NewValue(tftypes.String, nil), true
	}
	parts, err := objecttype.Unit.Key.Parse(parent)
	if err != nil {
		return tftypes.Value{}, false
	}
	return text(parts[1]), true
}

// parentForm returns the argument parent of an element of a state: null directly below the parent of
// the collection, the key of the element above, or the import ID of an object outside of the
// collection, below which another writer has moved the element.
func parentForm(of *elements, byExtID map[string]*element, parent tftypes.Value) tftypes.Value {
	id := textOf(parent)
	switch above := byExtID[id]; {
	case id == textOf(of.parent):
		return tftypes.NewValue(tftypes.String, nil)
	case above != nil:
		return text(above.key)
	case id == "":
		return text(objecttype.ImportID(textOf(of.client)) + "/")
	}
	return text(objecttype.ImportID(textOf(of.client), id))
}
