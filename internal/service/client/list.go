package client

import (
	"cmp"
	"context"
	"iter"

	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/listing"
)

func newLister() list.ListResource {
	return listing.New(base(), listing.Listing[idm.Client]{
		Description: "Finds the clients, the tenants of the service, that the caller may see, for `terraform query`.",
		Source: listing.OfService(func(api *idm.API, ctx context.Context) iter.Seq2[idm.Client, error] {
			return api.Clients(ctx, idm.ClientQuery{})
		}),
		Show: func(_ listing.Arguments, client idm.Client) listing.Listed {
			m := &model{}
			m.Read(client)
			return listing.Listed{Model: m, Name: cmp.Or(client.DisplayName["EN"], client.Name)}
		},
	})
}
