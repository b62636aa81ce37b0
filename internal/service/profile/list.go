package profile

import (
	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/listing"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

func newLister() list.ListResource {
	return listing.New(base(), listing.Listing[idm.Profile]{
		Description: "Finds the profiles of one user or of all users of a client, for `terraform query`.",
		Source:      listing.Profiles(),
		Show: func(of listing.Arguments, profile idm.Profile) listing.Listed {
			m := &model{ClientKey: resourcebase.ClientKey{ClientExtID: of.ClientExtID}}
			m.read(profile)
			return listing.Listed{Model: m, Name: listing.ProfileName(profile)}
		},
	})
}
