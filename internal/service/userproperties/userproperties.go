// Package userproperties is the noun user properties: the customer-specific attributes of a user.
package userproperties

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

// Noun registers idm_user_properties.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{
		Resources:   []func() resource.Resource{newResource},
		DataSources: []func() datasource.DataSource{newDataSource},
	}
}

// scope is that of the definitions which fit a user.
const scope = "onUserGlobal"

var release = resourcebase.Release{Since: "2.79.0", Instead: "Until then, set such properties where they are set today."}
