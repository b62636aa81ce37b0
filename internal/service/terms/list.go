package terms

import (
	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/listing"
)

func newLister() list.ListResource {
	return listing.New(base(), listing.Listing[idm.Terms]{
		Description: "Finds all terms of the service, including inactive ones, for `terraform query`.",
		Source:      listing.OfService((*idm.API).AllTerms),
		Show: func(_ listing.Arguments, terms idm.Terms) listing.Listed {
			m := &model{}
			m.read(terms)
			return listing.Listed{Model: m, Name: terms.Name}
		},
	})
}
