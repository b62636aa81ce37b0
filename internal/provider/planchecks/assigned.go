package planchecks

import (
	"fmt"
	"slices"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// assigned remembers objects whose external IDs the service has assigned although a create sent
// others: the id of one for each type, and of each by the id that was configured.
type assigned struct {
	mu       sync.Mutex
	types    map[*objecttype.Type]string
	insteads map[string]string
}

// NoteAssigned records that the state contains an object with a key that the service has assigned.
// configured is the external ID of the configuration, "" for a generated one.
func (r *Run) NoteAssigned(of *Subject, key []string, configured string) {
	if r.writing() {
		return
	}
	r.assigned.mu.Lock()
	defer r.assigned.mu.Unlock()
	if r.assigned.types == nil {
		r.assigned.types, r.assigned.insteads = map[*objecttype.Type]string{}, map[string]string{}
	}
	id := objecttype.ImportID(key...)
	r.assigned.types[of.Type] = id
	if configured != "" && of.lastPart() == "ext_id" {
		planned := slices.Clone(key)
		planned[len(planned)-1] = configured
		r.assigned.insteads[of.Type.Name+" "+objecttype.ImportID(planned...)] = id
	}
}

// get returns the id of an object of a type to which the service has assigned an external ID, and
// the id of the object that was created instead of a planned one; "" for none.
func (a *assigned) get(of *objecttype.Type, planned string) (one, instead string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.types[of], a.insteads[of.Name+" "+planned]
}

// warnAssigned reports a new object with a configured external ID if the service has assigned the
// external ID of another object of its type: the create would fail after it has made an object. If
// that object is its tainted predecessor, each apply would delete it and make another one.
func (p *Planned) warnAssigned() {
	configured, _ := p.Configured("ext_id").(types.String)
	if !p.Creates() || configured.ValueString() == "" {
		return
	}
	one, instead := p.run.assigned.get(p.of.Type, rawID(p.resp.Plan.Raw))
	if one == "" {
		return
	}
	if instead != "" && p.run.isTainted(p.of.Type, instead) {
		one, p.successor = instead, true
	}
	p.Warn(path.Root("ext_id"), "The service assigns external IDs",
		fmt.Sprintf("The service has created the %s %q under an external ID of its own. It would not keep %q either: the create would be "+
			"an error, and the next apply would replace the new object. Remove ext_id from the configuration. To keep a tainted object, "+
			"also run `terraform untaint` on its resource.", p.of.Type.Title, one, configured.ValueString()))
}
