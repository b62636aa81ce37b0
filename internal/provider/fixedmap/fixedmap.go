// Package fixedmap defines attributes that reject unknown keys and keep the spelling of the
// configuration. A value consists of the dynamic value as written and its typed meaning.
package fixedmap

import (
	"context"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/defaults"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

var (
	_ basetypes.DynamicTypable  = Type{}
	_ basetypes.DynamicValuable = Value{}
)

// Type is the type of an attribute that takes a map of objects with known keys, and rejects every
// other key of an object.
//
// It is dynamic and not nested, because Terraform and OpenTofu silently drop unknown keys of a
// nested object before a provider sees them: `{ valdity = … }` would grant a role without an end. A
// dynamic value arrives as it is written. The CLIs require the plan to repeat it, so a state keeps
// the spelling of the configuration, and the typed value has its meaning.
type Type struct {
	basetypes.DynamicType
	// Title is the name of one object in messages, such as "a grant".
	Title string
	// Words are the other texts in messages.
	Words Words
	// Keys contains the keys of an object.
	Keys map[string]Key
	*shape
}

// shape is what follows from the keys of a type.
type shape struct {
	// object is the type of one typed object.
	object tftypes.Object
	// names are all keys, sorted, and required those that every object must have.
	names, required []string
}

// New completes a type. Values are of completed types only.
func New(t Type) Type {
	t.shape = &shape{object: tftypes.Object{AttributeTypes: make(map[string]tftypes.Type, len(t.Keys))},
		names: slices.Sorted(maps.Keys(t.Keys))}
	for _, name := range t.names {
		t.object.AttributeTypes[name] = typeOf(t.Keys[name])
		if key, ok := t.Keys[name].(interface{ IsRequired() bool }); ok && key.IsRequired() {
			t.required = append(t.required, name)
		}
	}
	return t
}

// Words are texts of messages about a map.
type Words struct {
	// Map describes the map as part of a sentence, and Key a key at its begin.
	Map, Key string
	// Null returns the remedy for a null object with a key.
	Null func(key string) string
}

// Key is an attribute of any schema: a boolean, a string, a map of strings or another map of
// objects.
type Key interface {
	GetType() attr.Type
	GetMarkdownDescription() string
	IsSensitive() bool
}

// Equal reports whether the other type is this one.
func (t Type) Equal(other attr.Type) bool {
	o, ok := other.(Type)
	return ok && o.Title == t.Title && slices.Equal(t.names, o.names)
}

// String names the type in messages.
func (t Type) String() string { return "fixedmap.Type[" + t.Title + "]" }

// ValueFromDynamic converts a plain dynamic value.
func (t Type) ValueFromDynamic(ctx context.Context, in basetypes.DynamicValue) (basetypes.DynamicValuable, diag.Diagnostics) {
	raw, err := in.ToTerraformValue(ctx)
	if err != nil {
		return nil, diag.Diagnostics{diag.NewErrorDiagnostic("Could not read a value", err.Error())}
	}
	return Value{raw, t}, nil
}

// ValueFromTerraform keeps a value of the protocol unchanged.
func (t Type) ValueFromTerraform(_ context.Context, in tftypes.Value) (attr.Value, error) {
	if in.Type() == nil {
		in = tftypes.NewValue(tftypes.DynamicPseudoType, nil)
	}
	return Value{in, t}, nil
}

// ValueType returns the Go type of the values.
func (t Type) ValueType(context.Context) attr.Value { return Value{typ: t} }

// Unmanaged reports whether an object that omits a key leaves its value to the service.
func Unmanaged(key Key) bool {
	computed, ok := key.(interface{ IsComputed() bool })
	return ok && computed.IsComputed() && !hasDefault(key)
}

// hasDefault reports whether a key has a default, which only booleans have.
func hasDefault(key Key) bool {
	flag, ok := key.(interface{ BoolDefaultValue() defaults.Bool })
	return ok && flag.BoolDefaultValue() != nil
}

// Value is a value of Type.
type Value struct {
	raw tftypes.Value
	typ Type
}

// Type returns the type of the value.
func (v Value) Type(context.Context) attr.Type { return v.typ }

// ToTerraformValue returns the value as written.
func (v Value) ToTerraformValue(context.Context) (tftypes.Value, error) {
	if v.raw.Type() == nil {
		return tftypes.NewValue(tftypes.DynamicPseudoType, nil), nil
	}
	return v.raw, nil
}

// ToDynamicValue converts to a plain dynamic value.
func (v Value) ToDynamicValue(ctx context.Context) (basetypes.DynamicValue, diag.Diagnostics) {
	value, err := basetypes.DynamicType{}.ValueFromTerraform(ctx, v.raw)
	if err != nil {
		return types.DynamicNull(), diag.Diagnostics{diag.NewErrorDiagnostic("Could not read a value", err.Error())}
	}
	dynamic, _ := value.(basetypes.DynamicValue)
	return dynamic, nil
}

// Equal reports whether the other value is spelled identically.
func (v Value) Equal(other attr.Value) bool {
	o, ok := other.(Value)
	return ok && v.typ.Equal(o.typ) && v.raw.Equal(o.raw)
}

// IsNull reports whether the value is null.
func (v Value) IsNull() bool { return v.raw.IsNull() }

// IsUnknown reports whether the value is known only after apply.
func (v Value) IsUnknown() bool { return !v.raw.IsKnown() }

// String returns the value for messages.
func (v Value) String() string { return v.raw.String() }

// Members returns the members of a known object or map by name; false for any other value.
func Members(v tftypes.Value) (map[string]tftypes.Value, bool) {
	switch v.Type().(type) {
	case tftypes.Object, tftypes.Map:
		var members map[string]tftypes.Value
		return members, !v.IsNull() && v.IsKnown() && v.As(&members) == nil
	}
	return nil, false
}
