package user

import (
	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/listing"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

func newLister() list.ListResource {
	return listing.New(base(), listing.Listing[idm.User]{
		Description: "Finds the users of a client, for `terraform query`. The results are listed by login ID.",
		Source:      listing.Users(),
		Show: func(of listing.Arguments, user idm.User) listing.Listed {
			m := &model{ClientKey: resourcebase.ClientKey{ClientExtID: of.ClientExtID}}
			m.read(user)
			return listing.Listed{Model: m, Name: user.LoginID}
		},
	})
}
