package unit

import (
	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/listing"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

func newLister() list.ListResource {
	return listing.New(base(), listing.Listing[idm.Unit]{
		Description: "Finds the units below a unit, for `terraform query`. The service has no list of all units or of the root units " +
			"of a client, so import the starting unit by its ID.",
		Source: listing.UnitsBelow(),
		Show: func(of listing.Arguments, unit idm.Unit) listing.Listed {
			m := &model{ClientKey: resourcebase.ClientKey{ClientExtID: of.ClientExtID}}
			m.read(unit)
			return listing.Listed{Model: m, Name: listing.UnitName(unit)}
		},
	})
}
