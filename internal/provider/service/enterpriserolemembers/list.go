package enterpriserolemembers

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
	return listresource.New(objecttype.EnterpriseRoleMembers, listresource.Listing[idm.EnterpriseRole]{
		Description: "Finds the enterprise roles of a client, each with all its roles, for `terraform query`. " +
			"With `include_resource = true` it takes one request for each enterprise role.",
		Source: listresource.Within(objecttype.EnterpriseRole, idm.EnterpriseRoleOps.List),
		Read: func(ctx context.Context, r *resourcebase.Resource, of listresource.Arguments,
			role idm.EnterpriseRole) (listresource.Listed, error) {
			m := &model{ClientExtID: of.ClientExtID, EnterpriseRoleExtID: types.StringValue(role.ExtID)}
			listed := listresource.Listed{Model: m, Name: listresource.EnterpriseRoleName(role)}
			if !of.Whole {
				return listed, nil
			}
			roles, err := calls.Elements(ctx, r, m)
			m.SetElements(roles)
			return listed, err
		},
	})
}
