package user

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/hashicorp/terraform-plugin-framework-validators/mapvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
)

// filterModel holds the common arguments of idm_users and idm_user_count.
type filterModel struct {
	ClientExtID      types.String `tfsdk:"client_ext_id"`
	Filters          types.Map    `tfsdk:"filters"`
	StartsWith       types.Map    `tfsdk:"starts_with"`
	EqualsIgnoreCase types.Map    `tfsdk:"equals_ignore_case"`
	PropertyFilters  types.Map    `tfsdk:"property_filters"`
}

func filterAttributes() attrs.Attributes {
	return attrs.Attributes{
		"client_ext_id": attrs.LookupClient(),
		"filters": filter("Exact values by attribute of the user, such as `user_state` or `address.city`.",
			oneOf(idm.UserFilters)),
		"starts_with": filter("Beginnings of `ext_id` and `login_id`.",
			oneOf(idm.UserSuffixFilters)),
		"equals_ignore_case": filter("Values of `ext_id` and `login_id` in any case.",
			oneOf(idm.UserSuffixFilters)),
		"property_filters": filter("Exact values by name of the property.",
			stringvalidator.LengthAtLeast(1)),
	}
}

// filter returns a map of conditions that must all hold.
func filter(description string, name validator.String) schema.MapAttribute {
	return schema.MapAttribute{
		Optional: true, ElementType: types.StringType,
		MarkdownDescription: description + " All must match; null is ignored.",
		Validators:          []validator.Map{mapvalidator.KeysAre(name), mapvalidator.ValueStringsAre(stringvalidator.LengthAtLeast(1))},
	}
}

// query returns the query for the filters.
func (m filterModel) query() idm.UserQuery {
	var filters []idm.Filter
	for _, group := range []struct {
		values types.Map
		match  idm.Match
	}{{m.Filters, idm.Exact}, {m.StartsWith, idm.StartsWith}, {m.EqualsIgnoreCase, idm.EqualFold}} {
		values := given(group.values)
		for _, name := range slices.Sorted(maps.Keys(values)) {
			filters = append(filters, idm.Filter{Name: objecttype.APIName(name), Match: group.match, Value: values[name]})
		}
	}
	return idm.UserQuery{Filters: filters, Properties: given(m.PropertyFilters)}
}

// given returns a map of strings without its nulls.
func given(m types.Map) map[string]string {
	values := map[string]string{}
	for name, element := range m.Elements() {
		if text, ok := element.(types.String); ok && !text.IsNull() {
			values[name] = text.ValueString()
		}
	}
	return values
}

// oneOf accepts the service's names in Terraform's notation.
func oneOf(names []string) validator.String {
	accepted := make([]string, len(names))
	for i, name := range names {
		accepted[i] = snake(name)
	}
	return stringvalidator.OneOf(accepted...)
}

// snake converts name.familyName to name.family_name.
func snake(name string) string {
	var b strings.Builder
	for _, r := range name {
		if unicode.IsUpper(r) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
