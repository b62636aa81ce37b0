// Package enterpriserolemember implements the noun enterprise role member: one role of an
// enterprise role.
package enterpriserolemember

import (
	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

// Noun registers idm_enterprise_role_member and the data source idm_enterprise_role_members.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{
		Resources: resourcebase.Resources{newResource},
		DataSources: resourcebase.DataSources{
			resourcebase.All(idm.EnterpriseRoleMemberOps, "enterprise_role_members", "members",
				"Lists the roles that an enterprise role consists of.", attrs.ComputedRole()),
		},
		ListResources: resourcebase.ListResources{newLister},
	}
}
