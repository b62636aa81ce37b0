package enterpriserole

import (
	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/listing"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

func newLister() list.ListResource {
	return listing.New(base(), listing.Listing[idm.EnterpriseRole]{
		Description: "Finds the enterprise roles of a client, for `terraform query`.",
		Source:      listing.OfClient((*idm.API).EnterpriseRoles),
		Show: func(of listing.Arguments, role idm.EnterpriseRole) listing.Listed {
			m := &model{ClientKey: resourcebase.ClientKey{ClientExtID: of.ClientExtID}}
			m.Read(role)
			return listing.Listed{Model: m, Name: listing.EnterpriseRoleName(role)}
		},
	})
}
