// Package propertydefinition is the noun property definition: what a client says about the values that a property may have.
package propertydefinition

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource"

	"github.com/identity-iac/terraform-provider-idm/internal/framework"
)

// Noun registers idm_property_definitions.
func Noun() framework.Noun {
	return framework.Noun{DataSources: []func() datasource.DataSource{newListDataSource}}
}
