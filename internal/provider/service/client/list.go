package client

import (
	"cmp"

	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/listresource"
)

func newLister() list.ListResource {
	return listresource.Of[model](base(), listresource.OfService(idm.ClientOps.List),
		"Finds the clients, the tenants of the service, that the caller may see, for `terraform query`.",
		func(c idm.Client) string { return cmp.Or(c.DisplayName["EN"], c.Name) })
}
