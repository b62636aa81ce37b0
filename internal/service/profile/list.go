package profile

import (
	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

func newLister() list.ListResource {
	return resourcebase.NewLister(base(), resourcebase.Listing[idm.Profile]{
		Description: "Finds the profiles of one user or of all users of a client, for `terraform query`.",
		Source:      resourcebase.Profiles(),
		Show: func(of resourcebase.ListArguments, profile idm.Profile) resourcebase.Listed {
			m := &model{ClientExtID: of.ClientExtID}
			m.read(profile)
			return resourcebase.Listed{Model: m, Name: resourcebase.ProfileName(profile)}
		},
	})
}
