package enterpriseauthorization

import (
	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/listresource"
)

func newLister() list.ListResource {
	return listresource.Of[model](base(), listresource.OfProfile(idm.EnterpriseAuthorizationOps.List),
		"Finds the enterprise authorizations of a profile, for `terraform query`.",
		func(a idm.EnterpriseAuthorization) string { return a.EnterpriseRoleExtID })
}
