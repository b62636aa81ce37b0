package clientapplications

import (
	"context"
	"iter"

	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/listresource"
)

func newLister() list.ListResource {
	return listresource.New(objecttype.ClientApplications, listresource.Listing[[]idm.Application]{
		Description: "Finds the applications of a client, all as one object, for `terraform query`.",
		Source:      listresource.Within(objecttype.ClientApplications, all),
		Show: func(of listresource.Arguments, applications []idm.Application) listresource.Listed {
			m := &model{ClientExtID: of.ClientExtID}
			for _, one := range applications {
				m.ApplicationExtIDs = append(m.ApplicationExtIDs, one.ExtID)
			}
			return listresource.Listed{Model: m}
		},
	})
}

// all yields the applications of a client as one list.
func all(ctx context.Context, api *idm.API, at idm.Place) iter.Seq2[[]idm.Application, error] {
	return func(yield func([]idm.Application, error) bool) {
		yield(idm.Complete(idm.ClientApplicationOps.List(ctx, api, at)))
	}
}
