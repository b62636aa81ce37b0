package attrs

import (
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
)

// WithAllProperties adds the properties of an object to the attributes of a data source; noun names
// the object.
func WithAllProperties(noun string, attributes Attributes) Attributes {
	attributes[propertiesName] = ComputedMap("Property values of the " + noun + " by name, without those in `sensitive_properties`.")
	attributes[sensitivePropertiesName] = schema.MapAttribute{
		Computed: true, Sensitive: true, ElementType: types.StringType,
		MarkdownDescription: "Values of encrypted properties by name. It holds all values if not all definitions of the client can " +
			"be read.",
	}
	attributes["classifications"] = ComputedClasses()
	return attributes
}

// AllProperties returns the values of WithAllProperties; the names for which secret is true are
// sensitive.
func AllProperties(in idm.Properties, secret func(name string) bool) map[string]attr.Value {
	plain, hidden := split(in.Values, secret)
	return map[string]attr.Value{
		propertiesName: StringMap(plain), sensitivePropertiesName: StringMap(hidden), "classifications": Classes(in.Classifications),
	}
}
