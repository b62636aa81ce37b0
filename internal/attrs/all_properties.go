package attrs

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
)

// WithAllProperties adds what a data source shows of the properties of an object; noun is what has
// the properties.
func WithAllProperties(noun string, attributes Attributes) Attributes {
	attributes[propertiesName] = ComputedMap("Values of all properties that the " + noun +
		" has, by name, except those in `sensitive_properties`. Properties without a value are not listed.")
	attributes[sensitivePropertiesName] = schema.MapAttribute{
		Computed: true, Sensitive: true, ElementType: types.StringType,
		MarkdownDescription: "The values of the properties that are defined as encrypted, by name. Without permission to read the " +
			"definitions, they are in `properties` instead: that takes the permissions `PropertyView` and `PropertyAllowedValueView`.",
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
