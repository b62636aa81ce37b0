package profile

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
)

// keepsUnit refuses a plan that takes the unit away from a profile: no operation of the service
// does that. A profile that is replaced for another reason may lose it.
func keepsUnit(plan, state *model) diag.Diagnostics {
	var diags diag.Diagnostics
	replaced := !plan.ClientExtID.Equal(state.ClientExtID) || !plan.ExtID.Equal(state.ExtID) || !plan.UserExtID.Equal(state.UserExtID)
	if replaced || state.UnitExtID.IsNull() || !plan.UnitExtID.IsNull() {
		return diags
	}
	unit := state.UnitExtID.ValueString()
	diags.AddAttributeError(path.Root("unit_ext_id"), "A profile cannot lose its unit",
		fmt.Sprintf("The profile %s is in the unit %q, and the service has no operation that takes a profile out of its unit: it can only be "+
			"moved to another one. "+
			"Nothing was changed. The ways out are:\n\n"+
			"- Keep the unit: set unit_ext_id = %q, or the external id of another unit.\n"+
			"- Leave the unit to others: ignore_changes = [unit_ext_id] in a lifecycle block.\n"+
			"- Make the profile anew without a unit: run `terraform taint` on this resource and apply. That deletes the profile with all its "+
			"authorizations; "+
			"the plan after it grants again what is managed here. (-replace does not get that far: it asks for this plan first.)",
			state.ExtID.ValueString(), unit, unit))
	return diags
}
