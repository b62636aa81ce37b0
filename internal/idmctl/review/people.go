package review

import (
	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
)

// record returns the finding about a change through a path. A profile with an unknown user counts
// as a separate person. Policies compare the profiles and units of all paths. What is possible only
// during the apply has no address.
func (x *analysis) record(h access.Holding, change GrantChange, paths ...access.Holding) Finding {
	profile := h.Profile.ID
	change.Profile, change.key, change.taken = x.at(profile), profile, x.takenIDs[profile] && change.Effect != Loss
	if change.taken {
		change.Reason = joined(change.Reason, "the plan creates a profile with the same ID for another person")
	}
	if !h.User.Any() {
		change.User, change.key = new(x.at(h.User.ID)), h.User.ID
	}
	for _, id := range x.side(profile, change.Effect != Loss || change.Before == nil).Refs() {
		if id.Kind == access.Unit {
			change.Unit = new(x.at(id))
		}
	}
	change.scope, change.Rules = x.scope(profile), unique(change.Rules)
	change.scope.users = append(change.scope.users, x.at(h.User.ID))
	for _, path := range paths {
		other, all := x.scope(path.Profile.ID), &change.scope
		all.profiles, all.units = append(all.profiles, other.profiles...), append(all.units, other.units...)
	}
	f := Finding{Rules: change.Rules, Address: change.grant().Address, Service: profile.Service, Client: profile.Client,
		Change: &change, Text: change.sentence(change.who(), true)}
	if !change.During {
		for _, path := range append(paths, h) {
			f.about = append(f.about, x.causes(path)...)
		}
	}
	if f.Address == "" && len(f.about) > 0 {
		f.Address = f.about[0].Address
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
	found := scope{service: x.serviceNames(profile.Service), profiles: []Named{x.at(profile)},
		client: x.at(access.NewID(profile.Service, "", access.Client, profile.Client))}
	for _, after := range []bool{false, true} {
		for _, id := range x.side(profile, after).Refs() {
			if id.Kind == access.Unit {
				found.units = append(found.units, x.at(id))
			} else {
				found.users = append(found.users, x.at(id))
			}
		}
	}
	if len(found.users) == 0 {
		found.users = []Named{{}}
	}
	return found
}

// serviceNames returns the names by which a policy may refer to a service. Any may match if the
// environment, or the apply, decides about the address.
func (x *analysis) serviceNames(service string) Named {
	for _, s := range x.plan.Services {
		if s.ID == service {
			return Named{ExtID: service, Name: s.Address, unnamed: s.Address == "" || !s.Known}
		}
	}
	return Named{ExtID: service, unnamed: true}
}
