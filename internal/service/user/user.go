// Package user is the noun user: a person, or a piece of software, of one client. The provider only reads users.
package user

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource"

	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

// Noun registers idm_user, idm_users and idm_user_count.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{
		DataSources: []func() datasource.DataSource{newDataSource, newListDataSource, newCountDataSource},
	}
}
