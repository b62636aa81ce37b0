package attrs

import (
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

// AllProperties is the model of WithAllProperties.
type AllProperties struct {
	Properties          types.Map `tfsdk:"properties"`
	SensitiveProperties types.Map `tfsdk:"sensitive_properties"`
	Classifications     types.Map `tfsdk:"classifications"`
}

// AllPropertiesValue converts the properties of an object; the names for which secret is
// true are sensitive.
func AllPropertiesValue(in idm.Properties, secret func(name string) bool) AllProperties {
	plain, hidden := split(in.Values, secret)
	return AllProperties{Properties: StringMap(plain), SensitiveProperties: StringMap(hidden), Classifications: Classes(in.Classifications)}
}
