package profileenterpriseauthorizations

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/listresource"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

func newLister() list.ListResource {
	return listresource.New(objecttype.ProfileEnterpriseAuthorizations, listresource.Listing[idm.Profile]{
		Description: "Finds the profiles of one user or of all users of a client, each with all its enterprise authorizations, for " +
			"`terraform " +
			"query`. " +
			"With `include_resource = true` it takes one request for each profile.",
		Source: listresource.Profiles(),
		Read: func(ctx context.Context, r *resourcebase.Resource, of listresource.Arguments,
			profile idm.Profile) (listresource.Listed, error) {
			m := &model{ClientExtID: of.ClientExtID, ProfileExtID: types.StringValue(profile.ExtID)}
			listed := listresource.Listed{Model: m, Name: listresource.ProfileName(profile)}
			if !of.Whole {
				return listed, nil
			}
			var err error
			m.EnterpriseAuthorizations, err = calls.Elements(ctx, r, m)
			return listed, err
		},
	})
}
