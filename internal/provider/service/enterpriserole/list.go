package enterpriserole

import (
	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/listing"
)

func newLister() list.ListResource {
	return listing.Of[model](base(), listing.OfClient((*idm.API).EnterpriseRoles),
		"Finds the enterprise roles of a client, for `terraform query`.",
		listing.EnterpriseRoleName)
}
