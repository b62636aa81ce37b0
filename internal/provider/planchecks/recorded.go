package planchecks

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/diagnostics"
)

// NoteRecorded records an object in the state.
func (r *Run) NoteRecorded(of *Subject, state tftypes.Value) {
	id := rawID(state)
	if r.writing() || id == "" {
		return
	}
	if of.Unreplaceable == nil {
		state = tftypes.Value{} // Only its existence counts.
	}
	r.recorded.Store(of.record(id), state)
}

// elementOf begins the key of an element of a collection in the state: only the collection replaces
// it.
const elementOf = "element of "

func (s *Subject) record(id string) string {
	if s.Element {
		return elementOf + s.Type.Name + " " + id
	}
	return s.Type.Name + " " + id
}

// NoteGone records that a refresh did not find an object.
func (r *Run) NoteGone(of *Subject, id string) { r.recorded.Delete(of.record(id)) }

// isTainted reports whether an object with the key of a new one is in the state and has no plan
// of its own.
func (p *Planned) isTainted(id string) bool {
	_, exists := p.run.recorded.Load(p.of.record(id))
	planned := p.run.declared.of(p.of.Type.Name + " " + id)
	return exists && planned[isKept] == "" && planned[isDestroyed] == "" && planned[isReplaced] == ""
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

// recognize finds out whether the object is the successor of a tainted one, and refuses to replace a
// protected object.
func (p *Planned) recognize() {
	if p.removed() {
		return
	}
	object := p.req.State.Raw
	if p.Creates() {
		if id := rawID(p.resp.Plan.Raw); !p.successor && id != "" && p.isTainted(id) {
			p.successor, p.tainted, p.predecessor = true, true, id
		}
		// With -replace, only the plan of the successor shows that the object is replaced.
		recorded, _ := p.run.recorded.Load(p.of.record(p.predecessor))
		object, _ = recorded.(tftypes.Value)
	} else {
		p.run.NoteRecorded(p.of, object)
	}
	if p.of.Unreplaceable == nil || !p.successor && !p.replaced() {
		return
	}
	if unreplaceable := p.of.Unreplaceable(Recorded{object, p.resp.Plan.Raw}); unreplaceable != nil {
		p.resp.Diagnostics.Append(unreplaceable)
	}
}

// Remakes reports whether this object replaces the one with the same key and the given external ID.
func (p *Planned) Remakes(extID string) bool { return p.RemakesKey(p.keyWith(extID)) }

// RemakesKey is Remakes for a known key. A tainted object whose external ID is not configured has no
// other plan.
func (p *Planned) RemakesKey(key []string) bool {
	id := objecttype.ImportID(key...)
	return id == p.predecessor || p.predecessor == "" && p.Creates() && p.isTainted(id)
}

// rawID returns the id of an object, or "" if it is unknown.
func rawID(object tftypes.Value) string { return rawTexts(object, "id")[0] }

// warnCascade warns that the service deletes more than a replaced object, with the number of objects
// of each type.
func (p *Planned) warnCascade() {
	of := p.of.Type
	old, ends := p.ended()
	if of.Contains == "" || !ends {
		return
	}
	under, createFirst := p.successorID()
	p.resp.Diagnostics.AddWarning("More is deleted than the plan shows",
		fmt.Sprintf("The %[1]s %[2]q is destroyed and created again %[3]s. The service also deletes %[4]s%[5]s, even if they are managed "+
			"elsewhere. To create again what this configuration declares, add replace_triggered_by = [%[6]s] to the lifecycle of each "+
			"resource that belongs to it, with the name of this resource. With -replace or after a taint, also name those resources with "+
			"-replace.%[7]s",
			of.Title, rawID(old), under, of.Contains, p.contents(old), strings.Join(triggers(of), ", "), createFirst))
}

// triggers returns the attributes whose change replaces an object: an update changes none of them,
// and a reference by attribute already follows the external ID.
func triggers(of *objecttype.Type) []string {
	all := slices.Clone(of.Fixed)
	if len(all) == 0 {
		all = []string{"id"}
	}
	for i, name := range all {
		all[i] = of.TypeName() + ".NAME." + name
	}
	return all
}

// contents counts what belongs to an object and the service lists.
func (p *Planned) contents(object tftypes.Value) string {
	texts := rawTexts(object, clientPart, "ext_id", p.of.Type.RefTo(p.of.Type.Owner))
	if texts[1] == "" {
		return ""
	}
	var counts []string
	count := func(n int, many string) {
		if n > 0 {
			counts = append(counts, fmt.Sprintf("%s: %d", many, n))
		}
	}
	for _, part := range objecttype.All() {
		if part.Owner == p.of.Type.Name && (part.Class == objecttype.Object || part.Class == objecttype.Grant) {
			count(len(p.Catalog.Siblings(p.ctx, part, texts[0], texts[1])), part.Plural)
		}
	}
	if p.of.Type == objecttype.User {
		count(len(p.Catalog.Credentials(p.ctx, texts[0], texts[1])), "credentials")
	}
	count(p.Catalog.PropertyCount(p.ctx, p.of.Type, texts[0], texts[2], texts[1]), "properties")
	if len(counts) == 0 {
		return ""
	}
	return " (now " + strings.Join(counts, ", ") + ")"
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

// MayTakeOver reports whether the plan creates an authoritative resource with known elements whose
// owner may have undeclared ones: the create refuses to take them over. The run does not create the
// owner.
func (p *Planned) MayTakeOver(attribute string) bool {
	if !p.Creates() || !p.Adopts() || !p.FullyKnown(attribute) {
		return false
	}
	key, owner := rawTexts(p.resp.Plan.Raw, p.of.Type.Key...), cmp.Or(p.of.Type.Owner, objecttype.Client.Name)
	return !slices.Contains(key, "") && (p.successor || !p.run.creates(objecttype.ByName(owner), key...))
}

// WarnTakeover warns of undeclared elements, one reason for each.
func (p *Planned) WarnTakeover(at path.Path, reasons []string) {
	for _, d := range diagnostics.RefuseTakeover.Of(p.of.Type.Name, rawTexts(p.resp.Plan.Raw, p.of.Type.Key...), at, reasons) {
		p.Warn(at, d.Summary(), d.Detail())
	}
}
