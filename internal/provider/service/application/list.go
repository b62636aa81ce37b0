package application

import (
	"cmp"

	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/listresource"
)

func newLister() list.ListResource {
	return listresource.Of[model](base(), listresource.OfService(idm.ApplicationOps.List),
		"Finds all applications of the service, assigned to a client or not, for `terraform query`.",
		func(a idm.Application) string { return cmp.Or(a.DisplayName["EN"], a.Name) })
}
