package enterpriserole

import (
	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

func newLister() list.ListResource {
	return resourcebase.NewLister(base(), resourcebase.Listing[idm.EnterpriseRole]{
		Description: "Finds the enterprise roles of a client, for `terraform query`.",
		Source:      resourcebase.OfClient((*idm.API).EnterpriseRoles),
		Show: func(of resourcebase.ListArguments, role idm.EnterpriseRole) resourcebase.Listed {
			m := &model{ClientExtID: of.ClientExtID}
			m.Read(role)
			return resourcebase.Listed{Model: m, Name: resourcebase.EnterpriseRoleName(role)}
		},
	})
}
