package plancheck

import (
	"cmp"
	"fmt"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/references"
)

// departures remembers the units that a run destroys or replaces, and the objects in the same plan
// that leave those units or stay in them.
type departures struct {
	mu sync.Mutex
	by map[string]*departure
}

// departure holds what is known about a unit: its removal, and the objects that leave it or stay in
// it.
type departure struct {
	removed *removal
	leavers []leaver
	// stays holds one unit and one profile that stay, by type.
	stays map[*objecttype.Type]string
	// refused, warned and warnedOfStay record which findings were reported.
	refused, warned, warnedOfStay bool
}

// removal is the planned removal of a unit. next is the external ID of its replacement, or nil, and
// exclusive is set if both cannot exist at the same time.
type removal struct {
	next      attr.Value
	exclusive bool
}

// leaver is an object that leaves a unit, with its planned unit.
type leaver struct {
	object string
	to     attr.Value
}

// findings holds the objects that make the removal of a unit fail: one that moves to a replacement
// that cannot exist yet, one that leaves, and one that stays, with its type. Each is "" if no such
// object is known.
type findings struct {
	follows, leaves, stays string
	of                     *objecttype.Type
}

// note updates a unit with add, and returns each finding only once.
func (d *departures) note(unit string, add func(*departure)) (found findings) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.by == nil {
		d.by = map[string]*departure{}
	}
	at := d.by[unit]
	if at == nil {
		at = &departure{stays: map[*objecttype.Type]string{}}
		d.by[unit] = at
	}
	add(at)
	if at.removed == nil {
		return findings{}
	}
	if found.follows = at.follows(); found.follows != "" && !at.refused {
		at.refused, at.warned = true, true
		return found
	}
	if !at.warned && len(at.leavers) > 0 {
		found.leaves, at.warned = at.leavers[0].object, true
	}
	for _, of := range []*objecttype.Type{objecttype.Profile, objecttype.Unit} {
		object := at.stays[of]
		// The plan of a destroyed unit checks its subunits itself.
		if object != "" && !at.warnedOfStay && (of == objecttype.Profile || at.removed.next != nil) {
			found.stays, found.of, at.warnedOfStay = object, of, true
		}
	}
	return findings{leaves: found.leaves, stays: found.stays, of: found.of}
}

// follows returns an object that moves to the replacement, which cannot exist until the object has
// moved.
func (d *departure) follows() string {
	for _, one := range d.leavers {
		if d.removed.exclusive && one.to.Equal(d.removed.next) {
			return one.object
		}
	}
	return ""
}

// checkDepartures reports each unit that a plan destroys or replaces while a subunit or a profile
// leaves it or stays in it. The service only deletes empty units, and a CLI destroys the unit first
// if the object referred to it. The provider sees neither references nor create_before_destroy, so
// this is an error only if both orders fail.
func (p *Planned) checkDepartures() {
	attribute := p.of.Type.Parent
	if attribute == "" || p.run.writing() || p.run.ReferenceCheck == ReferenceOff {
		return
	}
	if p.unchanged {
		texts := rawTexts(p.req.State.Raw, clientPart, p.of.lastPart(), attribute)
		p.noteStay(texts[0], texts[2], texts[1])
		return
	}
	if p.of.Type == objecttype.Unit && (p.Creates() || p.deletes()) {
		p.noteRemoval()
		return
	}
	unit, to := p.Recorded(attribute), p.after(attribute)
	switch client, own := p.Recorded(clientPart), p.Recorded(p.of.lastPart()); {
	case unit == "" || to == nil || p.deletes():
	case to.Equal(p.before(attribute)):
		p.noteStay(client, unit, own)
	default:
		p.noteDeparture(path.Root(attribute), client, unit, func(d *departure) {
			d.leavers = append(d.leavers, leaver{fmt.Sprintf("%s %q", p.of.Type.Title, own), to})
		})
	}
}

func (p *Planned) noteStay(client, unit, own string) {
	if unit != "" {
		p.noteDeparture(path.Root(p.of.Type.Parent), client, unit, func(d *departure) { d.stays[p.of.Type] = own })
	}
}

// noteRemoval records that a unit is destroyed or replaced. If the replacement is caused by
// -replace, a taint or replace_triggered_by, only the plan of the new unit shows it.
func (p *Planned) noteRemoval() {
	now, client, own := &removal{}, p.Recorded(clientPart), p.Recorded("ext_id")
	switch {
	case p.req.Plan.Raw.IsNull():
	case p.deletes():
		now.next, now.exclusive = p.after("ext_id"), p.keepsName()
		p.warnUnseen(client, own)
	case !p.successor:
		return
	default:
		id := rawID(p.resp.Plan.Raw)
		key, err := p.of.Type.Key.Parse(cmp.Or(p.predecessor, id))
		if err != nil {
			return
		}
		client, own, now.next = key[0], key[1], p.after("ext_id")
		old := p.Catalog.Find(p.ctx, references.NewTarget(p.of.Type, client, own))
		now.exclusive = p.Text("name") == old.Unit.Name && p.after(p.of.Type.Parent).Equal(attrs.Text(old.Unit.ParentUnitExtID))
	}
	p.noteDeparture(path.Root("ext_id"), client, own, func(d *departure) {
		if d.removed == nil {
			d.removed = now
		}
	})
}

// warnUnseen warns about the first unit or profile in a replaced unit that the run has not read or
// planned yet: it may be managed elsewhere, or it refers to the unit and is planned later.
func (p *Planned) warnUnseen(client, unit string) {
	seen := func(of *objecttype.Type, extID string) bool {
		return !p.run.objects.add(of.Name, objecttype.ImportID(client, extID), plannedObject{}).unseen()
	}
	var unseen string
	for _, child := range p.Catalog.Children(p.ctx, client, unit) {
		if !seen(objecttype.Unit, child.ExtID) {
			unseen = fmt.Sprintf("unit %q", child.ExtID)
			break
		}
	}
	for profile, err := range idm.Readable(p.run.api.UnitProfiles(p.ctx, client, unit)) {
		if unseen != "" || err != nil {
			break
		}
		if !seen(objecttype.Profile, profile.ExtID) {
			unseen = fmt.Sprintf("profile %q", profile.ExtID)
		}
	}
	if unseen != "" {
		p.Warn(path.Root("ext_id"), "The unit is in use",
			fmt.Sprintf("This plan replaces the unit %q, which contains the %s. The service only deletes units without units and "+
				"profiles: the apply will fail unless this plan also moves or destroys everything in the unit. First move or destroy "+
				"objects that are managed elsewhere.", unit, unseen))
	}
}

// keepsName reports whether a replacement is configured with the same unique value in the same
// place: then the new object cannot exist until the old one is deleted.
func (p *Planned) keepsName() bool {
	unique := p.unique()
	name, scope, client := p.Configured(unique.Attr), p.after(unique.Scope), p.after(clientPart)
	return name != nil && !name.IsNull() && name.Equal(p.before(unique.Attr)) && scope != nil && scope.Equal(p.before(unique.Scope)) &&
		client != nil && client.Equal(p.before(clientPart))
}

// noteDeparture updates a unit with add, and reports the findings.
func (p *Planned) noteDeparture(at path.Path, client, unit string, add func(*departure)) {
	found := p.run.departures.note(objecttype.ImportID(client, unit), add)
	if found.follows != "" {
		p.Refuse(at, "A unit is destroyed before it is empty", fmt.Sprintf("This plan replaces the unit %[1]q, and the %[2]s "+
			"moves to the new unit. The service deletes only empty units, and the new unit has the same name in the same place, so it "+
			"cannot be created first: the apply fails in either order. Nothing was changed. You can:\n\n"+
			"- Keep the unit: undo the change that replaces it.\n"+
			"- Give the new unit another name, and set create_before_destroy = true in its lifecycle. Then this plan creates it, moves "+
			"the objects into it, and destroys the old one last.\n"+
			"- Declare the new unit as a separate resource with another ext_id and name, refer to it, and apply. Then remove the old "+
			"one with a second apply.\n\n"+
			"If this plan also replaces the %[2]s, by replace_triggered_by, the apply works: set reference_check = \"off\" for it.",
			unit, found.follows))
	}
	if found.leaves != "" {
		p.Warn(at, "A unit is destroyed before it is empty",
			fmt.Sprintf("This plan destroys or replaces the unit %[1]q, and the %[2]s leaves it. The service only deletes empty units. "+
				"If the %[2]s refers to the unit by an attribute of its resource, Terraform destroys the unit first: the service "+
				"refuses, and the object never moves, in this apply or any later one. First do one of these:\n\n"+
				"- Keep the unit in the configuration, and apply the moves. Then remove or replace it with a second apply.\n"+
				"- Add `lifecycle { create_before_destroy = true }` to the unit as it is, and apply. Then this plan moves first. A unit "+
				"that is replaced also needs a new ext_id and name.", unit, found.leaves))
	}
	if found.stays != "" {
		p.warnStay(at, client, unit, found)
	}
}

// warnStay warns about a unit or profile that stays in a destroyed unit, unless the plan moves,
// replaces or destroys it later.
func (p *Planned) warnStay(at path.Path, client, unit string, found findings) {
	target := references.NewTarget(found.of, client, found.stays)
	left := func() bool { return p.leaves(target, unit) }
	p.WarnUnless(left, at, "The unit is in use",
		fmt.Sprintf("This plan destroys or replaces the unit %[1]q, and the %[2]s %[3]q stays in it. The service only deletes units "+
			"without units and profiles: the apply will fail. Move or destroy the %[2]s in an earlier apply, or keep the unit.",
			unit, found.of.Title, found.stays))
}
