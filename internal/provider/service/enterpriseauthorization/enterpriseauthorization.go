// Package enterpriseauthorization implements the noun enterprise authorization: the grant of an
// enterprise role to a profile.
package enterpriseauthorization

import "github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"

// Noun registers idm_enterprise_authorization and idm_enterprise_authorizations.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{
		Resources:     resourcebase.Resources{newResource},
		DataSources:   resourcebase.DataSources{newDataSource, newEnterpriseAuthorizationsDataSource},
		ListResources: resourcebase.ListResources{newLister},
		// Later releases of the service require permissions of the profile instead of the grant's own.
	}
}
