package application

import (
	"cmp"

	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

func newLister() list.ListResource {
	return resourcebase.NewLister(base(), resourcebase.Listing[idm.Application]{
		Description: "Finds all applications of the service, for `terraform query`, whatever clients they are assigned to.",
		Source:      resourcebase.OfService((*idm.API).Applications),
		Show: func(_ resourcebase.ListArguments, application idm.Application) resourcebase.Listed {
			m := &model{}
			m.Read(application)
			return resourcebase.Listed{Model: m, Name: cmp.Or(application.DisplayName["EN"], application.Name)}
		},
	})
}
