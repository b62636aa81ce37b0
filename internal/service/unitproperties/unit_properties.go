// Package unitproperties is the noun unit properties: the customer-specific attributes of a unit.
package unitproperties

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

// Noun registers idm_unit_properties.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{
		Resources:   []func() resource.Resource{newResource},
		DataSources: []func() datasource.DataSource{newDataSource},
	}
}

// scope is that of the definitions which fit a unit.
const scope = "onUnitGlobal"
