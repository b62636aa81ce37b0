// Package profileproperties is the noun profile properties: the customer-specific attributes of a
// profile.
package profileproperties

import (
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

// Noun registers idm_profile_properties.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{
		Resources: []func() resource.Resource{newResource},
	}
}

// scope is that of the definitions which fit a profile.
const scope = "onProfileGlobal"

var release = resourcebase.Release{Since: "2.79.0", Instead: "Until then, set such properties where they are set today."}
