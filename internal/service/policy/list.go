package policy

import (
	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

func newLister() list.ListResource {
	return resourcebase.NewLister(base(), resourcebase.Listing[idm.Policy]{
		Description: "Finds the policies of a client, for `terraform query`.",
		Source:      resourcebase.OfClient((*idm.API).Policies),
		Show: func(of resourcebase.ListArguments, policy idm.Policy) resourcebase.Listed {
			m := &model{ClientExtID: of.ClientExtID}
			m.Read(policy)
			return resourcebase.Listed{Model: m, Name: policy.Name}
		},
	})
}
