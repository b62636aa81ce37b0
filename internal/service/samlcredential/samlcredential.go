// Package samlcredential implements the noun SAML credential: the name under which an identity
// provider authenticates a user.
package samlcredential

import (
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

// Noun registers idm_saml_credential.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{
		Resources:     []func() resource.Resource{func() resource.Resource { return newResource() }},
		ListResources: []func() list.ListResource{newLister},
	}
}
