package user

import (
	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/listing"
)

func newLister() list.ListResource {
	return listing.Of[model](base(), listing.Users(),
		"Finds the users of a client, for `terraform query`. The results are listed by login ID.",
		func(u idm.User) string { return u.LoginID })
}
