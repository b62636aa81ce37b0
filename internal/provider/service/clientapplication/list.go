package clientapplication

import (
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/listresource"
)

func newLister() list.ListResource {
	return listresource.New(objecttype.ClientApplication, listresource.Listing[idm.Application]{
		Description: "Finds the applications that are assigned to a client, for `terraform query`.",
		Source:      listresource.Within(objecttype.ClientApplication, idm.ClientApplicationOps.List),
		Show: func(of listresource.Arguments, application idm.Application) listresource.Listed {
			m := &model{ClientExtID: of.ClientExtID, ApplicationExtID: types.StringValue(application.ExtID)}
			return listresource.Listed{Model: m, Name: application.Name}
		},
	})
}
