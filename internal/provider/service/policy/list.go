package policy

import (
	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/listresource"
)

func newLister() list.ListResource {
	return listresource.Of[model](base(), listresource.OfClient(idm.PolicyOps.List),
		"Finds the policies of a client, for `terraform query`.",
		func(p idm.Policy) string { return p.Name })
}
