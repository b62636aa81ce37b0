// Package profileenterpriseauthorizations implements the noun profile enterprise authorizations:
// all enterprise authorizations of a profile.
package profileenterpriseauthorizations

import "github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"

// Noun registers idm_profile_enterprise_authorizations.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{
		Resources:     resourcebase.Resources{newResource},
		ListResources: resourcebase.ListResources{newLister},
		// Later releases of the service require permissions of the profile instead of the grant's own.
	}
}
