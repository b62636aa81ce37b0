package planchecks

import (
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// NoteAssigned records that the state contains an object with a key that the service has assigned.
// configured is the external ID of the configuration, "" for a generated one.
func (r *Run) NoteAssigned(of *Subject, key []string, configured string) {
	if r.writing() {
		return
	}
	id := objecttype.ImportID(key...)
	r.assigned.Store(of.Type.Name, id)
	if configured != "" && of.lastPart() == "ext_id" {
		planned := append(slices.Clone(key[:len(key)-1]), configured)
		r.assigned.Store(keyOf(of.Type, planned...), id)
	}
}

// warnAssigned reports a new object with a configured external ID if the service has assigned the
// external ID of another object of its type: the create would fail after it has made an object. If
// that object is its tainted predecessor, each apply would delete it and make another one.
func (p *Planned) warnAssigned() {
	configured, _ := p.Configured("ext_id").(types.String)
	if !p.Creates() || configured.ValueString() == "" {
		return
	}
	if _, assigns := p.run.assigned.Load(p.of.Type.Name); !assigns {
		return
	}
	if instead, ok := p.run.assigned.Load(p.ownKey()); ok && p.isTainted(fmt.Sprint(instead)) {
		p.successor = true
	}
	p.Warn(path.Root("ext_id"), "The service assigns external IDs",
		fmt.Sprintf("The service has created other %s under external IDs of its own, and would not keep %q either: the create would be an "+
			"error, and the next apply would replace the new object. Remove ext_id if the configuration has it. To keep a "+
			"tainted object, or the objects in ext_ids of a collection, run `terraform untaint` on its resource.", p.of.Type.Plural, configured.ValueString()))
}
