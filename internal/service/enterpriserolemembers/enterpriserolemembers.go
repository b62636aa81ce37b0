// Package enterpriserolemembers implements the noun enterprise role members: all roles of an
// enterprise role.
package enterpriserolemembers

import (
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

// Noun registers idm_enterprise_role_members.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{
		Resources:     []func() resource.Resource{newResource},
		ListResources: []func() list.ListResource{newLister},
	}
}
