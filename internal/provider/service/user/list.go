package user

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/listing"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

func newLister() list.ListResource {
	return listing.New(base(), listing.Listing[idm.User]{
		Source:      listing.Users(),
		Description: "Finds the users of a client, for `terraform query`. The results are listed by login ID.",
		Read: func(_ context.Context, r *resourcebase.Resource, of listing.Arguments, u idm.User) (listing.Listed, error) {
			var m model
			m.SetPlace(idm.Place{Client: of.Client()})
			m.Read(u)
			m.setOnDestroy(r.Provider)
			return listing.Listed{Model: &m, Name: u.LoginID}, nil
		},
	})
}
