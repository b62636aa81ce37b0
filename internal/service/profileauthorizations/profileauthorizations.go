// Package profileauthorizations implements the noun profile authorizations: all authorizations of a
// profile.
package profileauthorizations

import (
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

// Noun registers idm_profile_authorizations.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{
		Resources:     []func() resource.Resource{newResource},
		ListResources: []func() list.ListResource{newLister},
	}
}
