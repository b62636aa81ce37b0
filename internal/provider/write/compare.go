package write

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
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
	// in is the map with the value, whose type decides which texts at the key have the same meaning.
	in  attr.Value
	key string
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
		compared = append(compared, c.split(ctx)...)
	}
	return compared, diags
}

// split returns a comparison per key of a map, and per attribute of an object that all three values
// contain, such as a grant of a profile.
func (c comparison) split(ctx context.Context) []comparison {
	base, missing := members(ctx, c.base)
	desired, _ := members(ctx, c.desired)
	remote, _ := members(ctx, c.remote)
	if base == nil || desired == nil || remote == nil {
		return []comparison{c.decided(ctx)}
	}
	all := maps.Clone(base)
	maps.Copy(all, desired)
	maps.Copy(all, remote)
	var compared []comparison
	for _, key := range slices.Sorted(maps.Keys(all)) {
		one := c
		one.base, one.desired, one.remote = cmp.Or(base[key], missing), cmp.Or(desired[key], missing), cmp.Or(remote[key], missing)
		one.at, one.in, one.key = c.at.AtMapKey(key), c.base, key
		if _, isObject := c.base.(basetypes.ObjectValue); isObject {
			one.at = c.at.AtName(key)
			one.settable = one.at
		}
		compared = append(compared, one.split(ctx)...)
	}
	return compared
}

// members returns the elements of a map, with the value of a key that it lacks, or the attributes of
// an object; nil for an unknown value, an object that is null, and any other value.
func members(ctx context.Context, value attr.Value) (all map[string]attr.Value, missing attr.Value) {
	switch value := value.(type) {
	case basetypes.ObjectValue:
		if !value.IsNull() && !value.IsUnknown() {
			return value.Attributes(), nil
		}
	case basetypes.MapValuable:
		plain, diags := value.ToMapValue(ctx)
		if diags.HasError() || plain.IsUnknown() {
			return nil, nil
		}
		of := plain.ElementType(ctx)
		missing, _ = of.ValueFromTerraform(ctx, tftypes.NewValue(of.TerraformType(ctx), nil)) // Every type has null.
		return plain.Elements(), missing
	}
	return nil, nil
}

// decided compares the three values with their types' semantic equality. An attribute that is
// unknown in the plan is not a planned change.
func (c comparison) decided(ctx context.Context) comparison {
	same := func(a, b attr.Value) bool { return attrs.SameMeaning(ctx, a, b) }
	if in, ok := c.in.(attrs.FixedMap); ok {
		same = func(a, b attr.Value) bool { return attrs.SameMeaning(ctx, in.Only(c.key, a), in.Only(c.key, b)) }
	}
	c.plannedChange = !c.desired.IsUnknown() && !same(c.base, c.desired)
	c.remoteChange = !same(c.base, c.remote)
	c.converged = same(c.desired, c.remote)
	return c
}
