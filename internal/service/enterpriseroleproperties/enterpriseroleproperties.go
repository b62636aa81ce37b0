// Package enterpriseroleproperties is the noun enterprise role properties: the customer-specific
// attributes of an enterprise role.
package enterpriseroleproperties

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

// Noun registers idm_enterprise_role_properties.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{
		Resources:   []func() resource.Resource{newResource},
		DataSources: []func() datasource.DataSource{newDataSource},
	}
}

// scope is that of the definitions which fit an enterprise role.
const scope = "onEnterpriseRoleGlobal"

var release = resourcebase.Release{Since: "2.75.2", Instead: "Until then, set such properties where they are set today."}
