package profile

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/identity-iac/terraform-provider-idm/internal/plancheck"
	"github.com/identity-iac/terraform-provider-idm/internal/references"
)

// named are the objects that a profile names: a user who is not archived, and a unit that takes
// profiles.
var named = []plancheck.Reference{
	{Attribute: "user_ext_id", Kind: references.User, Unusable: func(found references.Found) string {
		if found.State == archived {
			return "is archived, and gets no profiles any more"
		}
		return ""
	}},
	{Attribute: "unit_ext_id", Kind: references.Unit, Unusable: func(found references.Found) string {
		if found.State == "disabled" {
			return "is disabled, and takes no profiles"
		}
		if found.Unit.Profileless != nil && *found.Unit.Profileless {
			return "is profileless: it only groups other units, and takes no profiles"
		}
		return ""
	}},
}

// inspect looks for the external id of a new profile among those that its user has.
func inspect(p *plancheck.Planned) {
	client, own, user := p.Text("client_ext_id"), p.Text("ext_id"), p.Text("user_ext_id")
	if !p.Creates() || own == "" || user == "" || !p.Adopts() {
		return
	}
	if _, planned := p.Catalog.Seen(references.NewTarget(references.User, client, user)); planned {
		return
	}
	for _, other := range p.Catalog.UserProfiles(p.Context(), client, user) {
		if other.ExtID == own {
			p.WarnTaken(path.Root("ext_id"), "The external ID is taken", fmt.Sprintf("The user %q already has the profile %q.", user, own), client,
				own)
		}
	}
}
