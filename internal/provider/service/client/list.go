package client

import (
	"cmp"
	"context"
	"iter"

	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/listresource"
)

func newLister() list.ListResource {
	return listresource.Of[model](base(), listresource.OfService(func(api *idm.API, ctx context.Context) iter.Seq2[idm.Client, error] {
		return api.Clients(ctx, idm.ClientQuery{})
	}),
		"Finds the clients, the tenants of the service, that the caller may see, for `terraform query`.",
		func(c idm.Client) string { return cmp.Or(c.DisplayName["EN"], c.Name) })
}
