package enterpriserole

import (
	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/listresource"
)

func newLister() list.ListResource {
	return listresource.Of[model](base(), listresource.OfClient(idm.EnterpriseRoleOps.List),
		"Finds the enterprise roles of a client, for `terraform query`.",
		listresource.EnterpriseRoleName)
}
