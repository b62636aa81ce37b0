// Package authorizationproperties is the noun authorization properties: the customer-specific attributes of a granted role.
package authorizationproperties

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/framework"
)

// Noun registers idm_authorization_properties.
func Noun() framework.Noun {
	change := append([]string{"AuthorizationModify"}, framework.ChangeProperties...)
	return framework.Noun{
		Resources:   []func() resource.Resource{newResource},
		DataSources: []func() datasource.DataSource{newDataSource},
		Permissions: map[string]framework.Permissions{"authorization_properties": {
			framework.Read:   append([]string{"AuthorizationView"}, framework.ViewProperties...),
			framework.Create: change,
			framework.Update: change,
			framework.Delete: change,
		}},
	}
}

// scopes are those of the definitions which fit an authorization. Which application the first is for is not asked: a name that is
// encrypted for any of them counts as encrypted.
var scopes = []string{"onProfileForApp", "onProfileForAppGlobal"}
