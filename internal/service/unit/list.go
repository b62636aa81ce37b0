package unit

import (
	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

func newLister() list.ListResource {
	return resourcebase.NewLister(base(), resourcebase.Listing[idm.Unit]{
		Description: "Finds the units below a unit, for `terraform query`. The service has no list of all units or of the root units " +
			"of a client, so the unit to start from is imported by its id.",
		Source: resourcebase.UnitsBelow(),
		Show: func(of resourcebase.ListArguments, unit idm.Unit) resourcebase.Listed {
			m := &model{ClientExtID: of.ClientExtID}
			m.read(unit)
			return resourcebase.Listed{Model: m, Name: resourcebase.UnitName(unit)}
		},
	})
}
