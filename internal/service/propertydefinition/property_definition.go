// Package propertydefinition is the noun property definition: what a client says about the values
// that a property may have.
package propertydefinition

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource"

	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

// Noun registers idm_property_definitions.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{DataSources: []func() datasource.DataSource{newListDataSource}}
}
