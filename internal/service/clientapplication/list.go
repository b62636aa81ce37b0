package clientapplication

import (
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

func newLister() list.ListResource {
	return resourcebase.NewLister(base(), resourcebase.Listing[idm.Application]{
		Description: "Finds the applications that are assigned to a client, for `terraform query`.",
		Source:      resourcebase.OfClient((*idm.API).ClientApplications),
		Show: func(of resourcebase.ListArguments, application idm.Application) resourcebase.Listed {
			m := &model{ClientExtID: of.ClientExtID, ApplicationExtID: types.StringValue(application.ExtID)}
			return resourcebase.Listed{Model: m, Name: application.Name}
		},
	})
}
