package plancheck

import (
	"cmp"
	"fmt"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/references"
)

// departures remember the units that a run destroys or replaces, one object of the same plan that
// leaves each of them, and one profile that stays.
type departures struct {
	mu sync.Mutex
	by map[string]*departure
}

type departure struct {
	removed              bool
	leaves, stays        string
	warned, warnedOfStay bool
}

// note notes a removal, or an object that leaves or stays. Once the unit is removed, it returns each
// of the two a single time.
func (d *departures) note(unit string, now departure) (leaves, stays string) {
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
	at.removed = at.removed || now.removed
	at.leaves, at.stays = cmp.Or(now.leaves, at.leaves), cmp.Or(now.stays, at.stays)
	if at.removed && !at.warned {
		leaves, at.warned = at.leaves, at.leaves != ""
	}
	if at.removed && !at.warnedOfStay {
		stays, at.warnedOfStay = at.stays, at.stays != ""
	}
	return leaves, stays
}

// warnDepartures warns once of each unit that a plan destroys or replaces while a subunit or a
// profile leaves it, or a profile stays in it. The service refuses to delete a unit that contains
// anything, and a CLI destroys the unit first when the object referred to it. The provider sees
// neither references nor create_before_destroy, so this is no certain refusal.
func (p *Planned) warnDepartures() {
	attribute := p.of.Type.Parent
	if attribute == "" || p.Creates() || p.run.writing() || p.run.ReferenceCheck == ReferenceOff {
		return
	}
	if p.req.Plan.Raw.Equal(p.req.State.Raw) {
		if texts := rawTexts(p.req.State.Raw, clientPart, "ext_id", attribute); p.of.Type == objecttype.Profile && texts[2] != "" {
			p.warnDeparture(texts[0], texts[2], departure{stays: texts[1]})
		}
		return
	}
	client, own := p.Recorded(clientPart), p.Recorded(p.of.lastPart())
	if p.deletes() {
		if p.of.Type == objecttype.Unit {
			p.warnDeparture(client, own, departure{removed: true})
		}
		return
	}
	unit, to := p.Recorded(attribute), p.after(attribute)
	switch {
	case unit == "" || to == nil:
	case !to.Equal(p.before(attribute)):
		p.warnDeparture(client, unit, departure{leaves: fmt.Sprintf("%s %q", p.of.Type.Title, own)})
	case p.of.Type == objecttype.Profile:
		p.warnDeparture(client, unit, departure{stays: own})
	}
}

func (p *Planned) warnDeparture(client, unit string, now departure) {
	leaves, stays := p.run.departures.note(objecttype.ImportID(client, unit), now)
	if stays != "" {
		p.warnStay(client, unit, stays)
	}
	if leaves == "" {
		return
	}
	at := path.Root(p.of.Type.Parent)
	p.Warn(at, "A unit is destroyed before it is empty",
		fmt.Sprintf("This plan destroys or replaces the unit %[1]q, and the %[2]s leaves it. The service deletes only empty units. If the "+
			"%[2]s refers to the unit by an attribute of its resource, Terraform destroys the unit first: the service refuses that, and "+
			"nothing moves, in this apply and in every later one. Do one of these first:\n\n"+
			"- Keep the unit in the configuration, and apply the moves. Then remove or replace it with a second apply.\n"+
			"- Add `lifecycle { create_before_destroy = true }` to the unit as it is, and apply. Then this plan moves first. A unit that "+
			"is replaced also needs a new ext_id and name.", unit, leaves))
}

// warnStay warns of a profile in a unit that is destroyed, unless the plan moves or destroys it
// later.
func (p *Planned) warnStay(client, unit, profile string) {
	at := path.Root("ext_id")
	if p.of.Type == objecttype.Profile {
		at = path.Root(p.of.Type.Parent)
	}
	target := references.NewTarget(objecttype.Profile, client, profile)
	left := func() bool {
		if p.run.objects.add(target.Type.Name, objecttype.ImportID(client, profile), plannedObject{}).removed {
			return true
		}
		parent, _ := p.Catalog.PlannedParent(target)
		return parent != unit
	}
	p.WarnUnless(left, at, "The unit is in use",
		fmt.Sprintf("This plan destroys or replaces the unit %q, and the profile %q stays in it. The service deletes only a unit without "+
			"units and profiles: the apply will fail. Move or destroy the profile in an apply before it, or keep the unit.", unit, profile))
}
