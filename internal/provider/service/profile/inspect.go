package profile

import (
	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/lookups"
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
		if of, _ := unit.Value.(idm.Unit); of.Profileless != nil && *of.Profileless {
			return "is profileless: it only groups other units and does not accept profiles"
		}
		return ""
	},
}
