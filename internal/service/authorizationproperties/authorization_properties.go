// Package authorizationproperties is the noun authorization properties: the customer-specific
// attributes of a granted role.
package authorizationproperties

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

// Noun registers idm_authorization_properties.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{
		Resources:   []func() resource.Resource{newResource},
		DataSources: []func() datasource.DataSource{newDataSource},
	}
}

// scopes are those of the definitions which fit an authorization. Which application the first is
// for is not asked: a name that is encrypted for any of them counts as encrypted.
var scopes = []string{"onProfileForApp", "onProfileForAppGlobal"}
