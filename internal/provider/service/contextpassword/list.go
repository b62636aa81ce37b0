package contextpassword

import (
	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
)

func newLister() list.ListResource {
	return newResource().Lister("Finds the context passwords of a user, for `terraform query`.",
		func(c idm.Credential) string { return c.Context })
}
