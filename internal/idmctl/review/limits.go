package review

import (
	"maps"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/rule"
)

// limits finds roles that the plan gives to users who already have them through paths that
// properties limit, or may limit. The new path does not have these limits.
func (x *analysis) limits() outcome {
	var found outcome
	given, had := x.givenPaths(), map[access.Joint][]access.Holding{}
	for h := range x.held.View().Holdings() {
		if at := access.OfUsers.Of(h); given[at] != nil && !h.Must().From(x.now).Empty() {
			had[at] = append(had[at], h)
		}
	}
	for _, at := range slices.SortedFunc(maps.Keys(had), access.Joint.Compare) {
		if x.compare(x.joined, x.after)[at].Gain() {
			continue
		}
		for _, h := range given[at] {
			if why := x.limitLifted(h, had[at]); why != "" {
				found.add(x.unlimitedPath(h, why))
				break
			}
		}
	}
	return found
}

// givenPaths returns the paths to roles that the plan gives or extends in clients that were read,
// by user and role.
func (x *analysis) givenPaths() map[access.Joint][]access.Holding {
	found := map[access.Joint][]access.Holding{}
	renewed := func(id access.ID) bool { return x.deletes(id) && x.after.Get(id).Presence != access.Absent }
	if slices.ContainsFunc(x.changes, func(c plannedChange) bool { return renewed(c.Object.ID) }) {
		for h := range x.result.Partial.View().Holdings() {
			if h.Role != nil && slices.ContainsFunc(limiting(h), renewed) {
				found[access.OfUsers.Of(h)] = append(found[access.OfUsers.Of(h)], h)
			}
		}
	}
	for _, after := range []*access.Tenant{x.result.Partial, x.result.Carried} {
		for _, d := range x.compare(access.OfGrants, after).sorted() {
			if d.What.Kind != access.Role || !d.Gives() || !x.shows(d) {
				continue
			}
			for _, h := range d.New {
				found[access.OfUsers.Of(h)] = append(found[access.OfUsers.Of(h)], h)
			}
		}
	}
	return found
}

// limitLifted returns the reason why a path gives more than the user's existing paths to the same
// role, "" if it does not.
func (x *analysis) limitLifted(h access.Holding, had []access.Holding) string {
	var covers, all []access.Holding
	limits := "is or may be"
	for _, q := range had {
		if !q.Grant.Rooms.Must(access.UnitRoom) && !q.Profile.Target.Equal(h.Profile.Target) {
			continue
		}
		all = append(all, q)
		switch limited, known := x.limitedElse(q, h); {
		case limited:
			limits = "is"
		case known:
			covers = append(covers, q)
		}
	}
	may := access.Sum([]access.Holding{h}, x.now).May
	if may.Within(access.Sum(covers, x.now).Must) || !may.Within(access.Sum(all, x.now).Must) {
		// Other paths without limits cover it, or it is a gain that the report shows.
		return ""
	}
	return "the role " + limits + " limited by properties today, and this grant is not"
}

// limitedElse reports whether properties limit a path that do not limit another one, and whether
// that is known.
func (x *analysis) limitedElse(path, other access.Holding) (limited, known bool) {
	known = true
	shared := limiting(other)
	for _, id := range limiting(path) {
		if slices.Contains(shared, id) && !x.deletes(id) {
			continue
		}
		of, read := x.names.Limited[id]
		limited, known = limited || of, known && read
	}
	return limited, known
}

// limiting returns the objects whose properties limit a path.
func limiting(h access.Holding) []access.ID {
	objects := append(h.Profile.Refs(), h.Profile.ID)
	if through, indirect := h.Through(); indirect {
		objects = append(objects, through)
	} else {
		objects = append(objects, h.Grant.ID)
	}
	return slices.DeleteFunc(objects, func(id access.ID) bool { return id.Kind == access.User })
}

// deletes reports whether the plan deletes an object, and with it the properties that limit it.
func (x *analysis) deletes(of access.ID) bool {
	return slices.ContainsFunc(x.changes, func(c plannedChange) bool { return c.Action == access.Delete && c.Object.ID == of })
}

// unlimitedPath describes the change of a role that a user also gets through a path without limits.
func (x *analysis) unlimitedPath(h access.Holding, why string) Finding {
	grant := x.describePath(h, true)
	if h.Grant.Kind == access.Grant {
		grant.open(openRooms(h.Grant))
	}
	change := GrantChange{Effect: Altered, Before: &grant, After: &grant, Reason: why, Rules: []string{rule.GainExtended}}
	return x.record(h, change)
}
