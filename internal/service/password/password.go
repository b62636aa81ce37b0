// Package password implements the noun password: the password of a user's login.
package password

import (
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

// Noun registers idm_password.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{
		Resources:     []func() resource.Resource{func() resource.Resource { return newResource() }},
		ListResources: []func() list.ListResource{newLister},
	}
}
