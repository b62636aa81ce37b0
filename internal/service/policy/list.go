package policy

import (
	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/listing"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

func newLister() list.ListResource {
	return listing.New(base(), listing.Listing[idm.Policy]{
		Description: "Finds the policies of a client, for `terraform query`.",
		Source:      listing.OfClient((*idm.API).Policies),
		Show: func(of listing.Arguments, policy idm.Policy) listing.Listed {
			m := &model{ClientKey: resourcebase.ClientKey{ClientExtID: of.ClientExtID}}
			m.Read(policy)
			return listing.Listed{Model: m, Name: policy.Name}
		},
	})
}
