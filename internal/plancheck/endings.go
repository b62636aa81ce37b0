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

// need is what the plan of an object needs of another one that it refers to.
type need int

// The needs: that the object can be changed, and that it takes the object. References that need only
// that the object exists are compared in losses.
const (
	changes need = iota
	placed
	needs
)

// endings remember the objects that a plan ends, and the objects of the same plan that need them.
type endings struct {
	mu sync.Mutex
	by map[references.Target]*ending
	// archived are the users that the plan archives, and their profiles with them.
	archived []references.Target
}

// ending is what is known of an object: how the plan ends it, the first object with each need, and
// the user of a profile.
type ending struct {
	how    end
	needed [needs]string
	user   string
}

// end is the way in which a plan ends an object.
type end int

const (
	lasts end = iota
	archived
	disabled
)

// ends describe each end: the least need that conflicts with it, and the error.
var ends = [...]struct {
	least           need
	summary, remedy string
}{
	archived: {changes, "Archived and changed by the same plan", "The service changes nothing of an archived object. When it archives a " +
		"user, it also archives the profiles and deletes the credentials, so this apply or the next one would fail. In the same plan, " +
		"remove the resources of the user's credentials, and profile_state from its profiles. Make any other change in an earlier apply, " +
		"or leave it out."},
	disabled: {placed, "Disabled and filled by the same plan", "A disabled unit takes no profiles and no units: the apply would fail " +
		"after that. Choose another unit, or disable this one in a later apply."},
}

// note adds what is known of an object with add, and returns how the object ends and who needs it,
// "" unless both are known.
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

// refuseEndings reports an object that the plan ends and that another object of the same plan needs.
// Of both plans, the second reports it.
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

// target is an object of the client of this one.
func (p *Planned) target(of *objecttype.Type, extID string) references.Target {
	return references.NewTarget(of, cmp.Or(p.Recorded(clientPart), p.Text(clientPart)), extID)
}

// end returns how the plan ends the object, except by a delete.
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

// noteNeeds notes what the object needs of those that it refers to.
func (p *Planned) noteNeeds() {
	of := p.of.Type
	if !p.unchanged || p.endsWithUser() {
		p.noteReferences()
	}
	if of == objecttype.Profile && p.Text("ext_id") != "" {
		p.noteEnding(p.target(of, p.Text("ext_id")), func(e *ending) { e.user = p.Text("user_ext_id") })
	}
}

// endsWithUser reports whether the configuration keeps what the service ends along with an archived
// user: a credential, or a profile whose state it sets.
func (p *Planned) endsWithUser() bool {
	of := p.of.Type
	if of != objecttype.Profile {
		return of.Class == objecttype.Credential
	}
	state := p.Configured(of.State)
	return state != nil && !state.IsNull() && p.Text(of.State) != remedy.StateArchived
}

// noteReferences notes what an object needs of those that it refers to.
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

// endProfiles archives the profiles of a user for the objects that need them, and were planned
// before.
func (p *Planned) endProfiles(user references.Target) {
	for _, profile := range p.run.endings.archive(user) {
		p.endOfUser(profile)
	}
}

// endOfUser archives a profile if the plan archives its user.
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
const keepsPolicy = " A credential keeps its policy when policy_ext_id is removed: set it to another policy in an earlier apply, which " +
	"replaces the credential."

// noteEnding adds what is known of an object, and reports that it ends and is needed.
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

// archive notes a user that the plan archives, and returns the profiles that the plan needs.
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

// userOf returns the user of a profile of the plan, "" for another profile, and whether the plan
// archives any user.
func (e *endings) userOf(profile references.Target) (user string, archives bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if known := e.by[profile]; known != nil {
		user = known.user
	}
	return user, len(e.archived) > 0
}
