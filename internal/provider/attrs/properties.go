package attrs

import (
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework-validators/mapvalidator"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"golang.org/x/text/unicode/norm"
)

const (
	propertiesName          = "properties"
	sensitivePropertiesName = "sensitive_properties"
)

// WithOwnedProperties adds the two maps of properties to a schema; noun names the object with the
// properties. An optional one can have none.
func WithOwnedProperties(noun string, optional bool, attributes map[string]schema.Attribute) map[string]schema.Attribute {
	without, some := "Omit the attribute if no property is declared.", []validator.Map{mapvalidator.SizeAtLeast(1)}
	if !optional {
		without = "At least one of the two maps is needed."
		some = append(some, mapvalidator.AtLeastOneOf(path.MatchRoot(propertiesName), path.MatchRoot(sensitivePropertiesName)))
	}
	attributes[propertiesName] = schema.MapAttribute{
		Optional: true, ElementType: types.StringType, Validators: some,
		MarkdownDescription: "Values by name of the property, which must be defined for the " + noun +
			". A name that you remove is removed from the " + noun + "; undeclared names are ignored. " + without,
	}
	attributes[sensitivePropertiesName] = schema.MapAttribute{
		Optional: true, Sensitive: true, ElementType: types.StringType, Validators: some[:1],
		MarkdownDescription: "Values of encrypted properties by name. Plans do not show them; the state contains them.",
	}
	return attributes
}

// OwnedProperties is the part of a properties resource's model that holds the values of
// WithOwnedProperties. Each name is in at most one of the maps.
type OwnedProperties struct {
	Properties          types.Map `tfsdk:"properties"`
	SensitiveProperties types.Map `tfsdk:"sensitive_properties"`
}

// Imported reports whether no property is owned yet, which is true only right after an import.
func (o OwnedProperties) Imported() bool {
	return o.Properties.IsNull() && o.SensitiveProperties.IsNull()
}

// Values merges the two maps.
func (o OwnedProperties) Values() map[string]string {
	values := map[string]string{}
	for _, m := range []types.Map{o.Properties, o.SensitiveProperties} {
		for name, element := range m.Elements() {
			if s, ok := element.(types.String); ok {
				values[name] = s.ValueString()
			}
		}
	}
	return values
}

// PatchFrom returns the body of a PATCH from the state to the plan: the values that differ, and ""
// for each name that is no longer owned. A value that was unknown in the plan and is now empty is
// an error at its path.
func (o OwnedProperties) PatchFrom(state OwnedProperties) (map[string]string, diag.Diagnostics) {
	diags := o.Check()
	want, have := o.Values(), state.Values()
	patch := map[string]string{}
	for name, value := range want {
		if recorded, ok := have[name]; !ok || recorded != value {
			patch[name] = value
		}
	}
	for name := range have {
		if _, ok := want[name]; !ok {
			patch[name] = ""
		}
	}
	return patch, diags
}

// Clear returns the body of a PATCH that removes all owned properties.
func (o OwnedProperties) Clear() map[string]string {
	patch, _ := OwnedProperties{}.PatchFrom(o)
	return patch
}

// Release returns the owned properties without read-only names that the plan drops. The service
// keeps their values, so the provider makes no call for them and warns of each one. Release calls
// readOnly only if the plan drops a name.
func (o OwnedProperties) Release(plan OwnedProperties, readOnly func() map[string]bool) (OwnedProperties, diag.Diagnostics) {
	var diags diag.Diagnostics
	want, dropped := plan.Values(), o.Values()
	maps.DeleteFunc(dropped, func(name, _ string) bool { _, kept := want[name]; return kept })
	if len(dropped) == 0 {
		return o, diags
	}
	fixed := readOnly()
	maps.DeleteFunc(dropped, func(name, _ string) bool { return !fixed[name] })
	for _, name := range slices.Sorted(maps.Keys(dropped)) {
		diags.AddWarning("Released a read-only property",
			"The property "+name+" is read-only, so the service keeps its value and nothing was sent for it. It is no longer managed here.")
	}
	return o.Without(func(name string) bool { _, drop := dropped[name]; return drop }), diags
}

// Without returns the owned properties without the names that drop selects.
func (o OwnedProperties) Without(drop func(name string) bool) OwnedProperties {
	without := func(m types.Map) types.Map {
		if m.IsNull() {
			return m
		}
		elements := m.Elements()
		maps.DeleteFunc(elements, func(name string, _ attr.Value) bool { return drop(name) })
		return types.MapValueMust(types.StringType, elements)
	}
	return OwnedProperties{without(o.Properties), without(o.SensitiveProperties)}
}

// Own stores every value of the service; the names for which secret is true become sensitive.
func (o *OwnedProperties) Own(values map[string]string, secret func(name string) bool) {
	plain, hidden := split(values, secret)
	o.Properties, o.SensitiveProperties = StringMap(plain), StringMap(hidden)
	if len(hidden) == 0 {
		o.SensitiveProperties = types.MapNull(types.StringType)
	} else if len(plain) == 0 {
		o.Properties = types.MapNull(types.StringType)
	}
}

func split(values map[string]string, secret func(name string) bool) (plain, hidden map[string]string) {
	plain, hidden = map[string]string{}, map[string]string{}
	for name, value := range values {
		if secret(name) {
			hidden[name] = value
		} else {
			plain[name] = value
		}
	}
	return plain, hidden
}

// Shows returns the names in `properties` whose values differ from those of before, sorted. A
// configuration did not choose these values, so they may be secrets.
func (o OwnedProperties) Shows(before OwnedProperties) []string {
	known := before.Properties.Elements()
	return slices.DeleteFunc(slices.Sorted(maps.Keys(o.Properties.Elements())), func(name string) bool {
		value, ok := known[name]
		return ok && value.Equal(o.Properties.Elements()[name])
	})
}

// Hide moves values from `properties` to `sensitive_properties`.
func (o *OwnedProperties) Hide(names []string) {
	if len(names) == 0 {
		return
	}
	o.Own(o.Values(), func(name string) bool { return !o.plain(name) || slices.Contains(names, name) })
}

// Read updates the values of the owned names from the service, and omits names that it lacks. If
// the service still has a name that only before owned, its removal failed: Read keeps the name, so
// that the state shows it.
func (o *OwnedProperties) Read(values map[string]string, before OwnedProperties) {
	owned := o.Values()
	o.Properties = present(values, o.Properties, before.Properties, owned)
	o.SensitiveProperties = present(values, o.SensitiveProperties, before.SensitiveProperties, owned)
}

// ReadOwned works like Read for a three-way comparison. A value that differs from the desired one
// counts as absent if the map had no value before, because the name was not owned, or was in the
// other map with that value. Such a value does not differ from the base of the plan.
func (o *OwnedProperties) ReadOwned(values map[string]string, before OwnedProperties) {
	owned, found := before.Values(), maps.Clone(values)
	for name, wanted := range o.Values() {
		had, ok := owned[name]
		unchanged := !ok || o.plain(name) != before.plain(name) && found[name] == had
		if unchanged && found[name] != wanted {
			delete(found, name)
		}
	}
	o.Read(found, before)
}

// plain reports whether a name is in the map of values that are not sensitive.
func (o OwnedProperties) plain(name string) bool {
	_, ok := o.Properties.Elements()[name]
	return ok
}

// present returns the values of the names in m, and of the names in before that are not owned.
// Without any value, null remains null.
func present(values map[string]string, m, before types.Map, owned map[string]string) types.Map {
	found := map[string]string{}
	for name, value := range values {
		_, mine := m.Elements()[name]
		_, was := before.Elements()[name]
		if _, elsewhere := owned[name]; mine || was && !elsewhere {
			found[name] = value
		}
	}
	if len(found) == 0 && m.IsNull() {
		return types.MapNull(types.StringType)
	}
	return StringMap(found)
}

// KeepChanged returns the owned properties without names whose value differs from the recorded
// one. No plan has shown such a value, so a destroy keeps it and warns.
func (o OwnedProperties) KeepChanged(values map[string]string) (OwnedProperties, diag.Diagnostics) {
	var diags diag.Diagnostics
	recorded := o.Values()
	// A CLI stores texts in Unicode normal form C.
	changed := func(name string) bool {
		value, exists := values[name]
		return exists && norm.NFC.String(value) != norm.NFC.String(recorded[name])
	}
	for _, name := range slices.Sorted(maps.Keys(recorded)) {
		if changed(name) {
			diags.AddWarning("Kept a property that changed after the plan",
				"The property "+name+" has another value than the plan showed, so it was not removed. It is no longer managed here. "+
					"Remove it in the service, or declare it again and destroy it with a new plan.")
		}
	}
	return o.Without(changed), diags
}

// Remaining checks the service's values after the removal of all owned properties. Any remaining
// one is an error.
func (o OwnedProperties) Remaining(values map[string]string) diag.Diagnostics {
	var diags diag.Diagnostics
	for _, name := range slices.Sorted(maps.Keys(o.Values())) {
		if _, left := values[name]; left {
			diags.AddError("The service kept a property",
				"The property "+
					name+
					" was to be removed, and the service kept its value. Remove it there, or take this resource out of the state with a "+
					"`removed` block.")
		}
	}
	return diags
}

// Check refuses empty values and names, and names that are in both maps.
func (o OwnedProperties) Check() diag.Diagnostics {
	diags := checkOwned(path.Root(propertiesName), o.Properties.Elements())
	diags.Append(checkOwned(path.Root(sensitivePropertiesName), o.SensitiveProperties.Elements())...)
	for _, name := range slices.Sorted(maps.Keys(o.Properties.Elements())) {
		if _, both := o.SensitiveProperties.Elements()[name]; both {
			diags.AddAttributeError(path.Root(sensitivePropertiesName).AtMapKey(name), "Property given twice",
				"The property "+
					name+" is also in `properties`. Keep it in one of the two maps; one that is defined as encrypted belongs into "+
					"`sensitive_properties`.")
		}
	}
	return diags
}

func checkOwned(at path.Path, elements map[string]attr.Value) diag.Diagnostics {
	var diags diag.Diagnostics
	for _, name := range slices.Sorted(maps.Keys(elements)) {
		if name == "" {
			diags.AddAttributeError(at, "Empty name", "A property without a name does not exist.")
		}
		element := elements[name]
		if s, ok := element.(types.String); ok && !s.IsUnknown() && s.ValueString() == "" {
			diags.AddAttributeError(at.AtMapKey(name), "Empty property",
				"The property "+name+" has no value: null and an empty string are not values. To remove the property, remove its name "+
					"from the map.")
		}
	}
	return diags
}
