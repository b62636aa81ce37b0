package planchecks

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/path"
)

// WarnClear warns before the plan clears an attribute, or one key of a map with fixed keys, that the
// service may not clear.
func (p *Planned) WarnClear(attribute string, key ...string) {
	at, name, keep := path.Root(attribute), attribute, "%q"
	before, after := rawValue(p.req.State.Raw, attribute), rawValue(p.resp.Plan.Raw, attribute)
	if len(key) > 0 && after.IsKnown() {
		at, name, keep = at.AtMapKey(key[0]), attribute+"."+key[0], "{ "+key[0]+" = %q }"
		before, after = rawValue(before, key[0]), rawValue(after, key[0])
	}
	var text string
	if before.As(&text) != nil || text == "" || !after.IsKnown() || !after.IsNull() {
		return
	}
	p.Warn(at, "The service might not clear "+name,
		fmt.Sprintf("The service has %s = %q, and the configuration does not set it. If the service only changes this value and does not "+
			"clear it, the update fails. You can:\n\n"+
			"- Keep it: set %s = "+keep+", or another value.\n"+
			"- Leave it to others: ignore_changes = [%[3]s] in a lifecycle block.", name, text, attribute, text))
}

// WarnChangedFinal warns of a change to an object in a final state, except to attributes that only
// the provider uses.
func (p *Planned) WarnChangedFinal(attribute, final string, own ...string) {
	if p.Recorded(attribute) != final {
		return
	}
	changed := slices.DeleteFunc(p.changed(), func(name string) bool { return slices.Contains(own, name) })
	if len(changed) == 0 {
		return
	}
	p.Warn(path.Root(changed[0]), "The "+p.of.Type.Title+" is "+final,
		fmt.Sprintf("The %s %q is %s. If the service no longer changes it, the update fails. You can:\n\n"+
			"- Keep it: set %s = %q, and set the other attributes to the values of the service.\n"+
			"- Leave it to others: ignore_changes = [%s] in a lifecycle block, or remove it from the configuration with a "+
			"`removed` block.\n"+
			"- For a new one, add a resource with another ext_id, and for a user with another login_id: the %[1]s keeps its own.",
			p.of.Type.Title, p.Recorded(p.of.lastPart()), final, attribute, final, strings.Join(changed, ", ")))
}

// WarnFinal warns before an update of an object, or a destroy that does not delete it, leaves it in a
// state that it cannot leave. consequence is a sentence.
func (p *Planned) WarnFinal(attribute, final, consequence string) {
	state := p.Recorded(attribute)
	if p.Creates() || state == final || p.removed() && state == "disabled" || !p.removed() && p.Text(attribute) != final {
		return
	}
	p.resp.Diagnostics.AddAttributeWarning(path.Root(attribute), "Archiving is permanent",
		fmt.Sprintf("The %s %q becomes %s. %s The service cannot undo this, and the %[1]s keeps its external ID. To suspend access, use "+
			"%[5]s = \"disabled\". To keep the %[1]s at another address or key of for_each, add a `moved` block.",
			p.of.Type.Title, p.Recorded(p.of.lastPart()), final, consequence, attribute))
}

// checkRefusals reports values that the service refuses, or may refuse, in a create or an update.
func (p *Planned) checkRefusals() {
	if !p.begins() {
		return
	}
	if !p.Creates() {
		p.WarnClear("validity", "from")
		p.WarnClear("validity", "to")
	}
	if p.of.Refuse != nil {
		p.of.Refuse(p)
	}
}
