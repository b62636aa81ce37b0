package review

import (
	"cmp"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
)

// accessChange is a change of access for one person through one profile. The names are from before
// the apply for a loss, and otherwise from after it.
type accessChange struct {
	owner   Person
	at      access.ID
	profile ProfileAccess
	change  GrantChange
}

// record returns a change through a path with its person and its finding. A profile with an unknown
// user counts as a separate person. Policies compare the profiles and units of all paths. What is
// possible only during the apply has no address.
func (x *analysis) record(h access.Holding, change GrantChange, about []*entry, paths ...access.Holding) outcome {
	profile := h.Profile.ID
	of := accessChange{owner: Person{Service: profile.Service, Client: profile.Client, key: profile}, at: profile,
		profile: x.access(profile, change.Effect != Loss || change.Before == nil)}
	if !h.User.Any() {
		of.owner.User, of.owner.key = new(x.names.at(h.User.ID)), h.User.ID
	}
	change.scope, change.Rules = x.scope(profile), unique(change.Rules)
	change.scope.users = append(change.scope.users, x.names.aliases(h.User.ID)...)
	for _, path := range paths {
		other, all := x.scope(path.Profile.ID), &change.scope
		all.profiles, all.units = append(all.profiles, other.profiles...), append(all.units, other.units...)
	}
	change.describe(of.owner.User, of.profile.Profile)
	of.change = change
	address := change.grant().Address
	if e := x.managed[profile]; address == "" && !change.During && e != nil && e.Before != nil {
		address = e.Address
	}
	return outcome{access: []accessChange{of}, findings: []Finding{{Rules: change.Rules, Text: change.text, Address: address,
		Service: profile.Service, Client: profile.Client, access: true, opens: change.opens(), about: about, who: change.who,
		same: change.same}}}
}

// access describes a profile before or after the apply.
func (x *analysis) access(profile access.ID, after bool) ProfileAccess {
	o := x.side(profile, after)
	a := ProfileAccess{Profile: x.names.at(profile), Changes: []GrantChange{}, placed: !o.Target.IsAny(), Event: x.event(profile)}
	for _, unit := range o.Refs() {
		if unit.Kind == access.Unit && a.placed {
			a.Unit = new(x.names.at(unit))
		}
	}
	if state, known := x.after.Get(profile).State.Known(); known && x.managed[profile] != nil {
		a.State = stateNames[state]
	}
	return a
}

// event returns the change of a profile.
func (x *analysis) event(profile access.ID) string {
	switch was, becomes := x.before.Get(profile), x.after.Get(profile); {
	case x.fresh(profile):
		return created
	case x.ended(profile) && x.made[profile] != nil:
		return replaced
	case x.ended(profile):
		return deleted
	default:
		c := stateOf(was, becomes)
		gives, takes := c.gives(x.now), c.takes(x.now)
		if gives && !takes {
			return enabled
		} else if state, known := becomes.State.Known(); known && takes && !gives {
			return stateNames[state]
		}
	}
	return ""
}

// scope returns the objects of a change of a profile, with their names before and after the apply. A
// grant always has a user and a profile, known or not.
func (x *analysis) scope(profile access.ID) scope {
	found := scope{services: x.serviceNames(profile.Service), profiles: x.names.aliases(profile),
		clients: x.names.aliases(access.NewID(profile.Service, "", access.Client, profile.Client))}
	for _, after := range []bool{false, true} {
		for _, id := range x.side(profile, after).Refs() {
			if id.Kind == access.Unit {
				found.units = append(found.units, x.names.aliases(id)...)
			} else {
				found.users = append(found.users, x.names.aliases(id)...)
			}
		}
	}
	if len(found.users) == 0 {
		found.users = []Named{{}}
	}
	return found
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
	people, profiles := map[access.ID]int{}, map[[2]access.ID]int{}
	for _, c := range changes {
		if _, seen := people[c.owner.key]; !seen {
			people[c.owner.key] = len(all)
			all = append(all, c.owner)
		}
		person, at := &all[people[c.owner.key]], [2]access.ID{c.owner.key, c.at}
		if _, seen := profiles[at]; !seen {
			profiles[at] = len(person.Profiles)
			person.Profiles = append(person.Profiles, c.profile)
		}
		through := &person.Profiles[profiles[at]]
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
