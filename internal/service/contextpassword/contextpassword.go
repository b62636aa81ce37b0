// Package contextpassword is the noun context password: what a user logs in with in one context.
package contextpassword

import (
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

// Noun registers idm_context_password.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{
		Resources: []func() resource.Resource{func() resource.Resource { return newResource() }},
		ListResources: []func() list.ListResource{func() list.ListResource {
			return newResource().Lister("Finds the context passwords of a user, for `terraform query`.",
				func(c idm.Credential) string { return c.Context })
		}},
	}
}
