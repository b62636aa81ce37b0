package profile

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/identity-iac/terraform-provider-idm/internal/provider/planchecks"
)

// refuse reports the removal of the unit, which the service has no operation for, and warns of
// changes to an archived profile.
func refuse(p *planchecks.Planned) {
	p.WarnChangedFinal("profile_state", archived)
	p.WarnFinal("profile_state", archived, "Its authorizations no longer have any effect.")
	unit := p.Recorded("unit_ext_id")
	if unit == "" || !p.Clears("unit_ext_id") {
		return
	}
	p.Refuse(path.Root("unit_ext_id"), "A profile cannot lose its unit",
		fmt.Sprintf("The profile %s is in the unit %q, and the service has no operation that removes a profile from its unit. "+
			"It can only move to another unit. Nothing was changed. You can:\n\n"+
			"- Keep the unit: set unit_ext_id = %q, or the external ID of another unit.\n"+
			"- Leave the unit to others: ignore_changes = [unit_ext_id] in a lifecycle block.\n"+
			"- Create the profile again without a unit: remove it with its grants from the configuration, apply, and add them again. That "+
			"deletes all its authorizations, including those that are managed elsewhere.",
			p.Recorded("ext_id"), unit, unit))
}
