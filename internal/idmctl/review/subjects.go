package review

import (
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

// end returns what the apply removes an object with: the object itself, or another one that it
// belongs to; the zero ID if it stays.
func (x *analysis) end(id access.ID) access.ID {
	if x.ended(id) {
		return id
	}
	for _, of := range append(x.side(id, false).Refs(), access.NewID(id.Service, id.Client, access.Client, id.Client)) {
		if of.Kind == access.Unit || of == id {
			continue
		}
		if by := x.end(of); by.Kind != 0 {
			return by
		}
	}
	return access.ID{}
}

// pathRemoval returns the reason for the removal of a path, "" for none.
func (x *analysis) pathRemoval(h access.Holding) string {
	for _, id := range []access.ID{h.Profile.ID, h.What()} {
		by := x.end(id)
		what := "the " + by.Kind.String()
		if by.Kind == access.Application {
			what += " of the role"
		}
		switch {
		case by.Kind == 0:
			continue
		case x.made[by] != nil:
			return what + " is " + replaced
		case x.deleted[by].archives():
			return what + " is " + archived
		}
		return what + " is " + deleted
	}
	return ""
}
