// Package profileauthorizations implements the noun profile authorizations: all authorizations of a
// profile.
package profileauthorizations

import "github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"

// Noun registers idm_profile_authorizations.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{
		Resources:     resourcebase.Resources{newResource},
		ListResources: resourcebase.ListResources{newLister},
	}
}
