package policy

import (
	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/listing"
)

func newLister() list.ListResource {
	return listing.Of[model](base(), listing.OfClient((*idm.API).Policies),
		"Finds the policies of a client, for `terraform query`.",
		func(p idm.Policy) string { return p.Name })
}
