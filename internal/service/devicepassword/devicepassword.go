// Package devicepassword implements the noun device password: the password of a technical user or a
// device.
package devicepassword

import (
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

// Noun registers idm_device_password.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{
		Resources:     []func() resource.Resource{func() resource.Resource { return newResource() }},
		ListResources: []func() list.ListResource{newLister},
	}
}
