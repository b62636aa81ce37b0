package review

import (
	"cmp"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// accessChange is a change of access for one person through one profile. The names are from before
// the apply for a loss, and otherwise from after it.
type accessChange struct {
	person  personKey
	owner   Person
	at      profileAt
	profile ProfileAccess
	change  GrantChange
}

// personKey identifies a person. A profile with an unknown user counts as a separate person.
type personKey struct {
	user    objectKey
	profile objectKey
}

// profileAt is a profile that belongs to a certain person.
type profileAt struct {
	profile objectKey
	person  personKey
}

// holder returns the person of a profile before or after the apply.
func (x *analysis) holder(profile objectKey, after bool) personKey {
	if user, e := x.userOf(profile, after); user != nil {
		return personKey{user: objectKey{profile.service, profile.client, idOf(user, e)}}
	}
	return personKey{profile: profile}
}

// userOf returns the value that refers to the user of a profile, and the address of the object that
// contains it; nil if it is not known.
func (x *analysis) userOf(profile objectKey, after bool) (user any, address string) {
	if s := x.profiles[profile]; s != nil {
		values, e := s.side(after)
		return values["user_ext_id"], e.Address
	}
	if profile.id.unknown || profile.client.unknown {
		return nil, ""
	}
	if user, _, _ := x.names.placeOf(profile); user != "" {
		return user, ""
	}
	return nil, ""
}

// userNamed returns the user of a profile; nil if it is not known.
func (x *analysis) userNamed(profile objectKey, after bool) *Named {
	user, _ := x.userOf(profile, after)
	if user == nil {
		return nil
	}
	return new(x.names.named(User, profile.service, profile.client, user))
}

// side returns the object before or after the apply; if it does not exist then, the other one.
func (s *subject) side(after bool) (plan.Values, *entry) {
	if after && s.after != nil || s.before == nil {
		return s.after, s.afterEntry
	}
	return s.before, s.beforeEntry
}

// accessChange completes a change with the person and a sentence.
func (x *analysis) accessChange(profile objectKey, change GrantChange) accessChange {
	after := change.Effect != Loss || change.Before == nil
	key := x.holder(profile, after)
	owner := Person{User: x.userNamed(profile, after), Service: profile.service, Client: profile.client.label()}
	through := x.access(profile, after)
	change.scope, change.Rules = x.scope(profile, &owner), unique(change.Rules)
	change.describe(owner.User, through.Profile)
	return accessChange{person: key, owner: owner, at: profileAt{profile, key}, profile: through, change: change}
}

// outcome returns the change with its finding.
func (of accessChange) outcome(address string, about ...*entry) outcome {
	return outcome{access: []accessChange{of}, findings: []Finding{{Rules: of.change.Rules, Text: of.change.text, Address: address,
		Service: of.owner.Service, Client: of.owner.Client, access: true, about: about, who: of.change.who,
		same: of.change.same}}}
}

// addressOf returns the address of the grant, or otherwise of the profile.
func (x *analysis) addressOf(profile objectKey, change GrantChange) string {
	address := change.grant().Address
	if s := x.profiles[profile]; address == "" && s != nil && s.beforeEntry != nil {
		return s.beforeEntry.Address
	}
	return address
}

// clientNames returns the names by which a policy may refer to a client.
func (x *analysis) clientNames(service string, client id) []Named {
	if client.unknown {
		return []Named{{KnownAfterApply: true}}
	}
	return x.names.aliases(Client, service, client, x.names.named(Client, service, client, client.text))
}

// access describes a profile before or after the apply.
func (x *analysis) access(profile objectKey, after bool) ProfileAccess {
	a := ProfileAccess{Changes: []GrantChange{}}
	s := x.profiles[profile]
	if s == nil {
		a.Profile = x.unmanagedProfile(profile)
		if _, unit, _ := x.names.placeOf(profile); unit != "" {
			a.Unit = new(x.names.named(Unit, profile.service, profile.client, unit))
		}
		return a
	}
	values, e := s.side(after)
	a.Profile = x.names.named(Profile, profile.service, profile.client, values["ext_id"])
	a.Profile.Address, a.placed = e.Address, true
	if name, known := values.Known("name"); known && a.Profile.Name == "" {
		a.Profile.Name = name
	}
	if values["unit_ext_id"] != nil {
		a.Unit = new(x.names.named(Unit, profile.service, profile.client, values["unit_ext_id"]))
	}
	a.Event, a.State = s.event(x.now), plan.Text(s.after["profile_state"])
	if undetermined(s.after["profile_state"]) {
		a.State = ""
	}
	return a
}

// unmanagedProfile returns a profile that the plan does not manage.
func (x *analysis) unmanagedProfile(profile objectKey) Named {
	if profile.id.unknown {
		return x.names.named(Profile, profile.service, profile.client, plan.Unknown{From: profile.id.text})
	}
	return x.names.named(Profile, profile.service, profile.client, profile.id.text)
}

// event returns the change of a profile.
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

// scope returns the objects of a change of a profile, with their names before and after the apply.
func (x *analysis) scope(profile objectKey, person *Person) scope {
	s := x.profiles[profile]
	found := scope{services: x.serviceNames(profile.service), clients: x.clientNames(profile.service, profile.client)}
	alias := func(kind Kind, value any) []Named {
		return x.names.aliases(kind, profile.service, profile.client, x.names.named(kind, profile.service, profile.client, value))
	}
	if s == nil {
		found.profiles = x.names.aliases(Profile, profile.service, profile.client, x.unmanagedProfile(profile))
		if person.User != nil {
			found.users = alias(User, person.User.ExtID)
		}
		if _, unit, known := x.names.placeOf(profile); unit != "" {
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

// declaredName returns the name of a profile in the plan.
func declaredName(values plan.Values) []Named {
	id, _ := values.Known("ext_id")
	if name, known := values.Known("name"); known && id != "" {
		return []Named{{ExtID: id, Name: name}}
	}
	return nil
}

// complete adds an unknown user or profile if none is known, because a grant always has both.
func (s scope) complete() scope {
	if len(s.users) == 0 {
		s.users = []Named{{}}
	}
	if len(s.profiles) == 0 {
		s.profiles = []Named{{}}
	}
	return s
}

// serviceNames returns the names by which a policy may refer to a service.
func (x *analysis) serviceNames(service string) []Named {
	found := []Named{{ExtID: service}}
	for _, s := range x.plan.Services {
		if s.ID != service {
			continue
		}
		found = append(found, Named{ExtID: service, Name: s.Address})
		if s.Address == "" || !s.Known {
			// The environment, or the apply, decides about the service.
			found = append(found, Named{})
		}
		return found
	}
	if service != "" {
		found = append(found, Named{})
	}
	return found
}

// byPerson groups changes by person. Equal ones keep the order of the changes.
func byPerson(changes []accessChange) []Person {
	all := []Person{}
	people, profiles := map[personKey]int{}, map[profileAt]int{}
	for _, c := range changes {
		if _, seen := people[c.person]; !seen {
			people[c.person] = len(all)
			all = append(all, c.owner)
		}
		person := &all[people[c.person]]
		if _, seen := profiles[c.at]; !seen {
			profiles[c.at] = len(person.Profiles)
			person.Profiles = append(person.Profiles, c.profile)
		}
		through := &person.Profiles[profiles[c.at]]
		through.Changes = append(through.Changes, c.change)
	}
	for _, person := range all {
		slices.SortStableFunc(person.Profiles, func(a, b ProfileAccess) int {
			return cmp.Or(byName(a.Profile.Label(), b.Profile.Label()), cmp.Compare(a.Profile.ExtID, b.Profile.ExtID),
				cmp.Compare(a.Profile.Address, b.Profile.Address))
		})
	}
	slices.SortStableFunc(all, comparePeople)
	return all
}

func comparePeople(a, b Person) int {
	return cmp.Or(byName(a.label(), b.label()), cmp.Compare(a.Service, b.Service), cmp.Compare(a.Client, b.Client),
		cmp.Compare(a.Profiles[0].Profile.ExtID, b.Profiles[0].Profile.ExtID),
		cmp.Compare(a.Profiles[0].Profile.Address, b.Profiles[0].Profile.Address))
}
