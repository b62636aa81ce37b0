// Package certificate implements the noun certificate: the X.509 certificate of a user's login.
package certificate

import (
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

// Noun registers idm_certificate.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{
		Resources:     []func() resource.Resource{func() resource.Resource { return newResource() }},
		ListResources: []func() list.ListResource{newLister},
	}
}
