package profile

import (
	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/listresource"
)

func newLister() list.ListResource {
	return listresource.Of[model](objecttype.Profile, listresource.Profiles(),
		"Finds the profiles of one user or of all users of a client, for `terraform query`.",
		listresource.ProfileName)
}
