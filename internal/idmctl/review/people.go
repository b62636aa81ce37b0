package review

import (
	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
)

// record returns the finding about a change through a path. A profile with an unknown user counts
// as a separate person. Policies compare the profiles and units of all paths. What is possible only
// during the apply has no address.
func (x *analysis) record(h access.Holding, change GrantChange, about []*entry, paths ...access.Holding) Finding {
	profile := h.Profile.ID
	change.Profile, change.key = x.names.at(profile), profile
	if !h.User.Any() {
		change.User, change.key = new(x.names.at(h.User.ID)), h.User.ID
	}
	for _, id := range x.side(profile, change.Effect != Loss || change.Before == nil).Refs() {
		if id.Kind == access.Unit {
			change.Unit = new(x.names.at(id))
		}
	}
	change.scope, change.Rules = x.scope(profile), unique(change.Rules)
	change.scope.users = append(change.scope.users, x.names.aliases(h.User.ID)...)
	for _, path := range paths {
		other, all := x.scope(path.Profile.ID), &change.scope
		all.profiles, all.units = append(all.profiles, other.profiles...), append(all.units, other.units...)
	}
	f := Finding{Rules: change.Rules, Address: change.grant().Address, Service: profile.Service, Client: profile.Client, about: about,
		Change: &change, Text: change.sentence(change.who(), true)}
	if f.Address == "" && !change.During && len(about) > 0 {
		f.Address = about[0].Address
	}
	if change.User != nil {
		f.who, f.same = change.who(), change.sentence(anyone, false)
	}
	if !change.During || change.Effect != Loss {
		f.compared = []GrantChange{change}
	}
	return f
}

// scope returns the objects of a change of a profile, with their names before and after the apply.
// A grant always has a user and a profile, known or not.
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
