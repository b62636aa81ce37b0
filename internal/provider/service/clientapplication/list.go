package clientapplication

import (
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/listing"
)

func newLister() list.ListResource {
	return listing.New(base(), listing.Listing[idm.Application]{
		Description: "Finds the applications that are assigned to a client, for `terraform query`.",
		Source:      listing.OfClient((*idm.API).ClientApplications),
		Show: func(of listing.Arguments, application idm.Application) listing.Listed {
			m := &model{ClientExtID: of.ClientExtID, ApplicationExtID: types.StringValue(application.ExtID)}
			return listing.Listed{Model: m, Name: application.Name}
		},
	})
}
