package unit

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/lookups"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/planchecks"
)

// unusable holds the reason why a unit cannot be the parent: it must not be disabled.
var unusable = map[string]func(lookups.Found) string{"parent_unit_ext_id": func(parent lookups.Found) string {
	if parent.State == "disabled" {
		return "is disabled and does not accept subunits"
	}
	return ""
}}

// refuse reports the move of a unit that is disabled, or that the same plan disables: an update sends
// its changes before the move.
func refuse(p *planchecks.Planned) {
	if p.Creates() || p.Text("parent_unit_ext_id") == "" || !p.Changes("parent_unit_ext_id") || p.Text("state") != "disabled" {
		return
	}
	p.Refuse(path.Root("parent_unit_ext_id"), "A disabled unit cannot be moved",
		fmt.Sprintf("The service does not move a disabled unit below another one, so the move of %q would fail. Nothing was changed. "+
			"Move the "+
			"unit while it is active, and disable it in a later apply.", p.Recorded("ext_id")))
}

// inspect checks the parent of a planned unit, and the names of its siblings.
func inspect(p *planchecks.Planned) {
	client, own, above, name := p.Text("client_ext_id"), p.Text("ext_id"), p.Text("parent_unit_ext_id"), p.Text("name")
	if above != "" && p.Changes("parent_unit_ext_id") && own != "" {
		inspectCycle(p, client, own, above)
	}
	// The service accepts a second root unit with a name.
	if above == "" && name != "" && p.MayRepeat() && p.FullyKnown("parent_unit_ext_id") {
		p.WarnSimilar(p.Catalog.RootUnits(p.Context(), client, name), " with this name",
			func(one idm.Object) bool { return one.Name == name })
	}
	inspectUnnamed(p, client, above)
	p.InspectUnique()
}

// inspectCycle reports a unit below itself. The parent may leave the unit in the same plan.
func inspectCycle(p *planchecks.Planned, client, own, above string) {
	at := path.Root("parent_unit_ext_id")
	switch {
	case above == own:
		p.Refuse(at, "A unit below itself", fmt.Sprintf("The parent of the unit %q is this unit. Choose another parent.", own))
	case !p.Creates() && !p.InOrder() && p.Catalog.Above(p.Context(), client, own, above):
		p.Warn(at, "A unit below itself", fmt.Sprintf("The new parent %q of the unit %q is below it. The service refuses the move until "+
			"the parent has moved out. Choose another parent, or move that one out in an earlier apply.", above, own))
	}
}

// inspectUnnamed looks for a unit like a new one without a name: the service generates one, and
// accepts a second unit.
func inspectUnnamed(p *planchecks.Planned, client, above string) {
	var plan model
	if name := p.Configured("name"); name == nil || !name.IsNull() || !p.MayRepeat() || !p.FullyKnown("parent_unit_ext_id") ||
		p.MakesOne(objecttype.Unit, client, above) || !p.Decode(&plan) {
		return
	}
	var units []idm.Object
	if above == "" {
		units = p.Catalog.Roots(p.Context(), client)
	} else {
		units = p.Catalog.Siblings(p.Context(), objecttype.Unit, client, above)
	}
	p.WarnSame(units, func(one idm.Object) any {
		held := plan
		unit, _ := one.Value.(idm.Unit)
		held.Read(unit)
		return &held
	})
}
