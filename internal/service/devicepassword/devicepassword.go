// Package devicepassword is the noun device password: what a technical user or a device logs in
// with.
package devicepassword

import (
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

// Noun registers idm_device_password.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{
		Resources: []func() resource.Resource{func() resource.Resource { return newResource() }},
		ListResources: []func() list.ListResource{func() list.ListResource {
			return newResource().Lister("Finds the device passwords of a user, for `terraform query`.",
				func(c idm.Credential) string { return c.ExtID })
		}},
	}
}
