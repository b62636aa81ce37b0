// Package propertydefinition implements the noun property definition: the rules of a client, or of
// the whole service, for the values of a property.
package propertydefinition

import (
	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/listresource"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

// Noun registers idm_property_definition and idm_property_definitions.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{
		Resources:   resourcebase.Resources{newResource},
		DataSources: resourcebase.DataSources{newPropertyDefinitionsDataSource},
		ListResources: resourcebase.ListResources{
			listresource.All[model](idm.PropertyDefinitionOps,
				"Finds the definitions of properties that apply to a client, including those of all clients, for `terraform query`."),
		},
	}
}
