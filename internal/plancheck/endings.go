package plancheck

import (
	"cmp"
	"fmt"
	"slices"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/references"
	"github.com/identity-iac/terraform-provider-idm/internal/remedy"
)

// need is what a planned object requires of an object that it refers to.
type need int

// changes: the object must not be archived. placed: the object must also accept new profiles and
// units. References that only need the object to exist are handled by losses.
const (
	changes need = iota
	placed
	needs
)

// endings remembers the objects that a plan archives or disables, and the objects in the same plan
// that need them.
type endings struct {
	mu sync.Mutex
	by map[references.Target]*ending
	// archived lists the users that the plan archives; the service archives their profiles too.
	archived []references.Target
}

// ending holds what is known about an object: how the plan ends it, the first object with each
// need, and the user of a profile.
type ending struct {
	how    end
	needed [needs]string
	user   string
}

// end is how a plan ends an object.
type end int

const (
	lasts end = iota
	archived
	disabled
)

// ends describes each end: the least need that conflicts with it, and the error.
var ends = [...]struct {
	least           need
	summary, remedy string
}{
	archived: {changes, "Archived and changed by the same plan", "The service does not change archived objects. When it archives a " +
		"user, it also archives the profiles and deletes the credentials, so this apply or the next one would fail. In the same plan, " +
		"remove the resources of the user's credentials, and profile_state from its profiles. Make any other change in an earlier apply, " +
		"or leave it out."},
	disabled: {placed, "Disabled and filled by the same plan", "A disabled unit accepts no new profiles or units: the apply would fail " +
		"halfway. Choose another unit, or disable this one in a later apply."},
}

// note updates an object with add, and returns how the object ends and which object needs it;
// needer is "" unless both are known.
func (e *endings) note(of references.Target, add func(*ending)) (how end, needer string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.by == nil {
		e.by = map[references.Target]*ending{}
	}
	at := e.by[of]
	if at == nil {
		at = &ending{}
		e.by[of] = at
	}
	add(at)
	if at.how == lasts {
		return lasts, ""
	}
	return at.how, cmp.Or(at.needed[ends[at.how].least:]...)
}

// refuseEndings reports an object that the plan ends and that another object in the same plan
// needs. The object planned second reports it.
func (p *Planned) refuseEndings() {
	if p.run.writing() {
		return
	}
	if how := p.end(); how != lasts {
		own := p.target(p.of.Type, cmp.Or(p.Recorded("ext_id"), p.Text("ext_id")))
		p.noteEnding(own, func(e *ending) { e.how = how })
		if how == archived && p.of.Type == objecttype.User {
			p.endProfiles(own)
		}
	}
	if !p.req.Plan.Raw.IsNull() {
		p.noteNeeds()
	}
}

// target returns a reference to an object in the same client.
func (p *Planned) target(of *objecttype.Type, extID string) references.Target {
	return references.NewTarget(of, cmp.Or(p.Recorded(clientPart), p.Text(clientPart)), extID)
}

// end returns how the plan ends the object; a delete does not count.
func (p *Planned) end() end {
	state, of := p.of.Type.State, p.of.Type
	switch planned := p.Text(state); {
	case p.req.Plan.Raw.IsNull():
		if p.archives() {
			return archived
		}
	case planned == p.Recorded(state):
	case planned == remedy.StateArchived && (of == objecttype.User || of == objecttype.Profile):
		return archived
	case planned == "disabled" && of == objecttype.Unit:
		return disabled
	}
	return lasts
}

// archives reports whether a destroy archives the object instead of deleting it.
func (p *Planned) archives() bool {
	return p.of.Type == objecttype.User && rawTexts(p.req.State.Raw, "on_destroy")[0] == "archive"
}

// noteNeeds records what the object needs of the objects that it refers to.
func (p *Planned) noteNeeds() {
	of := p.of.Type
	if !p.unchanged || p.endsWithUser() {
		p.noteReferences()
	}
	if of == objecttype.Profile && p.Text("ext_id") != "" {
		p.noteEnding(p.target(of, p.Text("ext_id")), func(e *ending) { e.user = p.Text("user_ext_id") })
	}
}

// endsWithUser reports whether the configuration keeps an object that ends along with an archived
// user: a credential, or a profile with a configured state.
func (p *Planned) endsWithUser() bool {
	of := p.of.Type
	if of != objecttype.Profile {
		return of.Class == objecttype.Credential
	}
	state := p.Configured(of.State)
	return state != nil && !state.IsNull() && p.Text(of.State) != remedy.StateArchived
}

// noteReferences records what an object needs of the objects that it refers to.
func (p *Planned) noteReferences() {
	of := p.of.Type
	name := fmt.Sprintf("%s %q", of.Title, cmp.Or(rawID(p.resp.Plan.Raw), "(new)"))
	for _, ref := range of.Refs {
		what := changes
		if of.Parent == ref.Attr && p.Changes(ref.Attr) {
			what = placed
		}
		to := objecttype.ByName(ref.To)
		for _, extID := range referred(p.resp.Plan.Raw, ref) {
			if to == of && extID == p.Text("ext_id") {
				continue
			}
			target := p.target(to, extID)
			p.noteEnding(target, func(e *ending) { e.needed[what] = cmp.Or(e.needed[what], name) })
			if to == objecttype.Profile && what == changes {
				p.endOfUser(target)
			}
		}
	}
}

// endProfiles records the profiles of an archived user as archived if objects planned earlier need
// them.
func (p *Planned) endProfiles(user references.Target) {
	for _, profile := range p.run.endings.archive(user) {
		p.endOfUser(profile)
	}
}

// endOfUser records a profile as archived if the plan archives its user.
func (p *Planned) endOfUser(profile references.Target) {
	user, archives := p.run.endings.userOf(profile)
	if !archives {
		return
	}
	if user == "" {
		user = p.Catalog.Find(p.ctx, profile).User
	}
	if p.run.endings.archives(references.NewTarget(objecttype.User, profile.Client, user)) {
		p.noteEnding(profile, func(e *ending) { e.how = archived })
	}
}

// keepsPolicy is the remedy for a policy whose reference was removed.
const keepsPolicy = " A credential keeps its policy when policy_ext_id is removed: first set policy_ext_id to another policy and apply, " +
	"which replaces the credential."

// noteEnding updates an object with add, and reports it if it ends and another object needs it.
func (p *Planned) noteEnding(of references.Target, add func(*ending)) {
	how, needer := p.run.endings.note(of, add)
	if needer == "" {
		return
	}
	at := p.of.Type.RefTo(of.Type.Name)
	if of.Type == p.of.Type && of.ExtID == p.Recorded("ext_id") {
		at = p.of.Type.State
	}
	remedy := ends[how].remedy
	if of.Type == objecttype.Policy {
		remedy += keepsPolicy
	}
	p.RefuseAll(diag.Diagnostics{diag.WithPath(path.Root(cmp.Or(at, "id")), diag.NewErrorDiagnostic(ends[how].summary,
		fmt.Sprintf("Object: %s %q\nNeeded by: %s\n\n%s Nothing was changed.", of.Type.Title, of.ExtID, needer, remedy)))})
}

// archive records a user that the plan archives, and returns the user's profiles that the plan
// needs.
func (e *endings) archive(user references.Target) (profiles []references.Target) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.archived = append(e.archived, user)
	for target, known := range e.by {
		if target.Type == objecttype.Profile && known.needed[changes] != "" {
			profiles = append(profiles, target)
		}
	}
	return profiles
}

// archives reports whether the plan archives a user.
func (e *endings) archives(user references.Target) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Contains(e.archived, user)
}

// userOf returns the user of a planned profile, "" for other profiles, and whether the plan
// archives any user.
func (e *endings) userOf(profile references.Target) (user string, archives bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if known := e.by[profile]; known != nil {
		user = known.user
	}
	return user, len(e.archived) > 0
}
