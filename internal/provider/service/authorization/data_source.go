package authorization

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

func newDataSource() datasource.DataSource {
	return &resourcebase.ObjectDataSource{
		DataSource:  resourcebase.DataSource{Noun: "authorization"},
		Description: "Reads one authorization of a profile.",
		Key: resourcebase.InClient().By("profile_ext_id", "External ID of the profile that has the role.").
			By("ext_id", "External ID of the authorization."),
		Attributes: dataAttributes(),
		Get: func(ctx context.Context, api *idm.API, key []string) (any, error) {
			return idm.AuthorizationOps.Get(ctx, api, idm.Under(key[0], key[1]), key[2])
		},
	}
}

func newAuthorizationsDataSource() datasource.DataSource {
	return &resourcebase.ListDataSource{
		DataSource: resourcebase.DataSource{Noun: "authorizations"},
		Description: "Lists the authorizations of a profile. They do not include roles from enterprise roles; `idm_profile_roles` lists " +
			"all roles.",
		Key:       resourcebase.InClient().By("profile_ext_id", "External ID of the profile."),
		Name:      "authorizations",
		Attribute: attrs.ComputedList("The authorizations.", dataAttributes()),
		List: func(ctx context.Context, api *idm.API, key []string) (any, error) {
			return idm.Complete(idm.AuthorizationOps.List(ctx, api, idm.Under(key[0], key[1])))
		},
	}
}
