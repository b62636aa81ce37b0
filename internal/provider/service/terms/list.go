package terms

import (
	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/listresource"
)

func newLister() list.ListResource {
	return listresource.Of[model](base(), listresource.OfService(idm.TermsOps.List),
		"Finds all terms of the service, including inactive ones, for `terraform query`.",
		func(t idm.Terms) string { return t.Name })
}
