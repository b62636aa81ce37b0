package user

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/listresource"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

func newLister() list.ListResource {
	return listresource.New(objecttype.User, listresource.Listing[idm.User]{
		Source:      listresource.Users(),
		Description: "Finds the users of a client, for `terraform query`. The results are listed by login ID.",
		Read: func(_ context.Context, r *resourcebase.Resource, of listresource.Arguments, u idm.User) (listresource.Listed, error) {
			var m model
			m.SetPlace(idm.Place{Client: of.Client()})
			m.Read(u)
			m.setOnDestroy(r.Provider)
			return listresource.Listed{Model: &m, Name: u.LoginID}, nil
		},
	})
}
