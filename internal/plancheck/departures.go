package plancheck

import (
	"fmt"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
)

// departures remember the units that a run destroys or replaces, and one object of the same plan
// that leaves each of them.
type departures struct {
	mu sync.Mutex
	by map[string]*departure
}

type departure struct {
	removed, warned bool
	leaves          string
}

// note notes a removal, or an object that leaves, and returns the object once both are known.
func (d *departures) note(unit string, removed bool, leaves string) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.by == nil {
		d.by = map[string]*departure{}
	}
	at := d.by[unit]
	if at == nil {
		at = &departure{}
		d.by[unit] = at
	}
	at.removed = at.removed || removed
	if leaves != "" {
		at.leaves = leaves
	}
	if !at.removed || at.leaves == "" || at.warned {
		return ""
	}
	at.warned = true
	return at.leaves
}

// placedBy is the attribute that puts an object into a unit, by type.
var placedBy = map[*objecttype.Type]string{objecttype.Unit: "parent_unit_ext_id", objecttype.Profile: "unit_ext_id"}

// warnDepartures warns once of each unit that a plan destroys or replaces while a subunit or a
// profile leaves it. The service refuses to delete a unit that contains anything, and a CLI destroys
// the unit first when the object referred to it. The provider sees neither references nor
// create_before_destroy, so this is no certain refusal.
func (p *Planned) warnDepartures() {
	attribute, placed := placedBy[p.of.Type]
	if !placed || p.Creates() || p.run.writing() || p.req.Plan.Raw.Equal(p.req.State.Raw) {
		return
	}
	client, own := p.Recorded(clientPart), p.Recorded(p.of.lastPart())
	if p.deletes() {
		if p.of.Type == objecttype.Unit {
			p.warnDeparture(client, own, true, "")
		}
		return
	}
	if unit, to := p.Recorded(attribute), p.after(attribute); unit != "" && to != nil && !to.Equal(p.before(attribute)) {
		p.warnDeparture(client, unit, false, fmt.Sprintf("%s %q", p.of.Type.Title, own))
	}
}

func (p *Planned) warnDeparture(client, unit string, removed bool, leaves string) {
	if p.run.ReferenceCheck == ReferenceOff {
		return
	}
	if leaves = p.run.departures.note(objecttype.ImportID(client, unit), removed, leaves); leaves == "" {
		return
	}
	at := path.Root(placedBy[p.of.Type])
	p.Warn(at, "A unit is destroyed before it is empty",
		fmt.Sprintf("This plan destroys or replaces the unit %[1]q, and the %[2]s leaves it. The service deletes only empty units. If the "+
			"%[2]s refers to the unit by an attribute of its resource, Terraform destroys the unit first: the service refuses that, and "+
			"nothing moves, in this apply and in every later one. Do one of these first:\n\n"+
			"- Keep the unit in the configuration, and apply the moves. Then remove or replace it with a second apply.\n"+
			"- Add `lifecycle { create_before_destroy = true }` to the unit as it is, and apply. Then this plan moves first. A unit that "+
			"is replaced also needs a new ext_id and name.", unit, leaves))
}
