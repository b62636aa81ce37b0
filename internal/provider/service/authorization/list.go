package authorization

import (
	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/listresource"
)

func newLister() list.ListResource {
	return listresource.Of[model](base(), listresource.OfProfile(idm.AuthorizationOps.List),
		"Finds the authorizations of a profile, for `terraform query`. They do not include roles from enterprise roles.",
		func(a idm.Authorization) string { return a.RoleExtID })
}
