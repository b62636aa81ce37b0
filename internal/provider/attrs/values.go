package attrs

import (
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"golang.org/x/text/unicode/norm"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
)

// Text converts a string of the service: an empty one is null, the only form of absence.
func Text(s string) types.String {
	if s == "" {
		return types.StringNull()
	}
	return composed(s)
}

// composed returns a string of the service in Unicode normal form C, in which a CLI stores texts.
func composed(s string) types.String { return types.StringValue(norm.NFC.String(s)) }

// Flag converts a boolean of the service; nil is null.
func Flag(b *bool) types.Bool { return types.BoolPointerValue(b) }

// FlagOrFalse converts a boolean of the service for a resource: nil is false, because the service
// may omit it, and a null would differ from every configuration.
func FlagOrFalse(b *bool) types.Bool { return types.BoolValue(b != nil && *b) }

// Strings converts a list of strings of the service; an empty one is an empty list.
func Strings(in []string) types.List {
	elements := make([]attr.Value, len(in))
	for i, s := range in {
		elements[i] = types.StringValue(s)
	}
	return types.ListValueMust(types.StringType, elements)
}

// StringMap converts a map of strings of the service; an empty one is an empty map.
func StringMap(in map[string]string) types.Map {
	elements := make(map[string]attr.Value, len(in))
	for key, value := range in {
		elements[key] = composed(value)
	}
	return types.MapValueMust(types.StringType, elements)
}

// Classes converts the classification of a response: level name to attribute paths. An empty one is
// null.
func Classes(in map[string][]string) types.Map {
	list := types.ListType{ElemType: types.StringType}
	if len(in) == 0 {
		return types.MapNull(list)
	}
	elements := make(map[string]attr.Value, len(in))
	for level, paths := range in {
		elements[level] = Strings(paths)
	}
	return types.MapValueMust(list, elements)
}

// LocalizedValue converts text by language of the service (keys EN, DE, FR, IT).
func LocalizedValue(in idm.Localized) FixedMap {
	return fixedMap(localized, func(key string) string { return in[strings.ToUpper(key)] })
}

// PatchLocalized returns the languages that differ between state and plan, and clears those that
// the plan lacks. It returns nil without a difference.
func PatchLocalized(plan, state FixedMap) idm.Localized {
	var out idm.Localized
	for key, want := range plan.changes(state) {
		if out == nil {
			out = idm.Localized{}
		}
		out[strings.ToUpper(key)] = want.ValueString()
	}
	return out
}

// ValidityValue converts a validity of the service.
func ValidityValue(in idm.Validity) FixedMap {
	return fixedMap(validity, func(key string) string {
		if key == "from" {
			return in.From
		}
		return in.To
	})
}

// PatchValidity returns the bounds that differ between state and plan, and clears those that the
// plan lacks. It returns nil without a difference.
func PatchValidity(plan, state FixedMap) *idm.ValidityPatch {
	var patch *idm.ValidityPatch
	for key, want := range plan.changes(state) {
		if patch == nil {
			patch = &idm.ValidityPatch{}
		}
		if bound := field(want); key == "from" {
			patch.From = bound
		} else {
			patch.To = bound
		}
	}
	return patch
}

// Patch returns the field of a PATCH for a string: absent if plan and state are equal or the plan
// is unknown, cleared if the plan is null, or else the new string.
func Patch(plan, state types.String) idm.Field[string] {
	if plan.IsUnknown() || plan.Equal(state) {
		return idm.Field[string]{}
	}
	return field(plan)
}

// PatchFlag is Patch for a boolean. A boolean cannot be cleared: null sends nothing.
func PatchFlag(plan, state types.Bool) idm.Field[bool] {
	if plan.IsUnknown() || plan.IsNull() || plan.Equal(state) {
		return idm.Field[bool]{}
	}
	return idm.Set(plan.ValueBool())
}

func field(s types.String) idm.Field[string] {
	if s.IsNull() {
		return idm.Clear[string]()
	}
	return idm.Set(s.ValueString())
}
