package review

import (
	"cmp"
	"maps"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
)

// Limited records whether properties limit a grant that the service holds.
func (d *Directory) Limited(grant access.ID, limited bool) { d.limited[grant] = limited }

// unlimited reports whether no properties limit a grant, and whether that is known.
func (d *Directory) unlimited(grant access.ID) (unlimited, known bool) {
	limited, known := d.limited[grant]
	return known && !limited, known
}

// rolePaths are the paths from users to roles that may be effective.
type rolePaths map[[2]access.ID][]access.Holding

// limits finds roles that the plan gives to users who already have them through grants that
// properties limit, or may limit. The new path does not have these limits.
func (x *analysis) limits() outcome {
	var found outcome
	given := x.given()
	if len(given) == 0 {
		return found
	}
	candidates, had := rolePaths{}, rolePaths{}
	for _, after := range []*access.Tenant{x.result.Partial, x.result.Carried} {
		for h := range after.View().Holdings() {
			if _, ok := given.cause(h); ok && h.Role != nil && !h.User.Any() && !h.Role.Any() && !h.May().From(x.now.Time).Empty() {
				candidates[pathKey(h)] = append(candidates[pathKey(h)], h)
			}
		}
	}
	for h := range x.held.View().Holdings() {
		if h.Role != nil && candidates[pathKey(h)] != nil && !h.Must().From(x.now.Time).Empty() {
			had[pathKey(h)] = append(had[pathKey(h)], h)
		}
	}
	shown := x.gains[x.after]
	for _, key := range sortedPairs(candidates) {
		if len(had[key]) == 0 || shown[key].Gain() {
			continue
		}
		for _, h := range candidates[key] {
			if why := x.limitLifted(h, had[key]); why != "" {
				c, _ := given.cause(h)
				found.add(x.unlimitedPath(h, c, why))
				break
			}
		}
	}
	return found
}

// givenPaths are the changes that give something by themselves, by the ID of their object.
type givenPaths map[access.ID]plannedChange

// given returns the changes of the plan in clients that were read.
func (x *analysis) given() givenPaths {
	found := givenPaths{}
	for _, c := range x.changes {
		id := c.Object.ID
		if !container(id.Kind) && id.Kind != access.Assignment && c.mayGive(x.now) && x.held.read[clientRef{id.Service, id.Client}] {
			found[id] = c
			if id.ExtID = access.PendingID(c.Address); c.entry.refused != "" {
				found[id] = c
			}
		}
	}
	return found
}

// cause returns the change that a path depends on.
func (g givenPaths) cause(h access.Holding) (plannedChange, bool) {
	c, ok := g[h.Grant.ID]
	if !ok && h.Member != nil {
		c, ok = g[h.Member.ID]
	}
	return c, ok
}

func pathKey(h access.Holding) [2]access.ID { return [2]access.ID{h.User.ID, h.What()} }

// limitLifted returns the reason why a path gives more than the user's existing paths to the same
// role, "" if it does not.
func (x *analysis) limitLifted(h access.Holding, had []access.Holding) string {
	var covers, others []access.Holding
	why := "the role is or may be limited by properties today, and this grant is not"
	for _, q := range had {
		if !q.Grant.Rooms.Must(access.UnitRoom) && !q.Profile.Target.Equal(h.Profile.Target) {
			continue
		}
		_, indirect := q.Through()
		if indirect || q.Grant.ID == h.Grant.ID && !x.deletes(h.Grant.ID) {
			covers = append(covers, q)
		} else {
			others = append(others, q)
		}
	}
	may := access.Sum([]access.Holding{h}, x.now.Time).May
	if covered(may, access.Sum(covers, x.now.Time).Must) || !covered(may, access.Sum(slices.Concat(covers, others), x.now.Time).Must) {
		// Other paths without limits cover it, or it is a gain that the report shows.
		return ""
	}
	for _, q := range others {
		unlimited, known := x.names.unlimited(q.Grant.ID)
		if unlimited {
			covers = append(covers, q)
		} else if known {
			why = "the role is limited by properties today, and this grant is not"
		}
	}
	if covered(may, access.Sum(covers, x.now.Time).Must) {
		return ""
	}
	return why
}

// deletes reports whether the plan deletes an object, and with it the properties that limit it.
func (x *analysis) deletes(of access.ID) bool {
	return slices.ContainsFunc(x.changes, func(c plannedChange) bool { return c.Action == access.Delete && c.Object.ID == of })
}

// covered reports whether an extent is a part of another one.
func covered(e, by access.Extent) bool {
	for room, times := range e.Rooms {
		if !times.Without(by.Rooms[room]).Empty() {
			return false
		}
	}
	return e.Held.Without(by.Held).Empty()
}

// unlimitedPath describes the change of a role that a user also gets through a grant without
// limits.
func (x *analysis) unlimitedPath(h access.Holding, c plannedChange, why string) outcome {
	grant, holder := x.describePath(h, true), keyOf(h).holder
	if h.Grant.Kind == access.Grant {
		grant.open(openRooms(h.Grant))
	}
	if grant.Through == nil {
		grant.Address = c.Address
	}
	change := GrantChange{Effect: Altered, Before: &grant, After: &grant, Reason: why, Rules: []string{ruleExtendGrant}}
	of := x.accessChange(holder, change)
	return outcome{access: []accessChange{of}, findings: []Finding{{Rules: change.Rules, Text: of.change.text, Address: c.Address,
		Service: holder.service, Client: holder.client.label(), access: true, about: []*entry{c.entry},
		who: of.change.who, same: of.change.same}}}
}

// sortedPairs returns the sorted keys, so that a review is reproducible.
func sortedPairs(of rolePaths) [][2]access.ID {
	return slices.SortedFunc(maps.Keys(of), func(a, b [2]access.ID) int { return cmp.Or(a[0].Compare(b[0]), a[1].Compare(b[1])) })
}
