package resourcebase

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/strict"
)

// element is one object of a collection.
type element struct {
	key string
	// given contains the arguments as the configuration or the state has them.
	given map[string]tftypes.Value
	// object is the object for the single resource: its plan or its state.
	object tftypes.Value
	record record
}

// record is the part of an element in the private state.
type record struct {
	// Private is the private state of the single resource.
	Private map[string]json.RawMessage `json:"private,omitempty"`
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
	// unknown reports that not even the keys are known.
	unknown bool
}

func noElements() *elements {
	return &elements{client: text(""), parent: tftypes.NewValue(tftypes.String, nil), by: map[string]*element{}}
}

func (e *elements) sorted() []*element {
	all := make([]*element, 0, len(e.by))
	for _, key := range slices.Sorted(maps.Keys(e.by)) {
		all = append(all, e.by[key])
	}
	return all
}

func (e *element) extID() tftypes.Value { return memberOf(e.object, ownPart) }

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

func (e *elements) records() []byte {
	all := make(map[string]record, len(e.by))
	for key, one := range e.by {
		all[key] = one.record
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

func (e *elements) id() types.String { return stringValue(e.idValue()) }

// recorded decodes the elements of a typed state.
func (c *Collection) recorded(ctx context.Context, state tftypes.Value, private Private, diags *diag.Diagnostics) *elements {
	found := noElements()
	given, _ := strict.Members(memberOf(state, c.Type.Elements))
	if state.IsNull() || state.Type() == nil {
		return found
	}
	raw, more := private.GetKey(ctx, elementsKey)
	records := map[string]record{}
	if diags.Append(more...); raw != nil && json.Unmarshal(raw, &records) != nil {
		diags.AddError("Could not read the private state", "The record of the elements is damaged. Remove the resource from the state "+
			"with a `removed` block that has destroy = false, and import it again.")
	}
	found.client, found.parent = memberOf(state, clientPart), c.parentOf(state)
	ids, _ := strict.Members(memberOf(state, "ext_ids"))
	for key := range ids {
		found.by[key] = &element{key: key, record: records[key]}
	}
	for key, one := range found.by {
		one.given, _ = strict.Members(given[key])
		one.object = c.object(found, one, ids[key], func(parent string) (tftypes.Value, bool) {
			if id, in := ids[parent]; in {
				return id, true
			}
			return outside(textOf(found.client), parent)
		}, func(name string, of tftypes.Type) tftypes.Value { return fromJSON(one.record.Assigned[name], of) })
	}
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
	given, _ := strict.Members(all)
	for key, value := range given {
		members, ok := strict.Members(value)
		if found.unknown = found.unknown || !ok; ok {
			found.by[key] = &element{key: key, given: members}
		}
	}
	if found.unknown {
		return found
	}
	ids := map[string]tftypes.Value{}
	for key, one := range found.by {
		ids[key] = plannedID(one, recorded)
	}
	c.refuseTwice(ids, diags)
	for key, one := range found.by {
		at := path.Root(c.Type.Elements).AtMapKey(key)
		one.object = c.object(found, one, ids[key], func(parent string) (tftypes.Value, bool) {
			id, in := ids[parent]
			if !in {
				diags.AddAttributeError(at, "Unknown parent", fmt.Sprintf("%s: parent is %q, which is not a key of %s. Without a "+
					"parent, the %s "+
					"is directly below %s.", at, parent, c.Type.Elements, c.Type.Single().Title, c.above()))
			}
			return id, in
		}, func(_ string, of tftypes.Type) tftypes.Value { return tftypes.NewValue(of, tftypes.UnknownValue) })
	}
	c.refuseCycles(found, diags)
	return found
}

// plannedID returns the external ID of a planned element.
func plannedID(of *element, recorded *elements) tftypes.Value {
	if given := of.given[ownPart]; !given.IsNull() {
		return given
	}
	if before := recorded.by[of.key]; before != nil {
		return before.extID()
	}
	for _, other := range recorded.by {
		if _, assigns := other.record.Private[assignedKey]; assigns {
			return tftypes.NewValue(tftypes.String, tftypes.UnknownValue)
		}
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

// object returns the object of an element for the single resource. above resolves a parent, and
// omitted returns the value of an argument that the element leaves to the service.
func (c *Collection) object(of *elements, e *element, extID tftypes.Value, above func(key string) (tftypes.Value, bool),
	omitted func(name string, of tftypes.Type) tftypes.Value) tftypes.Value {
	kind, _ := c.schema.Type().TerraformType(context.Background()).(tftypes.Object)
	values := make(map[string]tftypes.Value, len(kind.AttributeTypes))
	for name, is := range kind.AttributeTypes {
		values[name] = e.given[name]
		switch key := c.element.Keys[name]; {
		case e.given[name].IsNull() && key != nil && strict.Unmanaged(key):
			values[name] = omitted(name, is)
		case key == nil || e.given == nil:
			values[name] = tftypes.NewValue(is, nil)
		}
	}
	values[clientPart], values[ownPart] = of.client, extID
	values["id"] = tftypes.NewValue(tftypes.String, tftypes.UnknownValue)
	if of.client.IsKnown() && extID.Type() != nil && extID.IsKnown() {
		values["id"] = text(objecttype.ImportID(textOf(of.client), textOf(extID)))
	}
	if at := c.above(); at != "" {
		values[at] = of.parent
		switch parent := e.given[parentKey]; {
		case !parent.IsKnown():
			values[at] = parent
		case !parent.IsNull():
			if id, ok := above(textOf(parent)); ok {
				values[at] = id
			}
		}
	}
	return tftypes.NewValue(kind, values)
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

// encode returns the typed map of elements for a state. An argument that the element leaves to the
// service stays omitted, and its value is recorded.
func (c *Collection) encode(of *elements, kind tftypes.Type) tftypes.Value {
	single, _ := kind.(tftypes.Map)
	byExtID := of.byExtID()
	all := make(map[string]tftypes.Value, len(of.by))
	for key, one := range of.by {
		object, _ := strict.Members(one.object)
		members := make(map[string]tftypes.Value, len(c.element.Keys))
		for name, argument := range c.element.Keys {
			value := object[name]
			switch {
			case name == parentKey && c.above() != "":
				value = parentForm(of, byExtID, object[c.above()])
			case name == ownPart && one.given == nil:
				if textOf(value) == key {
					value = tftypes.NewValue(tftypes.String, nil)
				}
			case one.given != nil && one.given[name].IsNull() && strict.Unmanaged(argument):
				if name != ownPart {
					one.record.assign(name, value)
				}
				value = tftypes.NewValue(value.Type(), nil)
			}
			members[name] = value
		}
		all[key] = tftypes.NewValue(single.ElementType, members)
	}
	return tftypes.NewValue(kind, all)
}

// assign records the value of the service for an omitted argument.
func (r *record) assign(name string, value tftypes.Value) {
	var flag bool
	assigned := maps.Clone(r.Assigned)
	if assigned == nil {
		assigned = map[string]any{}
	}
	delete(assigned, name)
	switch {
	case !value.IsKnown() || value.IsNull():
	case value.Type().Is(tftypes.Bool) && value.As(&flag) == nil:
		assigned[name] = flag
	default:
		assigned[name] = textOf(value)
	}
	r.Assigned = assigned
}

// fromJSON returns a recorded text or boolean; null for any other value.
func fromJSON(recorded any, of tftypes.Type) tftypes.Value {
	if recorded == nil || tftypes.ValidateValue(of, recorded) != nil {
		return tftypes.NewValue(of, nil)
	}
	return tftypes.NewValue(of, recorded)
}

// differs reports whether a plan changes a recorded element.
func (c *Collection) differs(before, after *element) bool {
	was, _ := strict.Members(before.object)
	becomes, _ := strict.Members(after.object)
	if at := c.above(); at != "" && !was[at].Equal(becomes[at]) {
		return true
	}
	for name, key := range c.element.Keys {
		if name == parentKey || name == ownPart || after.given[name].IsNull() && strict.Unmanaged(key) {
			continue
		}
		if !strict.Same(was[name], becomes[name], key) {
			return true
		}
	}
	return false
}

// parentOf returns the parent of all elements without one of their own.
func (c *Collection) parentOf(object tftypes.Value) tftypes.Value {
	if c.above() == "" {
		return tftypes.NewValue(tftypes.String, nil)
	}
	return memberOf(object, c.above())
}

func text(of string) tftypes.Value { return tftypes.NewValue(tftypes.String, of) }

// textOf returns a known text; "" for any other value.
func textOf(value tftypes.Value) (known string) {
	if value.Type() != nil && value.Type().Is(tftypes.String) && value.IsKnown() && !value.IsNull() {
		_ = value.As(&known) // It is a text.
	}
	return known
}

func stringValue(value tftypes.Value) types.String {
	switch {
	case value.Type() == nil || value.IsNull():
		return types.StringNull()
	case !value.IsKnown():
		return types.StringUnknown()
	}
	return types.StringValue(textOf(value))
}

// integer returns a known whole number.
func integer(value tftypes.Value) (int, bool) {
	var number big.Float
	if value.Type() == nil || value.IsNull() || !value.IsKnown() || value.As(&number) != nil {
		return 0, false
	}
	whole, _ := number.Int64()
	return int(whole), true
}

// memberOf returns an attribute of an object; null if the object is null.
func memberOf(object tftypes.Value, name string) tftypes.Value {
	members, _ := strict.Members(object)
	if value, ok := members[name]; ok {
		return value
	}
	return tftypes.NewValue(tftypes.String, nil)
}

// setRaw sets an attribute of a plan to a value of the protocol.
func setRaw(ctx context.Context, plan *tfsdk.Plan, name string, value tftypes.Value) diag.Diagnostics {
	of := plan.Schema.GetAttributes()[name]
	converted, err := of.GetType().ValueFromTerraform(ctx, value)
	if err != nil {
		return diag.Diagnostics{diag.NewErrorDiagnostic("Could not read a value", err.Error())}
	}
	return plan.SetAttribute(ctx, path.Root(name), converted)
}

// adoption contains the keys in the argument adopt.
type adoption map[string]bool

func (a adoption) includes(key string) bool { return a[key] || a["*"] }

func adopted(plan tftypes.Value) adoption {
	var keys []tftypes.Value
	found := adoption{}
	if set := memberOf(plan, "adopt"); set.Type().Is(tftypes.Set{}) && set.IsKnown() && !set.IsNull() && set.As(&keys) == nil {
		for _, key := range keys {
			found[textOf(key)] = true
		}
	}
	return found
}

// byKey orders steps by key.
func byKey(a, b *step) int { return cmp.Compare(a.key(), b.key()) }
