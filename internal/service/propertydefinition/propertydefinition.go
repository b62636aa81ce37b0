// Package propertydefinition is the noun property definition: what a client, or the whole service,
// says about the values that a property may have.
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
