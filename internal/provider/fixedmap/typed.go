package fixedmap

import (
	"context"
	"maps"
	"math/big"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// typedType returns the type of the typed values.
func (t Type) typedType() tftypes.Type { return tftypes.Map{ElementType: t.object} }

// typeOf returns the type of the typed values of a key.
func typeOf(key Key) tftypes.Type {
	if inner, ok := key.GetType().(Type); ok {
		return inner.typedType()
	}
	return key.GetType().TerraformType(context.Background())
}

// typed converts a written value to its meaning: a missing boolean has its default, and a map without
// values is null. Values that validation rejects are null.
func (t Type) typed(written tftypes.Value) tftypes.Value {
	return t.typedLike(written, tftypes.Value{}, tftypes.Value{})
}

// typedLike works like typed. Objects that another written value also has are those of its typed one.
func (t Type) typedLike(written, other, otherTyped tftypes.Value) tftypes.Value {
	of := t.typedType()
	elements, ok := Members(written)
	if !ok {
		return nothing(written, of)
	}
	known, _ := Members(other)
	knownTyped, _ := Members(otherTyped)
	typed := make(map[string]tftypes.Value, len(elements))
	for key, element := range elements {
		if known[key].Equal(element) {
			typed[key] = knownTyped[key]
			continue
		}
		typed[key] = t.typedObject(element)
	}
	return tftypes.NewValue(of, typed)
}

func (t Type) typedObject(written tftypes.Value) tftypes.Value {
	members, ok := Members(written)
	if !ok {
		return nothing(written, t.object)
	}
	typed := make(map[string]tftypes.Value, len(t.Keys))
	for name, key := range t.Keys {
		typed[name] = typedMember(members[name], key)
	}
	return tftypes.NewValue(t.object, typed)
}

// nothing returns an unknown value of a type if written is unknown, otherwise null.
func nothing(written tftypes.Value, of tftypes.Type) tftypes.Value {
	if written.Type() != nil && !written.IsKnown() {
		return tftypes.NewValue(of, tftypes.UnknownValue)
	}
	return tftypes.NewValue(of, nil)
}

func typedMember(written tftypes.Value, key Key) tftypes.Value {
	of := typeOf(key)
	absent := written.Type() == nil || written.IsNull()
	inner, isMap := key.GetType().(Type)
	switch {
	case absent && hasDefault(key):
		return tftypes.NewValue(tftypes.Bool, false)
	case absent, !written.IsKnown():
		return nothing(written, of)
	case isMap:
		return inner.typed(written)
	}
	if typed, ok := Convert(written, of); ok {
		return withoutNulls(typed)
	}
	return tftypes.NewValue(of, nil)
}

// withoutNulls removes null elements from a map. A map without other elements becomes null.
func withoutNulls(value tftypes.Value) tftypes.Value {
	members, ok := Members(value)
	if !ok || !value.Type().Is(tftypes.Map{}) {
		return value
	}
	some := maps.Clone(members)
	maps.DeleteFunc(some, func(_ string, member tftypes.Value) bool { return member.IsNull() })
	if len(some) == 0 {
		return tftypes.NewValue(value.Type(), nil)
	}
	return tftypes.NewValue(value.Type(), some)
}

// Convert converts a value to another type, as the CLIs do for a typed attribute; false when it
// does not fit. An object type does not accept additional members.
func Convert(value tftypes.Value, to tftypes.Type) (tftypes.Value, bool) {
	switch {
	case value.Type().Equal(to):
		return value, true
	case value.IsNull() || !value.IsKnown():
		return nothing(value, to), true
	case to.Is(tftypes.Bool):
		return convertBool(value)
	case to.Is(tftypes.String):
		return convertText(value)
	}
	members, ok := Members(value)
	if !ok {
		return value, false
	}
	switch to := to.(type) {
	case tftypes.Map:
		converted := make(map[string]tftypes.Value, len(members))
		for name, member := range members {
			if converted[name], ok = Convert(member, to.ElementType); !ok {
				return value, false
			}
		}
		return tftypes.NewValue(to, converted), true
	case tftypes.Object:
		return convertObject(members, to)
	}
	return value, false
}

func convertBool(value tftypes.Value) (tftypes.Value, bool) {
	var text string
	if !value.Type().Is(tftypes.String) || value.As(&text) != nil {
		return value, false
	}
	switch text {
	case "true", "1":
		return tftypes.NewValue(tftypes.Bool, true), true
	case "false", "0":
		return tftypes.NewValue(tftypes.Bool, false), true
	}
	return value, false
}

func convertText(value tftypes.Value) (tftypes.Value, bool) {
	var flag bool
	var number big.Float
	switch {
	case value.Type().Is(tftypes.Bool) && value.As(&flag) == nil:
		return tftypes.NewValue(tftypes.String, strconv.FormatBool(flag)), true
	case value.Type().Is(tftypes.Number) && value.As(&number) == nil:
		return tftypes.NewValue(tftypes.String, number.Text('f', -1)), true
	}
	return value, false
}

func convertObject(members map[string]tftypes.Value, to tftypes.Object) (tftypes.Value, bool) {
	for name := range members {
		if _, known := to.AttributeTypes[name]; !known {
			return tftypes.Value{}, false
		}
	}
	converted := make(map[string]tftypes.Value, len(to.AttributeTypes))
	for name, of := range to.AttributeTypes {
		member, there := members[name]
		if !there {
			member = tftypes.NewValue(of, nil)
		}
		var ok bool
		if converted[name], ok = Convert(member, of); !ok {
			return tftypes.Value{}, false
		}
	}
	return tftypes.NewValue(to, converted), true
}

// sameMeaning reports whether two typed values have the same meaning. An unknown value is not equal
// to any value.
func (t Type) sameMeaning(a, b tftypes.Value) bool {
	ofA, okA := Members(a)
	ofB, okB := Members(b)
	if !okA || !okB || len(ofA) != len(ofB) {
		return false
	}
	for key, element := range ofA {
		if other, there := ofB[key]; !there || !t.sameObject(element, other) {
			return false
		}
	}
	return true
}

func (t Type) sameObject(a, b tftypes.Value) bool {
	ofA, okA := Members(a)
	ofB, okB := Members(b)
	if !okA || !okB {
		return false
	}
	if SameMap(ofA, ofB) {
		return true
	}
	for name, key := range t.Keys {
		if !Same(ofA[name], ofB[name], key) {
			return false
		}
	}
	return true
}

// Same reports whether two typed values of a key have the same meaning. If the second one omits a key
// that the service assigns, every value is the same, and if it omits a map of objects, an empty one.
func Same(a, b tftypes.Value, key Key) bool {
	if !a.IsKnown() || !b.IsKnown() {
		return false
	}
	if b.IsNull() && Unmanaged(key) {
		return true
	}
	if a.Equal(b) {
		return true
	}
	if inner, isMap := key.GetType().(Type); isMap {
		members, _ := Members(a)
		return b.IsNull() && len(members) == 0 || inner.sameMeaning(a, b)
	}
	one, other := valueOf(a, key), valueOf(b, key)
	meaning, ok := one.(basetypes.MapValuableWithSemanticEquals)
	valuable, isMap := other.(basetypes.MapValuable)
	if !ok || !isMap {
		return false
	}
	same, _ := meaning.MapSemanticEquals(context.Background(), valuable)
	return same
}

// valueOf converts a typed member to a value of the framework.
func valueOf(typed tftypes.Value, key Key) attr.Value {
	value, err := key.GetType().ValueFromTerraform(context.Background(), typed)
	if err != nil {
		return nil
	}
	return value
}
