package profile

import (
	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/identity-iac/terraform-provider-idm/internal/provider/listing"
)

func newLister() list.ListResource {
	return listing.Of[model](base(), listing.Profiles(),
		"Finds the profiles of one user or of all users of a client, for `terraform query`.",
		listing.ProfileName)
}
