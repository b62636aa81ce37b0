package user

import (
	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

func newLister() list.ListResource {
	return resourcebase.NewLister(base(), resourcebase.Listing[idm.User]{
		Description: "Finds the users of a client, for `terraform query`. What it finds is shown by login id.",
		Source:      resourcebase.Users(),
		Show: func(of resourcebase.ListArguments, user idm.User) resourcebase.Listed {
			m := &resourceModel{ClientExtID: of.ClientExtID}
			m.read(user)
			return resourcebase.Listed{Model: m, Name: user.LoginID}
		},
	})
}
