package attrs

import (
	"context"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"
)

// SameMeaning reports whether a remote value has the meaning of the desired one. An unknown desired
// value equals every remote value.
func SameMeaning(ctx context.Context, desired, remote attr.Value) bool {
	if desired.IsUnknown() {
		return true
	}
	if meaning, ok := desired.(basetypes.MapValuableWithSemanticEquals); ok {
		if other, ok := remote.(basetypes.MapValuable); ok {
			is, _ := meaning.MapSemanticEquals(ctx, other)
			return is
		}
	}
	of, _ := Members(desired)
	in, _ := Members(remote)
	if of == nil || in == nil {
		return desired.Equal(remote)
	}
	for key, a := range of {
		if b, ok := in[key]; !ok || !SameMeaning(ctx, a, b) {
			return false
		}
	}
	return len(of) == len(in)
}

// Members returns the elements of a plain map or the attributes of an object, with a function that
// extends a path to one of them; nil for any other value.
func Members(v attr.Value) (map[string]attr.Value, func(path.Path, string) path.Path) {
	if v.IsNull() {
		return nil, nil
	}
	switch v := v.(type) {
	case types.Map:
		return v.Elements(), path.Path.AtMapKey
	case types.Object:
		return v.Attributes(), path.Path.AtName
	}
	return nil, nil
}

// ChangedNames returns the names of the attributes that a plan changes, sorted. A value that is known
// only after the apply counts, unless the service assigns it.
func ChangedNames(ctx context.Context, state tfsdk.State, plan tfsdk.Plan) []string {
	var changed []string
	attributes := plan.Schema.GetAttributes()
	for _, name := range slices.Sorted(maps.Keys(attributes)) {
		var before, after attr.Value
		diags := state.GetAttribute(ctx, path.Root(name), &before)
		diags.Append(plan.GetAttribute(ctx, path.Root(name), &after)...)
		if diags.HasError() || after.IsUnknown() && attributes[name].IsComputed() {
			continue
		}
		if !SameMeaning(ctx, before, after) {
			changed = append(changed, name)
		}
	}
	return changed
}
