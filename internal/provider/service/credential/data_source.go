package credential

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

func newDataSource() datasource.DataSource {
	return &resourcebase.ListDataSource{
		DataSource: resourcebase.DataSource{Noun: "user_credentials"},
		Description: "Lists the credentials of a user without their hashed secrets, which the ephemeral resource " +
			"`idm_user_credentials` reads.",
		Key:       resourcebase.InClient().By("user_ext_id", "External ID of the user."),
		Name:      "credentials",
		Attribute: attrs.ComputedList("Credentials.", dataAttributes()),
		List: func(ctx context.Context, api *idm.API, key []string) (any, error) {
			all, err := idm.Complete(api.UserCredentials(ctx, key[0], key[1]))
			return attrs.Rows(dataAttributes(), all, values(dataAttributes())), err
		},
	}
}
