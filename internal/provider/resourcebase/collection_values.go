package resourcebase

import (
	"cmp"
	"maps"
	"math/big"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/fixedmap"
)

// encode returns the typed map of elements for a state. An argument that the element leaves to the
// service stays omitted, and its value is recorded.
func (c *Collection) encode(of *elements, kind tftypes.Type) tftypes.Value {
	single, _ := kind.(tftypes.Map)
	byExtID := of.byExtID()
	all := make(map[string]tftypes.Value, len(of.by))
	for key, one := range of.by {
		object, _ := membersClone(one.main.Value)
		for i, part := range one.parts {
			for _, name := range c.parts[i].arguments {
				object[name] = tftypes.NewValue(c.parts[i].kind.AttributeTypes[name], nil)
				if !part.IsNull() {
					object[name] = memberOf(part.Value, name)
				}
			}
		}
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
			case one.given != nil && one.given[name].IsNull() && fixedmap.Unmanaged(argument):
				if name != ownPart {
					one.assign(name, value)
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
func (e *element) assign(name string, value tftypes.Value) {
	var flag bool
	assigned := maps.Clone(e.assigned)
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
	e.assigned = assigned
}

// fromJSON returns a recorded text or boolean; null for any other value.
func fromJSON(recorded any, of tftypes.Type) tftypes.Value {
	if recorded == nil || tftypes.ValidateValue(of, recorded) != nil {
		return tftypes.NewValue(of, nil)
	}
	return tftypes.NewValue(of, recorded)
}

// moves reports whether a plan changes the object above that of an element.
func (c *Collection) moves(before, after *element) bool {
	at := c.above()
	return at != "" && !memberOf(before.main.Value, at).Equal(memberOf(after.main.Value, at))
}

// differs reports whether a plan changes the object of an element.
func (c *Collection) differs(before, after *element) bool {
	return c.moves(before, after) || !same(before.main.Value, after.main.Value, c.element.Keys, c.managed(after))
}

// managed returns the arguments of the object that an element has.
func (c *Collection) managed(of *element) []string {
	return slices.DeleteFunc(slices.Clone(c.main.arguments), func(name string) bool {
		return name == c.above() || slices.Contains(of.omitted, name)
	})
}

// partDiffers reports whether a plan changes a part of an element. Nothing is lost where an empty set
// is no longer managed.
func (c *Collection) partDiffers(i int, before, after *element) bool {
	if at := c.parts[i]; at.of.Class == objecttype.Set && after.parts[i].IsNull() {
		members, _ := fixedmap.Members(memberOf(before.parts[i].Value, at.arguments[0]))
		return len(members) > 0
	}
	return !same(before.parts[i].Value, after.parts[i].Value, c.keys, c.parts[i].arguments)
}

// replaces reports whether a plan changes an argument that no operation of the service can change.
func (c *Collection) replaces(before, after *element) bool {
	return slices.ContainsFunc(c.Type.Single().Fixed, func(name string) bool {
		was, becomes := memberOf(before.main.Value, name), after.given[name]
		return !becomes.IsNull() && becomes.IsKnown() && !fixedmap.Same(was, becomes, c.element.Keys[name])
	})
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

// integer returns a known whole number.
func integer(value tftypes.Value) (int, bool) {
	var number big.Float
	if value.Type() == nil || value.IsNull() || !value.IsKnown() || value.As(&number) != nil {
		return 0, false
	}
	whole, _ := number.Int64()
	return int(whole), true
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
