// Package role implements the noun role: a role of an application.
package role

import (
	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/listresource"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

// Noun registers idm_role, its data source and idm_roles.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{
		Resources: resourcebase.Resources{newResource},
		DataSources: resourcebase.DataSources{
			resourcebase.One(idm.RoleOps, "Reads one role, with the application that it belongs to.", attrs.ComputedRole()),
			resourcebase.All(idm.RoleOps, "roles", "roles", "Lists the roles of an application.", attrs.ComputedRole()),
		},
		ListResources: resourcebase.ListResources{
			listresource.All[model](idm.RoleOps,
				"Finds the roles of an application, for `terraform query`."),
		},
	}
}
