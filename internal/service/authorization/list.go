package authorization

import (
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/listing"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

func newLister() list.ListResource {
	return listing.New(base(), listing.Listing[idm.Authorization]{
		Description: "Finds the authorizations of a profile, for `terraform query`. They do not include roles from enterprise roles.",
		Source:      listing.OfProfile((*idm.API).Authorizations),
		Show: func(of listing.Arguments, authorization idm.Authorization) listing.Listed {
			m := &model{GrantKey: resourcebase.GrantKey{
				ClientExtID: of.ClientExtID, ProfileExtID: types.StringValue(of.Text("profile_ext_id")),
			}}
			m.Read(authorization)
			return listing.Listed{Model: m, Name: authorization.RoleExtID}
		},
	})
}
