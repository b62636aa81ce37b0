package terms

import (
	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

func newLister() list.ListResource {
	return resourcebase.NewLister(base(), resourcebase.Listing[idm.Terms]{
		Description: "Finds all terms of the service, for `terraform query`, also those that are not active.",
		Source:      resourcebase.OfService((*idm.API).AllTerms),
		Show: func(_ resourcebase.ListArguments, terms idm.Terms) resourcebase.Listed {
			m := &model{}
			m.read(terms)
			return resourcebase.Listed{Model: m, Name: terms.Name}
		},
	})
}
