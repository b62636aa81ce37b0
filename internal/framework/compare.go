package framework

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
)

// comparison is an attribute, or a key of one that is a map, three ways: as planned from, as wanted, and as found.
type comparison struct {
	attribute string
	at        path.Path
	// set is where a value can be set as a whole: the attribute, or one of an object in it.
	set                 path.Path
	from, wanted, found attr.Value
	// touched says that the plan changes it, foreign that somebody else did, agrees that what was found is what is wanted.
	touched, foreign, agrees bool
	sensitive                bool
}

// compare compares every attribute, sorted by name, three ways.
func (c Change) compare(ctx context.Context, now tfsdk.State) ([]comparison, diag.Diagnostics) {
	var diags diag.Diagnostics
	var compared []comparison
	attributes := c.from.Schema.GetAttributes()
	for _, name := range slices.Sorted(maps.Keys(attributes)) {
		three := comparison{attribute: name, at: path.Root(name), set: path.Root(name), sensitive: attributes[name].IsSensitive()}
		diags.Append(c.from.GetAttribute(ctx, three.at, &three.from)...)
		diags.Append(c.wanted.GetAttribute(ctx, three.at, &three.wanted)...)
		diags.Append(now.GetAttribute(ctx, three.at, &three.found)...)
		if diags.HasError() {
			return nil, diags
		}
		compared = append(compared, three.byKey(ctx)...)
	}
	return compared, diags
}

// byKey takes a map apart, so that each key is compared by itself.
func (three comparison) byKey(ctx context.Context) []comparison {
	from, wanted, found := mapOf(ctx, three.from), mapOf(ctx, three.wanted), mapOf(ctx, three.found)
	if from == nil || wanted == nil || found == nil {
		return []comparison{three.decided(ctx, three.from, three.wanted, three.found)}
	}
	keys := map[string]bool{}
	for _, m := range []*basetypes.MapValue{from, wanted, found} {
		for key := range m.Elements() {
			keys[key] = true
		}
	}
	var compared []comparison
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		one := three
		one.at = three.at.AtMapKey(key)
		one.from, one.wanted, one.found = at(ctx, from, key), at(ctx, wanted, key), at(ctx, found, key)
		if inner := one.byAttribute(ctx); inner != nil {
			compared = append(compared, inner...)
			continue
		}
		compared = append(compared, one.decided(ctx, only(ctx, three.from, from, key), only(ctx, three.from, wanted, key), only(ctx, three.from, found, key)))
	}
	return compared
}

// byAttribute takes an object that is there all three times apart, such as a grant among those of a profile; nil for anything else.
func (three comparison) byAttribute(ctx context.Context) []comparison {
	from, _ := three.from.(basetypes.ObjectValue)
	wanted, _ := three.wanted.(basetypes.ObjectValue)
	found, _ := three.found.(basetypes.ObjectValue)
	var compared []comparison
	for _, name := range slices.Sorted(maps.Keys(from.Attributes())) {
		one := three
		one.at, one.set = three.at.AtName(name), three.at.AtName(name)
		one.from, one.wanted, one.found = from.Attributes()[name], wanted.Attributes()[name], found.Attributes()[name]
		if one.wanted == nil || one.found == nil {
			return nil
		}
		compared = append(compared, one.byKey(ctx)...)
	}
	return compared
}

// decided compares three values by their meaning. What the plan leaves to the service is not touched.
func (three comparison) decided(ctx context.Context, from, wanted, found attr.Value) comparison {
	three.touched = !three.wanted.IsUnknown() && !same(ctx, from, wanted)
	three.foreign = !same(ctx, from, found)
	three.agrees = same(ctx, wanted, found)
	return three
}

// mapOf is the plain map in a value, nil when it is unknown or none.
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

// at is the element at a key, null when the key is missing.
func at(ctx context.Context, m *basetypes.MapValue, key string) attr.Value {
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

// only is a map with nothing but one key, of the type of like, whose meaning of equality counts.
func only(ctx context.Context, like attr.Value, m *basetypes.MapValue, key string) attr.Value {
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
