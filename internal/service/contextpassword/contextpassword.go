// Package contextpassword implements the noun context password: the password of a user in one
// context.
package contextpassword

import (
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

// Noun registers idm_context_password.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{
		Resources:     []func() resource.Resource{func() resource.Resource { return newResource() }},
		ListResources: []func() list.ListResource{newLister},
	}
}
