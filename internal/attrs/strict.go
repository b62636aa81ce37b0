package attrs

import (
	"context"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

var (
	_ basetypes.DynamicTypable  = StrictType{}
	_ basetypes.DynamicValuable = StrictValue{}
)

// StrictType is the type of an attribute that takes an object with known keys, or a map of such
// objects by external ID, and refuses every other key.
//
// It is dynamic and not nested, because Terraform and OpenTofu drop unknown keys of a nested object
// in silence, before a provider sees them: `{ valdity = … }` would grant a role without an end. A
// dynamic value arrives as it is written. The CLIs want it planned as it is written too, so a state
// keeps the spelling of the configuration; typed is what it means.
type StrictType struct {
	basetypes.DynamicType
	// Title is what one object is called, such as "a grant".
	Title string
	// Keyed says that the value is a map of objects.
	Keyed bool
	// Keys are the keys of an object.
	Keys map[string]StrictKey
}

// StrictKey is an attribute of any schema: a boolean, a text, a list of texts or a FixedMap.
type StrictKey interface {
	GetType() attr.Type
	GetMarkdownDescription() string
	IsSensitive() bool
}

// Equal reports whether the other type is this one.
func (t StrictType) Equal(other attr.Type) bool {
	o, ok := other.(StrictType)
	return ok && o.Title == t.Title && o.Keyed == t.Keyed && slices.Equal(t.names(), o.names())
}

// String names the type in messages.
func (t StrictType) String() string { return "attrs.StrictType[" + t.Title + "]" }

// ValueFromDynamic converts a plain dynamic value.
func (t StrictType) ValueFromDynamic(ctx context.Context, in basetypes.DynamicValue) (basetypes.DynamicValuable, diag.Diagnostics) {
	raw, err := in.ToTerraformValue(ctx)
	if err != nil {
		return nil, diag.Diagnostics{diag.NewErrorDiagnostic("Could not read a value", err.Error())}
	}
	return StrictValue{raw, t}, nil
}

// ValueFromTerraform keeps a value of the protocol as it is.
func (t StrictType) ValueFromTerraform(_ context.Context, in tftypes.Value) (attr.Value, error) {
	if in.Type() == nil {
		in = tftypes.NewValue(tftypes.DynamicPseudoType, nil)
	}
	return StrictValue{in, t}, nil
}

// ValueType is the Go type of the type's values.
func (t StrictType) ValueType(context.Context) attr.Value { return StrictValue{typ: t} }

func (t StrictType) names() []string { return slices.Sorted(maps.Keys(t.Keys)) }

// StrictValue is a value of StrictType.
type StrictValue struct {
	raw tftypes.Value
	typ StrictType
}

// Type is the value's type.
func (v StrictValue) Type(context.Context) attr.Type { return v.typ }

// ToTerraformValue is the value as it is written.
func (v StrictValue) ToTerraformValue(context.Context) (tftypes.Value, error) {
	if v.raw.Type() == nil {
		return tftypes.NewValue(tftypes.DynamicPseudoType, nil), nil
	}
	return v.raw, nil
}

// ToDynamicValue converts to a plain dynamic value.
func (v StrictValue) ToDynamicValue(ctx context.Context) (basetypes.DynamicValue, diag.Diagnostics) {
	value, err := basetypes.DynamicType{}.ValueFromTerraform(ctx, v.raw)
	if err != nil {
		return types.DynamicNull(), diag.Diagnostics{diag.NewErrorDiagnostic("Could not read a value", err.Error())}
	}
	dynamic, _ := value.(basetypes.DynamicValue)
	return dynamic, nil
}

// Equal reports whether the other value is the same to the letter.
func (v StrictValue) Equal(other attr.Value) bool {
	o, ok := other.(StrictValue)
	return ok && v.typ.Equal(o.typ) && v.raw.Equal(o.raw)
}

// IsNull reports whether there is no value.
func (v StrictValue) IsNull() bool { return v.raw.IsNull() }

// IsUnknown reports whether the value is known only after the apply.
func (v StrictValue) IsUnknown() bool { return !v.raw.IsKnown() }

// String shows the value in messages.
func (v StrictValue) String() string { return v.raw.String() }

// MapKeys are the keys of a map of objects, none when it is unknown.
func (v StrictValue) MapKeys() []string {
	elements, _ := membersOf(v.raw)
	return slices.Sorted(maps.Keys(elements))
}

// Typed is what a written value means: an object, or a map of objects, of the types of its keys.
func (t StrictType) Typed(written tftypes.Value) tftypes.Value { return t.typed(written) }

// objects are what a map of objects means, by their keys.
func (v StrictValue) objects() map[string]attr.Value {
	of := types.ObjectType{AttrTypes: make(map[string]attr.Type, len(v.typ.Keys))}
	for name, key := range v.typ.Keys {
		of.AttrTypes[name] = key.GetType()
	}
	value, err := types.MapType{ElemType: of}.ValueFromTerraform(context.Background(), v.typ.typed(v.raw))
	if m, ok := value.(types.Map); ok && err == nil && v.typ.Keyed {
		return m.Elements()
	}
	return nil
}

// membersOf are the members of a known object or map by their names; false for anything else.
func membersOf(v tftypes.Value) (map[string]tftypes.Value, bool) {
	if v.Type() == nil || v.IsNull() || !v.IsKnown() || !v.Type().Is(tftypes.Object{}) && !v.Type().Is(tftypes.Map{}) {
		return nil, false
	}
	var members map[string]tftypes.Value
	return members, v.As(&members) == nil
}
