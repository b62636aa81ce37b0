package unit

import (
	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/listresource"
)

func newLister() list.ListResource {
	return listresource.Of[model](objecttype.Unit, listresource.UnitsBelow(),
		"Finds the units below a unit, for `terraform query`. The service has no list of all units or of the root units "+
			"of a client, so import the starting unit by its ID.",
		listresource.UnitName)
}
