// Package enterpriserole implements the noun enterprise role: a set of roles of a client that is
// granted as one.
package enterpriserole

import (
	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/listresource"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

// Noun registers idm_enterprise_role, its data source and idm_enterprise_roles.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{
		Resources: resourcebase.Resources{newResource},
		DataSources: resourcebase.DataSources{
			resourcebase.One(idm.EnterpriseRoleOps, "Reads one enterprise role of a client.", attrs.ComputedEnterpriseRole()),
			resourcebase.All(idm.EnterpriseRoleOps, "enterprise_roles", "enterprise_roles", "Lists the enterprise roles of a client.",
				attrs.ComputedEnterpriseRole()),
		},
		ListResources: resourcebase.ListResources{
			listresource.All[model](idm.EnterpriseRoleOps,
				"Finds the enterprise roles of a client, for `terraform query`."),
		},
	}
}
