package review

import (
	"maps"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/rule"
)

// granted finds what the plan grants without an effect today. Either the service refuses the change
// today, or the user, the profile or the unit is disabled or not valid, or the application is not
// assigned. A reviewed plan is applied later, and the obstacle may be gone by then.
func (x *analysis) granted() outcome {
	var found outcome
	for _, d := range x.compare(x.joined, x.result.Carried).sorted() {
		if d.Gives() && x.held.reads(d.User) && !x.withinGains(d, x.after) && !x.onlyEnds(d) {
			later, change := x.grantedLater(d)
			h := x.cause(slices.Concat(later.New, later.Old))
			found.add(x.record(h, change, slices.Concat(later.Old, later.New)...))
		}
	}
	return found
}

// onlyEnds reports whether a gain today is what the plan grants, and only ends earlier: with the
// person, the profile or the unit. Its line then also shows the period of the grant.
func (x *analysis) onlyEnds(later access.Difference) bool {
	today := x.compare(x.joined, x.after)[later.Joint]
	return x.shows(today) && today.Gain() && later.Gain() && today.Certain() && today.Lost.Empty() && !x.implied(today) &&
		slices.Equal(today.Opened(), later.Opened()) && !slices.ContainsFunc(later.New, func(h access.Holding) bool {
		return !slices.ContainsFunc(today.New, func(other access.Holding) bool { return other.Grant.ID == h.Grant.ID })
	})
}

// comparison is what a state after the plan is compared by.
type comparison struct {
	by    access.Joined
	after *access.Tenant
}

// differences are differences by user and role.
type differences map[access.Joint]access.Difference

// compare returns the differences between the facts and a state after the plan, none without facts.
// It computes them once.
func (x *analysis) compare(by access.Joined, after *access.Tenant) differences {
	at := comparison{by, after}
	found, known := x.differences[at]
	if !known && len(x.held.read) > 0 {
		found = differences{}
		changed, moved := by.CompareMoves(x.held.Tenant, after, x.now)
		for _, d := range slices.Concat(changed, moved) {
			found[d.Joint] = d
		}
		x.differences[at] = found
	}
	return found
}

// sorted returns the differences by user and role.
func (of differences) sorted() []access.Difference {
	return slices.SortedFunc(maps.Values(of), func(a, b access.Difference) int { return a.Compare(b.Joint) })
}

// withinGains reports whether a state after the plan gives the user at least as much as a
// difference.
func (x *analysis) withinGains(d access.Difference, after *access.Tenant) bool {
	other := x.compare(x.joined, after)[d.Joint]
	return other.Gives() && d.Within(other)
}

// grantedLater describes what the plan grants to a user, and why it has no effect today.
func (x *analysis) grantedLater(d access.Difference) (access.Difference, GrantChange) {
	granting := slices.DeleteFunc(slices.Clone(d.New), func(h access.Holding) bool { return !h.Granted() })
	if len(granting) > 0 {
		d.New = granting
	}
	change := GrantChange{Effect: Altered, After: x.grantOfPaths(d.New, access.Sum(d.New, x.now), true)}
	change.After.Global, change.After.Undecided = nil, nil
	change.After.open(func(room access.Room) (may, must bool) {
		for _, h := range d.New {
			may, must = may || h.Grant.Rooms.May(room), must || h.Grant.Rooms.Must(room)
		}
		return may && change.After.Kind == Role, must && change.After.Kind == Role
	})
	h := x.cause(d.New)
	change.Reason = x.obstacles(h)
	if !d.Gain() {
		change.Before = x.grantOfPaths(d.Old, d.Before, false)
		change.later = change.Before != nil
	}
	was := x.before.Get(h.Grant.ID)
	extends := change.Before == nil && d.Extends && x.same(was.ID) && !was.Span().Must.From(x.now).Empty()
	if extends {
		change.Before = new(x.describePath(h, true).of(was))
	}
	change.NewlyGlobal = x.newlyGlobal(d, true)
	if change.Rules = x.given(change, d, h, true); extends {
		change.Rules = append(change.Rules, rule.GainDormant)
	}
	return d, change
}

// newlyGlobal returns the names of the data rooms that a difference opens, and that one of its new
// grants certainly has open. A room that the user has is new only if a grant without an effect
// today opens it.
func (x *analysis) newlyGlobal(d access.Difference, later bool) []string {
	var names []string
	for _, room := range d.Opened() {
		had := !d.Before.Must.Rooms[room].Empty()
		if slices.ContainsFunc(d.New, func(h access.Holding) bool {
			was := x.before.Get(h.Grant.ID)
			return h.Grant.Rooms.Must(room) && (!had || later && (was.Presence == access.Absent || !was.Rooms.Must(room)))
		}) {
			names = append(names, grants.Rooms[room].Name)
		}
	}
	return names
}

// obstacles returns why a path has no effect today.
func (x *analysis) obstacles(h access.Holding) string {
	why := ""
	for _, f := range x.result.Findings {
		of := x.changes[f.Change]
		if f.Certain && slices.ContainsFunc(h.Path(), func(o *access.Object) bool {
			address, isPending := o.Pending()
			return o.ID == f.Object || isPending && address == of.Address
		}) {
			why = joined(why, "the service refuses it today: the "+f.Object.Kind.String()+" "+f.Object.Own()+
				" "+string(f.Problem))
		}
	}
	if why == "" {
		for _, reason := range x.result.Carried.View().Reasons(h, x.now) {
			why = joined(why, reason.String())
		}
	}
	if why == "" {
		return ""
	}
	return "though " + why
}
