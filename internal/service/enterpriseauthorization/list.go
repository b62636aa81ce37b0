package enterpriseauthorization

import (
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

func newLister() list.ListResource {
	return resourcebase.NewLister(base(), resourcebase.Listing[idm.EnterpriseAuthorization]{
		Description: "Finds the enterprise authorizations of a profile, for `terraform query`.",
		Source:      resourcebase.OfProfile((*idm.API).EnterpriseAuthorizations),
		Show: func(of resourcebase.ListArguments, authorization idm.EnterpriseAuthorization) resourcebase.Listed {
			m := &model{ClientExtID: of.ClientExtID, ProfileExtID: types.StringValue(of.Text("profile_ext_id"))}
			m.read(authorization)
			return resourcebase.Listed{Model: m, Name: authorization.EnterpriseRoleExtID}
		},
	})
}
