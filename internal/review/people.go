package review

import (
	"cmp"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/plan"
)

// people group changes by the person whose profile it is at the time: who loses something has it
// today.
type people struct {
	*examination
	found map[personKey]*Person
	at    map[profileAt]*ProfileAccess
}

// personKey distinguishes people; a profile whose owner is not known stands for its own.
type personKey struct {
	user    objectKey
	profile objectKey
}

// profileAt is a profile in the hands of one person.
type profileAt struct {
	profile objectKey
	person  personKey
}

func newPeople(x *examination) *people {
	p := &people{examination: x, found: map[personKey]*Person{}, at: map[profileAt]*ProfileAccess{}}
	return p
}

// holder is the person whose a profile is before or after the apply.
func (p *people) holder(profile objectKey, s *subject, after bool) personKey {
	if user, e := p.userOf(profile, s, after); user != nil {
		return personKey{user: objectKey{profile.service, profile.client, idOf(user, e)}}
	}
	return personKey{profile: profile}
}

// userOf is the value that names the user of a profile, and the address that says so; nil when
// it is not known.
func (p *people) userOf(profile objectKey, s *subject, after bool) (user any, address string) {
	if s != nil {
		values, e := s.before, s.beforeEntry
		if after && s.after != nil || values == nil {
			values, e = s.after, s.afterEntry
		}
		return values["user_ext_id"], e.Address
	}
	if profile.id.unknown || profile.client.unknown {
		return nil, ""
	}
	at := ref(profile.service, Profile, profile.client.text, profile.id.text)
	if user := p.names.holders[at]; user != "" {
		return user, ""
	}
	p.names.want(at)
	return nil, ""
}

// add enters a change for whoever loses or gains by it, completes what it is about and says it in a
// sentence.
func (p *people) add(profile objectKey, change *GrantChange) {
	s := p.profiles[profile]
	after := change.Effect != Loss || change.Before == nil
	person, access := p.enter(profile, s, after)
	change.scope = p.scope(profile, s, person)
	change.text = sentence(person.User, access.Profile, *change)
	access.Changes = append(access.Changes, *change)
}

// anyProfile is what the profiles of a user are called that are not known.
const anyProfile = "(any other profile)"

// addUser enters a change for the profiles of a user that are not known.
func (p *people) addUser(user objectKey, s *subject, change *GrantChange) {
	key := personKey{user: user}
	person := p.found[key]
	if person == nil {
		named := p.names.named(User, user.service, user.client, user.id.value())
		person = &Person{Service: user.service, Client: user.client.label(), User: &named}
		p.found[key] = person
	}
	at := profileAt{objectKey{user.service, user.client, id{anyProfile, true}}, key}
	access := &ProfileAccess{Profile: Named{Name: anyProfile, others: true}, Changes: []GrantChange{}}
	p.at[at] = access
	change.scope = scope{services: p.serviceNames(user.service), clients: []Named{clientNamed(user.client)},
		profiles: []Named{{}}, units: []Named{{}}}
	for _, values := range []plan.Values{s.before, s.after} {
		if values != nil {
			named := p.names.named(User, user.service, user.client, values["ext_id"])
			change.scope.users = append(change.scope.users, p.names.aliases(User, user.service, user.client, named)...)
		}
	}
	change.text = sentence(person.User, access.Profile, *change)
	access.Changes = append(access.Changes, *change)
}

func clientNamed(client id) Named {
	if client.unknown {
		return Named{KnownAfterApply: true}
	}
	return Named{ExtID: client.text}
}

func (p *people) enter(profile objectKey, s *subject, after bool) (*Person, *ProfileAccess) {
	key := p.holder(profile, s, after)
	person := p.found[key]
	if person == nil {
		person = &Person{Service: profile.service, Client: profile.client.label()}
		if user, _ := p.userOf(profile, s, after); user != nil {
			named := p.names.named(User, profile.service, profile.client, user)
			person.User = &named
		}
		p.found[key] = person
	}
	at := profileAt{profile, key}
	if p.at[at] == nil {
		p.at[at] = p.access(profile, s, after)
	}
	return person, p.at[at]
}

// access describes a profile as it is before or after the apply.
func (p *people) access(profile objectKey, s *subject, after bool) *ProfileAccess {
	a := &ProfileAccess{Changes: []GrantChange{}}
	if s == nil {
		a.Profile = p.stranger(profile)
		if unit := p.names.places[ref(profile.service, Profile, profile.client.text, profile.id.text)]; unit != "" {
			named := p.names.named(Unit, profile.service, profile.client, unit)
			a.Unit = &named
		}
		return a
	}
	values, e := s.before, s.beforeEntry
	if after && s.after != nil || values == nil {
		values, e = s.after, s.afterEntry
	}
	a.Profile = p.names.named(Profile, profile.service, profile.client, values["ext_id"])
	a.Profile.Address, a.placed = e.Address, true
	if name, known := values.Known("name"); known && a.Profile.Name == "" {
		a.Profile.Name = name
	}
	if values["unit_ext_id"] != nil {
		unit := p.names.named(Unit, profile.service, profile.client, values["unit_ext_id"])
		a.Unit = &unit
	}
	a.Event, a.State = s.event(p.now), plan.Text(s.after["profile_state"])
	if undetermined(s.after["profile_state"]) {
		a.State = ""
	}
	return a
}

// stranger is a profile that the plan does not manage.
func (p *people) stranger(profile objectKey) Named {
	if profile.id.unknown {
		return p.names.named(Profile, profile.service, profile.client, plan.Unknown{From: profile.id.text})
	}
	return p.names.named(Profile, profile.service, profile.client, profile.id.text)
}

// event is what becomes of a profile.
func (s *subject) event(now clock) string {
	switch {
	case s.before == nil:
		return created
	case s.after == nil:
		return deleted
	case s.renewed():
		return replaced
	}
	c := state(s.before["profile_state"], s.after["profile_state"])
	switch {
	case c.gives(now) && !c.takes(now):
		return enabled
	case c.takes(now) && !c.gives(now):
		return strings.ToLower(plan.Text(s.after["profile_state"]))
	}
	return ""
}

// scope is all that a change of a profile is about, by the names of before and of after.
func (p *people) scope(profile objectKey, s *subject, person *Person) scope {
	found := scope{services: p.serviceNames(profile.service), clients: []Named{clientNamed(profile.client)}}
	alias := func(kind Kind, value any) []Named {
		return p.names.aliases(kind, profile.service, profile.client, p.names.named(kind, profile.service, profile.client, value))
	}
	if s == nil {
		found.profiles = p.names.aliases(Profile, profile.service, profile.client, p.stranger(profile))
		if person.User != nil {
			found.users = alias(User, person.User.ExtID)
		}
		if unit, known := p.names.places[ref(profile.service, Profile, profile.client.text, profile.id.text)]; known && unit != "" {
			found.units = alias(Unit, unit)
		} else if !known {
			found.units = []Named{{}}
		}
		return found.complete()
	}
	for _, values := range []plan.Values{s.before, s.after} {
		if values == nil {
			continue
		}
		found.profiles = append(found.profiles, alias(Profile, values["ext_id"])...)
		found.profiles = append(found.profiles, declaredName(values)...)
		found.users = append(found.users, alias(User, values["user_ext_id"])...)
		if values["unit_ext_id"] != nil {
			found.units = append(found.units, alias(Unit, values["unit_ext_id"])...)
		}
	}
	return found.complete()
}

// declaredName is the name that a profile has in the plan.
func declaredName(values plan.Values) []Named {
	id, _ := values.Known("ext_id")
	if name, known := values.Known("name"); known && id != "" {
		return []Named{{ExtID: id, Name: name}}
	}
	return nil
}

// complete puts an unknown object where somebody must be and nobody is named.
func (s scope) complete() scope {
	if len(s.users) == 0 {
		s.users = []Named{{}}
	}
	if len(s.profiles) == 0 {
		s.profiles = []Named{{}}
	}
	return s
}

// serviceNames are the names that a policy may call a service by.
func (x *examination) serviceNames(service string) []Named {
	found := []Named{{ExtID: service}}
	for _, s := range x.plan.Services {
		if s.ID != service {
			continue
		}
		found = append(found, Named{ExtID: service, Name: s.Address})
		if s.Address == "" || !s.Known {
			// Which service it is, the environment or the apply decides.
			found = append(found, Named{})
		}
		return found
	}
	if service != "" {
		found = append(found, Named{})
	}
	return found
}

// sorted are the people whom something happens to.
func (p *people) sorted() []Person {
	byPerson := map[personKey][]ProfileAccess{}
	for at, access := range p.at {
		byPerson[at.person] = append(byPerson[at.person], *access)
	}
	all := []Person{}
	for key, person := range p.found {
		person.Profiles = byPerson[key]
		slices.SortFunc(person.Profiles, func(a, b ProfileAccess) int {
			return cmp.Or(byName(a.Profile.Label(), b.Profile.Label()), cmp.Compare(a.Profile.ExtID, b.Profile.ExtID),
				cmp.Compare(a.Profile.Address, b.Profile.Address))
		})
		all = append(all, *person)
	}
	slices.SortFunc(all, func(a, b Person) int {
		return cmp.Or(byName(a.label(), b.label()), cmp.Compare(a.Service, b.Service), cmp.Compare(a.Client, b.Client),
			cmp.Compare(a.Profiles[0].Profile.ExtID, b.Profiles[0].Profile.ExtID),
			cmp.Compare(a.Profiles[0].Profile.Address, b.Profiles[0].Profile.Address))
	})
	return all
}
