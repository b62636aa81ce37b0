package write

import (
	"context"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
)

// comparison holds three values of an attribute, or of one key of a map: the base from which the
// plan was made, the desired value, and the remote value.
type comparison struct {
	attribute string
	at        path.Path
	// settable is the path at which a value can be set as a whole: the attribute, or an attribute of an
	// object in it.
	settable              path.Path
	base, desired, remote attr.Value
	// plannedChange reports a change by the plan, remoteChange a change by another writer, and
	// converged a remote value that equals the desired one.
	plannedChange, remoteChange, converged bool
	sensitive                              bool
}

// compare compares the named attributes, or all sorted by name, three ways.
func compare(ctx context.Context, base tfsdk.State, desired tfsdk.Plan, remote tfsdk.State, names ...string) ([]comparison,
	diag.Diagnostics) {
	var diags diag.Diagnostics
	var compared []comparison
	attributes := base.Schema.GetAttributes()
	if names == nil {
		names = slices.Sorted(maps.Keys(attributes))
	}
	for _, name := range names {
		c := comparison{attribute: name, at: path.Root(name), settable: path.Root(name), sensitive: attributes[name].IsSensitive()}
		diags.Append(base.GetAttribute(ctx, c.at, &c.base)...)
		diags.Append(desired.GetAttribute(ctx, c.at, &c.desired)...)
		diags.Append(remote.GetAttribute(ctx, c.at, &c.remote)...)
		if diags.HasError() {
			return nil, diags
		}
		compared = append(compared, c.byKey(ctx)...)
	}
	return compared, diags
}

// byKey splits a map into one comparison per key.
func (c comparison) byKey(ctx context.Context) []comparison {
	base, desired, remote := mapOf(ctx, c.base), mapOf(ctx, c.desired), mapOf(ctx, c.remote)
	if base == nil || desired == nil || remote == nil {
		return []comparison{c.decided(ctx, c.base, c.desired, c.remote)}
	}
	keys := map[string]bool{}
	for _, m := range []*basetypes.MapValue{base, desired, remote} {
		for key := range m.Elements() {
			keys[key] = true
		}
	}
	var compared []comparison
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		one := c
		one.at = c.at.AtMapKey(key)
		one.base, one.desired, one.remote = elementAt(ctx, base, key), elementAt(ctx, desired, key), elementAt(ctx, remote, key)
		if inner := one.byAttribute(ctx); inner != nil {
			compared = append(compared, inner...)
			continue
		}
		compared = append(compared,
			one.decided(ctx, onlyKey(ctx, c.base, base, key), onlyKey(ctx, c.base, desired, key), onlyKey(ctx, c.base, remote, key)))
	}
	return compared
}

// byAttribute splits an object that all three values contain, such as a grant of a profile, into
// one comparison per attribute. It returns nil for anything else.
func (c comparison) byAttribute(ctx context.Context) []comparison {
	base, _ := c.base.(basetypes.ObjectValue)
	desired, _ := c.desired.(basetypes.ObjectValue)
	remote, _ := c.remote.(basetypes.ObjectValue)
	var compared []comparison
	for _, name := range slices.Sorted(maps.Keys(base.Attributes())) {
		one := c
		one.at, one.settable = c.at.AtName(name), c.at.AtName(name)
		one.base, one.desired, one.remote = base.Attributes()[name], desired.Attributes()[name], remote.Attributes()[name]
		if one.desired == nil || one.remote == nil {
			return nil
		}
		compared = append(compared, one.byKey(ctx)...)
	}
	return compared
}

// decided compares the three values with their types' semantic equality. An attribute that is
// unknown in the plan is not a planned change.
func (c comparison) decided(ctx context.Context, base, desired, remote attr.Value) comparison {
	c.plannedChange = !c.desired.IsUnknown() && !attrs.SameMeaning(ctx, base, desired)
	c.remoteChange = !attrs.SameMeaning(ctx, base, remote)
	c.converged = attrs.SameMeaning(ctx, desired, remote)
	return c
}

// mapOf returns the plain map in a value, or nil if the value is unknown or not a map.
func mapOf(ctx context.Context, value attr.Value) *basetypes.MapValue {
	valuable, ok := value.(basetypes.MapValuable)
	if !ok || value.IsUnknown() {
		return nil
	}
	plain, diags := valuable.ToMapValue(ctx)
	if diags.HasError() {
		return nil
	}
	return &plain
}

// elementAt returns the element at a key, or null if the key is missing.
func elementAt(ctx context.Context, m *basetypes.MapValue, key string) attr.Value {
	if element, ok := m.Elements()[key]; ok {
		return element
	}
	element := m.ElementType(ctx)
	null, err := element.ValueFromTerraform(ctx, tftypes.NewValue(element.TerraformType(ctx), nil))
	if err != nil {
		return types.StringNull()
	}
	return null
}

// onlyKey returns a map with a single key, of like's type, so that this type's semantic equality
// applies.
func onlyKey(ctx context.Context, like attr.Value, m *basetypes.MapValue, key string) attr.Value {
	single := types.MapNull(m.ElementType(ctx))
	if element, ok := m.Elements()[key]; ok {
		single = types.MapValueMust(m.ElementType(ctx), map[string]attr.Value{key: element})
	}
	if typ, ok := like.Type(ctx).(basetypes.MapTypable); ok {
		if value, diags := typ.ValueFromMap(ctx, single); !diags.HasError() {
			return value
		}
	}
	return single
}
