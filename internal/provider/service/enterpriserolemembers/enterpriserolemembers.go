// Package enterpriserolemembers implements the noun enterprise role members: all roles of an
// enterprise role.
package enterpriserolemembers

import "github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"

// Noun registers idm_enterprise_role_members.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{
		Resources:     resourcebase.Resources{newResource},
		ListResources: resourcebase.ListResources{newLister},
	}
}
