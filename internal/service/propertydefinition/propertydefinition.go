// Package propertydefinition implements the noun property definition: the rules of a client, or of
// the whole service, for the values of a property.
package propertydefinition

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

// Noun registers idm_property_definition and idm_property_definitions.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{
		Resources:     []func() resource.Resource{newResource},
		DataSources:   []func() datasource.DataSource{newPropertyDefinitionsDataSource},
		ListResources: []func() list.ListResource{newLister},
	}
}
