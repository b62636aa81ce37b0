package enterpriserolemembers

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/listing"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

func newLister() list.ListResource {
	return listing.New(base(), listing.Listing[idm.EnterpriseRole]{
		Description: "Finds the enterprise roles of a client, each with all its roles, for `terraform query`. " +
			"With `include_resource = true` it takes one request for each enterprise role.",
		Source: listing.OfClient((*idm.API).EnterpriseRoles),
		Read: func(ctx context.Context, r *resourcebase.Resource, of listing.Arguments,
			role idm.EnterpriseRole) (listing.Listed, error) {
			m := &model{ClientExtID: of.ClientExtID, EnterpriseRoleExtID: types.StringValue(role.ExtID)}
			listed := listing.Listed{Model: m, Name: listing.EnterpriseRoleName(role)}
			if !of.Whole {
				return listed, nil
			}
			roles, err := resourcebase.ListSet(r.API.EnterpriseRoleMembers(ctx, of.Client(), role.ExtID))
			m.RoleExtIDs = resourcebase.SetElements(roles)
			return listed, err
		},
	})
}
