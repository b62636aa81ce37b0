package profileenterpriseauthorizations

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/listing"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

func newLister() list.ListResource {
	return listing.New(base(), listing.Listing[idm.Profile]{
		Description: "Finds the profiles of one user or of all users of a client, each with all its enterprise authorizations, for " +
			"`terraform " +
			"query`. " +
			"With `include_resource = true` it takes one request for each profile.",
		Source: listing.Profiles(),
		Read: func(ctx context.Context, r *resourcebase.Resource, of listing.Arguments,
			profile idm.Profile) (listing.Listed, error) {
			m := &model{ClientExtID: of.ClientExtID, ProfileExtID: types.StringValue(profile.ExtID)}
			listed := listing.Listed{Model: m, Name: listing.ProfileName(profile)}
			if !of.Whole {
				return listed, nil
			}
			granted := service(ctx, r, m)
			remote, err := granted.Read(nil)
			m.EnterpriseAuthorizations = granted.Hold(remote).Grants
			return listed, err
		},
	})
}
