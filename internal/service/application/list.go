package application

import (
	"cmp"

	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/listing"
)

func newLister() list.ListResource {
	return listing.New(base(), listing.Listing[idm.Application]{
		Description: "Finds all applications of the service, assigned to a client or not, for `terraform query`.",
		Source:      listing.OfService((*idm.API).Applications),
		Show: func(_ listing.Arguments, application idm.Application) listing.Listed {
			m := &model{}
			m.Read(application)
			return listing.Listed{Model: m, Name: cmp.Or(application.DisplayName["EN"], application.Name)}
		},
	})
}
