package clientapplications

import (
	"context"
	"iter"

	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/listresource"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

func newLister() list.ListResource {
	return listresource.New(base(), listresource.Listing[map[string]bool]{
		Description: "Finds the applications of a client, all as one object, for `terraform query`.",
		Source: listresource.OfClient(func(ctx context.Context, api *idm.API, at idm.Place) iter.Seq2[map[string]bool, error] {
			return func(yield func(map[string]bool, error) bool) {
				yield(resourcebase.ListSet(idm.ClientApplicationOps.List(ctx, api, at)))
			}
		}),
		Show: func(of listresource.Arguments, applications map[string]bool) listresource.Listed {
			return listresource.Listed{
				Model: &model{ClientExtID: of.ClientExtID, ApplicationExtIDs: resourcebase.SetElements(applications)},
			}
		},
	})
}
