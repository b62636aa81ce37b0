// Package enterpriseauthorization implements the noun enterprise authorization: the grant of an
// enterprise role to a profile.
package enterpriseauthorization

import (
	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/listresource"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

// Noun registers idm_enterprise_authorization and idm_enterprise_authorizations.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{
		Resources: resourcebase.Resources{newResource},
		DataSources: resourcebase.DataSources{
			resourcebase.One(idm.EnterpriseAuthorizationOps, "Reads one enterprise authorization of a profile.", dataAttributes()),
			resourcebase.All(idm.EnterpriseAuthorizationOps, "enterprise_authorizations", "enterprise_authorizations",
				"Lists the enterprise authorizations of a profile: the grants of enterprise roles to it.", dataAttributes()),
		},
		ListResources: resourcebase.ListResources{
			listresource.All[model](idm.EnterpriseAuthorizationOps,
				"Finds the enterprise authorizations of a profile, for `terraform query`."),
		},
		// Later releases of the service require permissions of the profile instead of the grant's own.
	}
}
