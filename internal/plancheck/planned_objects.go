package plancheck

import (
	"cmp"
	"fmt"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
)

// plannedObject holds what a run has planned for an object. A CLI does not pass the address of a
// resource, but makes each call once for each address.
type plannedObject struct {
	// recorded means that the state contains the object, and read that it was refreshed. kept, made and
	// removed mean that a plan keeps, creates or removes it.
	recorded, read, kept, made, removed bool
	// replaced means that it is destroyed and created again.
	replaced bool
	// unreplaceable is why the object must not be replaced, or nil.
	unreplaceable diag.Diagnostic
}

// unknownID is the key of all new objects of a type whose id is not known yet.
const unknownID = ""

// unseen reports whether the run has neither refreshed nor planned the object.
func (o plannedObject) unseen() bool {
	o.recorded, o.unreplaceable = false, nil
	return o == plannedObject{}
}

// plannedObjects holds all objects of a run, by type and id.
type plannedObjects struct {
	mu sync.Mutex
	by map[string]plannedObject
	// refreshed is set once the run has refreshed an object.
	refreshed bool
}

// add records what is planned for an object, and returns what was known before.
func (o *plannedObjects) add(noun, id string, now plannedObject) (before plannedObject) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.by == nil {
		o.by = map[string]plannedObject{}
	}
	key := noun + " " + id
	before = o.by[key]
	o.refreshed = o.refreshed || now.read
	o.by[key] = plannedObject{
		recorded: before.recorded || now.recorded, read: before.read || now.read, kept: before.kept || now.kept,
		made: before.made || now.made, removed: before.removed || now.removed, replaced: before.replaced || now.replaced,
		unreplaceable: cmp.Or(now.unreplaceable, before.unreplaceable),
	}
	// Without a refresh, only the state shows an object.
	before.read = before.read || before.recorded && !o.refreshed
	return before
}

// Removes reports whether the run has planned the destroy of an object and not its creation.
func (r *Run) Removes(of *objecttype.Type, object tftypes.Value) bool {
	r.objects.mu.Lock()
	defer r.objects.mu.Unlock()
	planned := r.objects.by[of.Name+" "+rawID(object)]
	return planned.removed && !planned.made && !planned.kept
}

// forget drops what is known about an object.
func (o *plannedObjects) forget(noun, id string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	delete(o.by, noun+" "+id)
}

// NoteRecorded records an object in the state, which a CLI decodes before it refreshes or plans it.
// A tainted object is planned like a new one, so without a refresh only this call shows that it
// exists.
func (r *Run) NoteRecorded(of *Subject, state tftypes.Value) {
	r.note(of, state, plannedObject{recorded: true})
}

// NoteRead records a refreshed object.
func (r *Run) NoteRead(of *Subject, state tftypes.Value) {
	r.note(of, state, plannedObject{read: true})
}

// NoteGone records that a refresh did not find an object.
func (r *Run) NoteGone(of *Subject, id string) { r.objects.forget(of.Type.Name, id) }

func (r *Run) note(of *Subject, state tftypes.Value, now plannedObject) {
	id := rawID(state)
	if r.writing() || id == "" {
		return
	}
	if of.Unreplaceable != nil {
		now.unreplaceable = of.Unreplaceable(NewRecorded(state))
	}
	r.objects.add(of.Type.Name, id, now)
}

// Recorded is an object in the state, with its plan if it has one.
type Recorded struct{ object, plan tftypes.Value }

// NewRecorded returns a recorded object without a plan.
func NewRecorded(object tftypes.Value) Recorded { return Recorded{object: object} }

// Text returns the text of an attribute, or "".
func (r Recorded) Text(name string) string { return rawTexts(r.object, name)[0] }

// PlannedText returns the planned text of an attribute, or "".
func (r Recorded) PlannedText(name string) string { return rawTexts(r.plan, name)[0] }

// Flag reports whether an attribute is true in the state or in the plan.
func (r Recorded) Flag(name string) bool { return rawFlag(r.object, name) || rawFlag(r.plan, name) }

// noteObject records the object of a plan, and warns if two addresses manage it or if a delete
// removes more than the plan shows. Once the run has begun to write, it does not warn.
func (p *Planned) noteObject() {
	now := plannedObject{made: p.req.State.Raw.IsNull(), removed: p.req.Plan.Raw.IsNull()}
	now.kept = !now.made && !now.removed
	id := rawID(p.resp.Plan.Raw)
	if !now.made {
		id = rawID(p.req.State.Raw)
	}
	if p.run.writing() {
		return
	}
	if !now.made {
		p.run.NoteRecorded(p.of, p.req.State.Raw)
	}
	if now.kept && p.of.Unreplaceable != nil {
		now.unreplaceable = p.of.Unreplaceable(Recorded{p.req.State.Raw, p.resp.Plan.Raw})
	}
	if p.successor {
		p.refuseReplacement(p.run.objects.add(p.of.Type.Name, p.predecessor, plannedObject{replaced: true}))
	}
	if !p.refuseUnlisted() {
		p.refuseHandover()
	}
	if id == "" {
		p.run.objects.add(p.of.Type.Name, unknownID, now)
		return
	}
	before := p.run.objects.add(p.of.Type.Name, id, now)
	p.known = !before.unseen()
	// A CLI plans a tainted object like a new one, and makes no other plan for it.
	tainted := now.made && before.read && !before.kept
	p.successor = p.successor || tainted
	if tainted || now.kept && p.deletes() {
		p.run.objects.add(p.of.Type.Name, id, plannedObject{replaced: true})
		before.unreplaceable = cmp.Or(now.unreplaceable, before.unreplaceable)
		p.refuseReplacement(before)
	}
	p.warnSeen(id, now, before)
}

// warnSeen warns if earlier plans of an object conflict with this one.
func (p *Planned) warnSeen(id string, now, before plannedObject) {
	switch {
	case now.made && before.made || now.kept && before.kept:
		p.warnTwice(id)
	case now.made && before.removed || now.removed && before.made:
		p.refuseReplacement(before)
		if p.of.Type.Idempotent() {
			p.warnReaddressed(id)
		}
	case p.of.Type.Contains != "" && (now.made && before.read && !before.kept || now.kept && p.deletes()):
		p.warnCascade(id)
	}
}

// Remakes reports whether this object replaces the one with the same key and the given external ID.
// A tainted object has no other plan, so an object that was only read counts. It refuses to replace
// a protected object.
func (p *Planned) Remakes(extID string) bool { return p.RemakesKey(p.keyWith(extID)) }

// RemakesKey is Remakes for a known key.
func (p *Planned) RemakesKey(key []string) bool {
	id := objecttype.ImportID(key...)
	was := p.run.objects.add(p.of.Type.Name, id, plannedObject{})
	tainted := was.read && !was.kept
	if tainted {
		p.refuseReplacement(was)
	}
	return tainted || id == p.predecessor
}

// refuseReplacement reports an object that must not be replaced.
func (p *Planned) refuseReplacement(of plannedObject) {
	if of.unreplaceable != nil {
		p.refuseAll(diag.Diagnostics{of.unreplaceable})
	}
}

// rawID returns the id of an object, or "" if it is unknown.
func rawID(object tftypes.Value) string { return rawTexts(object, "id")[0] }

func (p *Planned) warnTwice(id string) {
	p.resp.Diagnostics.AddAttributeWarning(path.Root("id"), "Declared twice",
		fmt.Sprintf("Two resources of this configuration are the %s %q. Each resets it to its own values, and if one is destroyed, the "+
			"other loses the object. Keep one, and remove the other with a `removed` block that has destroy = false, so "+
			"that the object stays.", p.of.Type.Title, id))
}

func (p *Planned) warnReaddressed(id string) {
	p.resp.Diagnostics.AddWarning("Destroyed at one address and created at another",
		fmt.Sprintf("This plan destroys the %s %q, and creates it again at another address, such as a new key of for_each. Their order "+
			"is not defined: either the create finds the existing object, or the destroy deletes the new one. If only the address has "+
			"changed, add a `moved` block: then the plan changes nothing.", p.of.Type.Title, id))
}

// warnCascade warns that the service deletes more than a replaced object. CLIs show the warnings of
// the call that plans its end, and drop the warnings of the call that plans the new object.
func (p *Planned) warnCascade(id string) {
	under, createFirst := p.successorID()
	p.resp.Diagnostics.AddWarning("More is deleted than the plan shows",
		fmt.Sprintf("The %s %q is destroyed and created again %s. The service also deletes %s, even if they are managed elsewhere. This "+
			"plan only creates those again that this configuration declares and that refer to it by an attribute.%s",
			p.of.Type.Title, id, under, p.of.Type.Contains, createFirst))
}

// successorID describes the external ID under which a replaced object is created again, and why
// create_before_destroy must not be set, if so.
func (p *Planned) successorID() (under, createFirst string) {
	switch given := p.Configured("ext_id"); {
	case given == nil || given.IsNull():
	case given.IsUnknown():
		return "under an ID that is known only after the apply and can be the same", ""
	case p.Creates() || given.Equal(p.before("ext_id")):
		return "under the same ID", " With create_before_destroy, the create fails after those are " +
			"destroyed: do not set it."
	}
	return "under another ID", ""
}
