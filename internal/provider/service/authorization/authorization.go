// Package authorization implements the noun authorization: the grant of a role to a profile.
package authorization

import (
	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/listresource"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

// Noun registers idm_authorization and idm_authorizations.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{
		Resources: resourcebase.Resources{newResource},
		DataSources: resourcebase.DataSources{
			resourcebase.One(idm.AuthorizationOps, "Reads one authorization of a profile.", dataAttributes()),
			resourcebase.All(idm.AuthorizationOps, "authorizations", "authorizations", "Lists the authorizations of a profile. They do "+
				"not include roles from enterprise roles; `idm_profile_roles` lists all roles.", dataAttributes()),
		},
		ListResources: resourcebase.ListResources{
			listresource.All[model](idm.AuthorizationOps,
				"Finds the authorizations of a profile, for `terraform query`. They do not include roles from enterprise roles."),
		},
	}
}
