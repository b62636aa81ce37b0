package attrs

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-validators/setvalidator"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/provider/fixedmap"
)

// Grants returns an attribute for all grants of one kind, by the external ID of the granted object.
// The configuration owns the whole map.
func Grants(description string, keys map[string]fixedmap.Key) schema.DynamicAttribute {
	of := fixedmap.New(fixedmap.Type{Title: "a grant", Keys: keys, Words: fixedmap.Words{
		Map: "a map from an external ID to a grant, such as { crm-reader = {} }", Key: "A key is the external ID of the granted object",
		Null: func(key string) string {
			return fmt.Sprintf("Write %q = {} to grant it without a global data room, or remove the key to revoke it.", key)
		},
	}})
	return schema.DynamicAttribute{
		Required:            true,
		CustomType:          of,
		MarkdownDescription: description + " Each is an object with any of these keys; any other key is an error:\n" + listKeys(keys),
	}
}

// listKeys lists the keys of an object with their types and descriptions, one per line, below a
// list item.
func listKeys(keys map[string]fixedmap.Key) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(keys)) {
		kind := documentedType(keys[name].GetType())
		if keys[name].IsSensitive() {
			kind += ", Sensitive"
		}
		fmt.Fprintf(&b, "\n  - `%s` (%s) %s", name, kind, keys[name].GetMarkdownDescription())
	}
	return b.String()
}

// documentedType returns the name of a type in the documentation.
func documentedType(of attr.Type) string {
	_, isMap := of.(fixedmap.Type)
	switch {
	case isMap:
		return "Map of Object"
	case of.Equal(types.BoolType):
		return "Boolean"
	case of.Equal(types.StringType):
		return "String"
	}
	return "Map of String"
}

// ExtIDs returns an attribute for a set of external IDs. The configuration owns the whole set.
func ExtIDs(description string) schema.SetAttribute {
	return schema.SetAttribute{
		Required:            true,
		ElementType:         types.StringType,
		MarkdownDescription: description,
		Validators:          []validator.Set{setvalidator.NoNullValues(), setvalidator.ValueStringsAre(notEmpty)},
	}
}
