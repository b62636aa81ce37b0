package review

import (
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// changed maps facts to the objects of the plan that delete or create them.
func (x *analysis) changed(by access.Action) map[access.ID]*entry {
	found := map[access.ID]*entry{}
	for _, c := range x.changes {
		if c.Action == by && !c.entry.refused {
			found[c.Object.ID] = c.entry
		}
	}
	return found
}

// endsRole reports whether the apply removes a role or its application.
func (x *analysis) endsRole(role access.ID) bool {
	return x.ended(role) || slices.ContainsFunc(x.side(role, false).Refs(), x.ended)
}

// side returns an object before or after the apply; if it does not exist then, the other one, or
// what a change that the service refuses today would make.
func (x *analysis) side(id access.ID, after bool) *access.Object {
	o, other := x.before.Get(id), x.after.Get(id)
	if after {
		o, other = other, o
	}
	for _, one := range []*access.Object{o, other} {
		if one.Presence != access.Absent {
			return one
		}
	}
	return x.result.Carried.Get(id)
}

// ended reports whether the apply removes an object, even if another one is created with its ID.
func (x *analysis) ended(id access.ID) bool { return x.deleted[id] != nil }

// fresh reports whether the apply creates an object that did not exist before.
func (x *analysis) fresh(id access.ID) bool {
	return x.made[id] != nil && x.made[id].Action != plan.ForgetCreate && !x.ended(id)
}

// removal returns the reason for the removal of everything that depends on an object, "" if it
// continues to exist. of follows its noun.
func (x *analysis) removal(id access.ID, of string) string {
	by, again, what := x.deleted[id], x.made[id], "the "+id.Kind.String()+of+" is "
	switch {
	case by == nil:
		return ""
	case again == nil && by.archives():
		return what + archived
	case again == nil:
		return what + deleted
	}
	return what + replaced
}

// pathRemoval returns the reason for the removal of a path, "" for none.
func (x *analysis) pathRemoval(h access.Holding) string {
	client := access.NewID(h.Grant.Service, h.Grant.Client, access.Client, h.Grant.Client)
	for _, id := range []access.ID{h.Profile.ID, h.User.ID, client, h.What()} {
		if why := x.removal(id, ""); why != "" {
			return why
		}
	}
	if h.Role != nil {
		for _, application := range h.Role.Refs() {
			if why := x.removal(application, " of the role"); why != "" {
				return why
			}
		}
	}
	return ""
}

// endsProfile reports whether the apply removes a profile, its user or its client.
func (x *analysis) endsProfile(profile access.ID) bool {
	client := access.NewID(profile.Service, profile.Client, access.Client, profile.Client)
	return slices.ContainsFunc(append(x.side(profile, false).Refs(), profile, client), func(id access.ID) bool {
		return id.Kind != access.Unit && x.ended(id)
	})
}
