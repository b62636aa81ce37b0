package profile

import (
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/lookups"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/planchecks"
)

// unusable holds the reasons why a profile cannot have a user or a unit: the user must not be
// archived, and the unit must accept profiles.
var unusable = map[string]func(lookups.Found) string{
	"user_ext_id": func(user lookups.Found) string {
		if user.State == archived {
			return "is archived and can no longer receive profiles"
		}
		return ""
	},
	"unit_ext_id": func(unit lookups.Found) string {
		if unit.State == "disabled" {
			return "is disabled and does not accept profiles"
		}
		if unit.Unit.Profileless != nil && *unit.Unit.Profileless {
			return "is profileless: it only groups other units and does not accept profiles"
		}
		return ""
	},
}

// inspect searches the profiles of the user for the external ID of a new profile.
func inspect(p *planchecks.Planned) {
	client, own, user := p.Text("client_ext_id"), p.Text("ext_id"), p.Text("user_ext_id")
	if !p.Creates() || own == "" || user == "" {
		return
	}
	if p.MakesOne(objecttype.User, client, user) {
		return
	}
	for _, other := range p.Catalog.UserProfiles(p.Context(), client, user) {
		if other.ExtID == own {
			p.RefuseExisting(path.Root("ext_id"))
		}
	}
}
