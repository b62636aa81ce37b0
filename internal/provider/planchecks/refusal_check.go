package planchecks

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
)

// WarnClear warns before the plan clears an attribute that the service may not clear.
func (p *Planned) WarnClear(attribute string) {
	if before := p.Recorded(attribute); before != "" && p.Clears(attribute) {
		p.warnCleared(path.Root(attribute), attribute, attribute, before, fmt.Sprintf("%q", before))
	}
}

// WarnClearKey is WarnClear for one key of a map with fixed keys.
func (p *Planned) WarnClearKey(attribute, key string) {
	before, _ := p.before(attribute).(attrs.FixedMap)
	after, ok := p.after(attribute).(attrs.FixedMap)
	if lost := before.Loses(after, key); ok && lost != "" {
		p.warnCleared(path.Root(attribute).AtMapKey(key), attribute, attribute+"."+key, lost, fmt.Sprintf("{ %s = %q }", key, lost))
	}
}

func (p *Planned) warnCleared(at path.Path, attribute, name, before, keep string) {
	p.Warn(at, "The service might not clear "+name,
		fmt.Sprintf("The service has %s = %q, and the configuration does not set it. If the service only changes this value and does not "+
			"clear it, the update fails. You can:\n\n"+
			"- Keep it: set %s = %s, or another value.\n"+
			"- Leave it to others: ignore_changes = [%[3]s] in a lifecycle block.", name, before, attribute, keep))
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

// WarnFinal warns before an existing object enters a state that it cannot leave. consequence is a
// sentence.
func (p *Planned) WarnFinal(attribute, final, consequence string) {
	if p.Creates() || p.Text(attribute) != final || p.Recorded(attribute) == final {
		return
	}
	p.resp.Diagnostics.AddAttributeWarning(path.Root(attribute), "Archiving is permanent",
		fmt.Sprintf("The %s %q becomes %s. %s The service cannot undo this, and the %[1]s keeps its external ID. To suspend access, use "+
			"%[5]s = \"disabled\".", p.of.Type.Title, p.Recorded(p.of.lastPart()), final, consequence, attribute))
}

// WarnFinalDestroy warns before a destroy moves an active object into a state that it cannot leave,
// instead of deleting it. consequence is a sentence.
func (p *Planned) WarnFinalDestroy(attribute, final, consequence string) {
	if state := p.Recorded(attribute); state == final || state == "disabled" {
		return
	}
	p.resp.Diagnostics.AddWarning("Archiving is permanent",
		fmt.Sprintf("The destroy leaves the %s %q %s. %s The service cannot undo this, and the %[1]s keeps its external ID. To keep the "+
			"%[1]s at another address or key of for_each, add a `moved` block. To suspend access, use %[5]s = \"disabled\".",
			p.of.Type.Title, p.Recorded(p.of.lastPart()), final, consequence, attribute))
}

// checkRefusals reports values that the service refuses, or may refuse, in a create or an update.
func (p *Planned) checkRefusals() {
	if !p.begins() {
		return
	}
	if !p.Creates() {
		p.WarnClearKey("validity", "from")
		p.WarnClearKey("validity", "to")
	}
	if p.of.Refuse != nil {
		p.of.Refuse(p)
	}
}
