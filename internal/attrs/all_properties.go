package attrs

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
)

// WithAllProperties adds the properties of an object to the attributes of a data source; noun names
// the object.
func WithAllProperties(noun string, attributes Attributes) Attributes {
	attributes[propertiesName] = ComputedMap("Property values of the " + noun + " by name, without those in `sensitive_properties`.")
	attributes[sensitivePropertiesName] = schema.MapAttribute{
		Computed: true, Sensitive: true, ElementType: types.StringType,
		MarkdownDescription: "Values of encrypted properties by name. Without permission to read the definitions, they are in " +
			"`properties`.",
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

// AllPropertiesValue converts the properties of an object; the names in encrypted are sensitive.
func AllPropertiesValue(in idm.Properties, encrypted map[string]bool) AllProperties {
	plain, secret := split(in.Values, encrypted)
	return AllProperties{Properties: StringMap(plain), SensitiveProperties: StringMap(secret), Classifications: Classes(in.Classifications)}
}
