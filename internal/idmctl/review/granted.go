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
func (n netDifferences) granted() outcome {
	var found outcome
	for _, d := range sortedGains(n.gains[n.result.Carried]) {
		if n.held.reads(d.User) && !n.withinGains(d, n.after) && !n.onlyEnds(d) {
			d, change, about := n.grantedLater(d)
			found.add(n.record(d, change, about))
		}
	}
	return found
}

// onlyEnds reports whether a gain today is what the plan grants, and only ends earlier: with the
// person, the profile or the unit. Its line then also shows the period of the grant.
func (n netDifferences) onlyEnds(later access.Difference) bool {
	today, known := n.gains[n.after][later.Joint]
	return known && n.shows(today) && today.Gain() && later.Gain() && today.Certain() && today.Lost.Empty() && !n.implied(today) &&
		slices.Equal(today.Opened(), later.Opened()) && !slices.ContainsFunc(later.New, func(h access.Holding) bool {
		return !slices.ContainsFunc(today.New, func(other access.Holding) bool { return other.Grant.ID == h.Grant.ID })
	})
}

// gainsIn returns the gains in states after the plan, by user and role.
func (x *analysis) gainsIn(states ...*access.Tenant) map[*access.Tenant]gains {
	found := map[*access.Tenant]gains{}
	for _, after := range states {
		found[after] = gains{}
		for _, d := range x.compare(x.joined, after) {
			if d.Gives() {
				found[after][d.Joint] = d
			}
		}
	}
	return found
}

// comparison is what a state after the plan is compared by.
type comparison struct {
	by    access.Joined
	after *access.Tenant
}

// compare returns the differences between the facts and a state after the plan, none without facts.
// It computes them once.
func (x *analysis) compare(by access.Joined, after *access.Tenant) []access.Difference {
	at := comparison{by, after}
	found, known := x.differences[at]
	if !known && len(x.held.read) > 0 {
		changed, moved := by.CompareMoves(x.held.Tenant, after, x.now.Time)
		found = slices.Concat(changed, moved)
		x.differences[at] = found
	}
	return found
}

// gains are differences that may give something, by user and role.
type gains map[access.Joint]access.Difference

func sortedGains(of gains) []access.Difference {
	return slices.SortedFunc(maps.Values(of), func(a, b access.Difference) int { return a.Compare(b.Joint) })
}

// withinGains reports whether a state after the plan gives the user at least as much as a
// difference.
func (x *analysis) withinGains(d access.Difference, after *access.Tenant) bool {
	other, known := x.gains[after][d.Joint]
	return known && d.Within(other)
}

// grantedLater describes what the plan grants to a user, and why it has no effect today.
func (n netDifferences) grantedLater(d access.Difference) (access.Difference, GrantChange, []*entry) {
	granting := slices.DeleteFunc(slices.Clone(d.New), func(h access.Holding) bool { return !h.Granted() })
	if len(granting) > 0 {
		d.New = granting
	}
	change := GrantChange{Effect: Altered, After: n.side(d.New, access.Sum(d.New, n.now.Time), true)}
	change.After.Global, change.After.Undecided = nil, nil
	change.After.open(func(room access.Room) (may, must bool) {
		for _, h := range d.New {
			may, must = may || h.Grant.Rooms.May(room), must || h.Grant.Rooms.Must(room)
		}
		return may && change.After.Kind == Role, must && change.After.Kind == Role
	})
	h := n.cause(d.New)
	about := n.entriesOf(h)
	if e := n.entryOf(h.Grant.ID); e != nil {
		change.After.Address = e.Address
	}
	change.Reason = n.obstacles(h)
	if !d.Gain() {
		change.Before = n.side(d.Old, d.Before, false)
		change.later = change.Before != nil
	}
	was := n.before.Get(h.Grant.ID)
	extends := change.Before == nil && d.Extends && n.same(was.ID) && !was.Span().Must.From(n.now.Time).Empty()
	if extends {
		change.Before = new(n.describePath(h, true).with(factShape{}.valuesOf(was)))
	}
	change.NewlyGlobal = n.newlyGlobal(d, true)
	if change.Rules = n.given(change, d, h, true); extends {
		change.Rules = append(change.Rules, rule.GainDormant)
	}
	return d, change, about
}

// newlyGlobal returns the names of the data rooms that a difference opens, and that one of its new
// grants certainly has open. A room that the user has is new only if a grant without an effect today
// opens it.
func (n netDifferences) newlyGlobal(d access.Difference, later bool) []string {
	var names []string
	for _, room := range d.Opened() {
		had := !d.Before.Must.Rooms[room].Empty()
		if slices.ContainsFunc(d.New, func(h access.Holding) bool {
			was := n.before.Get(h.Grant.ID)
			return h.Grant.Rooms.Must(room) && (!had || later && (was.Presence == access.Absent || !was.Rooms.Must(room)))
		}) {
			names = append(names, grants.Rooms[room].Name)
		}
	}
	return names
}

// entriesOf returns the objects of the plan on a path, the grant first.
func (x *analysis) entriesOf(h access.Holding) []*entry {
	var found []*entry
	for _, o := range slices.Concat([]*access.Object{h.Grant}, h.Path()) {
		if e := x.entryOf(o.ID); e != nil && !slices.Contains(found, e) {
			found = append(found, e)
		}
	}
	return found
}

// entryOf returns the object of the plan that changes a fact, or creates it next to an existing
// object.
func (x *analysis) entryOf(id access.ID) *entry {
	if e := x.managed[id]; e != nil {
		return e
	}
	address, isPending := id.Pending()
	if at := slices.IndexFunc(x.changes, func(c plannedChange) bool { return isPending && c.Address == address }); at >= 0 {
		return x.changes[at].entry
	}
	return nil
}

// obstacles returns why a path has no effect today.
func (n netDifferences) obstacles(h access.Holding) string {
	why := ""
	for _, f := range n.result.Findings {
		of := n.changes[f.Change]
		if f.Certain && slices.ContainsFunc(h.Path(), func(o *access.Object) bool {
			address, isPending := o.Pending()
			return o.ID == f.Object || isPending && address == of.Address
		}) {
			why = joined(why, "the service refuses it today: the "+f.Object.Kind.String()+" "+f.Object.Own()+
				" "+string(f.Problem))
		}
	}
	if why == "" {
		for _, reason := range n.result.Carried.View().Reasons(h, n.now.Time) {
			why = joined(why, reason.String())
		}
	}
	if why == "" {
		return ""
	}
	return "though " + why
}
