package fixedmap

import (
	"context"
	"maps"
	"reflect"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// TypedSchema returns a schema with a map of typed objects instead of every map of Type.
func TypedSchema(s schema.Schema) schema.Schema {
	s.Attributes = maps.Clone(s.Attributes)
	for name, attribute := range s.Attributes {
		if strict, ok := attribute.GetType().(Type); ok {
			s.Attributes[name] = schema.MapAttribute{Required: attribute.IsRequired(), Optional: attribute.IsOptional(),
				ElementType: strict.elementType()}
		}
	}
	return s
}

// elementType returns the type of a typed object in the framework.
func (t Type) elementType() attr.Type {
	of := types.ObjectType{AttrTypes: make(map[string]attr.Type, len(t.Keys))}
	for name, key := range t.Keys {
		of.AttrTypes[name] = key.GetType()
		if inner, ok := key.GetType().(Type); ok {
			of.AttrTypes[name] = types.MapType{ElemType: inner.elementType()}
		}
	}
	return of
}

// TypedPlan returns a plan with typed objects instead of every map of Type.
func TypedPlan(plan tfsdk.Plan) tfsdk.Plan {
	s, raw := typedValue(plan.Schema, plan.Raw)
	return tfsdk.Plan{Schema: s, Raw: raw}
}

// TypedState returns a state with typed objects instead of every map of Type.
func TypedState(state tfsdk.State) tfsdk.State {
	s, raw := typedValue(state.Schema, state.Raw)
	return tfsdk.State{Schema: s, Raw: raw}
}

func typedValue(of any, raw tftypes.Value) (schema.Schema, tftypes.Value) {
	written, _ := of.(schema.Schema)
	typed := TypedSchema(written)
	object := typed.Type().TerraformType(context.Background())
	attributes, ok := Members(raw)
	if !ok {
		return typed, nothing(raw, object)
	}
	return typed, tftypes.NewValue(object, mapped(written, attributes, func(_ string, t Type, value tftypes.Value) tftypes.Value {
		return t.typed(value)
	}))
}

// mapped returns the attributes of an object with every map of Type replaced.
func mapped(s schema.Schema, attributes map[string]tftypes.Value,
	replace func(name string, t Type, value tftypes.Value) tftypes.Value) map[string]tftypes.Value {
	replaced := maps.Clone(attributes)
	for name, attribute := range s.Attributes {
		if strict, ok := attribute.GetType().(Type); ok {
			replaced[name] = replace(name, strict, attributes[name])
		}
	}
	return replaced
}

// SetState sets a state to a model with typed values.
func SetState(ctx context.Context, state *tfsdk.State, model any) diag.Diagnostics {
	typed := TypedState(*state)
	diags := typed.Set(ctx, model)
	Rewrite(state, typed.Raw, tftypes.Value{})
	return diags
}

// Rewrite sets a state to a typed value in the spelling of an earlier value of the same object,
// which is a plan or a state.
func Rewrite(state *tfsdk.State, typed, like tftypes.Value) {
	written, _ := state.Schema.(schema.Schema)
	attributes, ok := Members(typed)
	if !ok {
		state.Raw = nothing(typed, written.Type().TerraformType(context.Background()))
		return
	}
	before, _ := Members(like)
	state.Raw = tftypes.NewValue(written.Type().TerraformType(context.Background()),
		mapped(written, attributes, func(name string, t Type, value tftypes.Value) tftypes.Value {
			return t.rewrite(value, before[name])
		}))
}

// PreserveSemanticEquality keeps the state's spelling of each Type whose planned value has the same
// meaning, so that the plan shows no difference after an import or a change of spelling. It returns
// the typed values of the state and of the plan.
func PreserveSemanticEquality(state tfsdk.State, plan *tfsdk.Plan) (was, becomes tftypes.Value) {
	written, _ := plan.Schema.(schema.Schema)
	_, was = typedValue(written, state.Raw)
	planned, ok := Members(plan.Raw)
	if !ok {
		return was, nothing(plan.Raw, was.Type())
	}
	recorded, _ := Members(state.Raw)
	before, _ := Members(was)
	after := maps.Clone(planned)
	kept := mapped(written, planned, func(name string, t Type, value tftypes.Value) tftypes.Value {
		after[name] = before[name]
		if Identical(recorded[name], value) {
			return value
		}
		if typed := t.typedLike(value, recorded[name], before[name]); !t.sameMeaning(before[name], typed) {
			after[name] = typed
			return value
		}
		return recorded[name]
	})
	plan.Raw = tftypes.NewValue(plan.Raw.Type(), kept)
	return was, tftypes.NewValue(was.Type(), after)
}

// SameMap reports whether two maps are one, which a comparison would have to read to its end.
func SameMap(one, other map[string]tftypes.Value) bool {
	return one != nil && reflect.ValueOf(one).Pointer() == reflect.ValueOf(other).Pointer()
}

// Identical is SameMap for the members of objects or maps.
func Identical(one, other tftypes.Value) bool {
	a, _ := Members(one)
	b, _ := Members(other)
	return SameMap(a, b)
}

// mapValue converts a typed map to a value of the framework.
func mapValue(ctx context.Context, typed tftypes.Value, key Key) types.Map {
	if valuable, ok := valueOf(typed, key).(basetypes.MapValuable); ok {
		value, _ := valuable.ToMapValue(ctx)
		return value
	}
	return types.MapNull(types.StringType)
}
