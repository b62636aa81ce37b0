package review

import (
	"slices"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/rule"
)

// net finds the changes of access of the whole apply in clients that were read, computed over all
// paths of a user to a role.
func (x *analysis) net() outcome {
	var found outcome
	for _, d := range x.compare(x.joined, x.after).sorted() {
		if x.shows(d) && !x.implied(d) {
			found.add(x.change(d))
		}
	}
	found.add(x.granted()...)
	return found
}

// accessChanges returns the planned changes of the facts.
func (x *analysis) accessChanges() []access.Change {
	var all []access.Change
	for _, c := range x.changes {
		all = append(all, c.Change)
	}
	return all
}

// implied reports whether a difference of a role follows from differences of the enterprise roles
// that give it, which show it.
func (x *analysis) implied(d access.Difference) bool {
	paths := slices.Concat(d.Old, d.New)
	return len(paths) > 0 && !slices.ContainsFunc(paths, func(h access.Holding) bool {
		through, indirect := h.Through()
		other, known := x.compare(x.joined, x.after)[access.Joint{User: d.User, Profile: d.Profile, What: through}]
		return !indirect || !known || !x.shows(other) || other.Loss() != d.Loss() || other.Gain() != d.Gain()
	})
}

// alters reports whether the plan changes a fact of an object.
func (x *analysis) alters(id access.ID) bool { return x.before.Get(id) != x.after.Get(id) }

// openingFirst returns the new paths, first those that open a data room.
func openingFirst(d access.Difference) []access.Holding {
	opened := d.Opened()
	var first, others []access.Holding
	for _, h := range d.New {
		if slices.ContainsFunc(opened, h.Grant.Rooms.May) {
			first = append(first, h)
		} else {
			others = append(others, h)
		}
	}
	return append(first, others...)
}

// change describes the change of access of a user over all paths.
func (x *analysis) change(d access.Difference) Finding {
	d.New = openingFirst(d)
	change := GrantChange{Effect: Altered, Before: x.grantOfPaths(d.Old, d.Before, false), After: x.grantOfPaths(d.New, d.After, true)}
	paths := slices.Concat(d.New, d.Old)
	gives, takes := !d.Gained.Empty() || len(d.Opened()) > 0, !d.Lost.Empty() || len(d.Closed()) > 0
	switch {
	case d.Gain() && !takes:
		change.Effect, change.Uncertain, change.Before = Gain, !d.Certain(), nil
	case d.Loss() && !gives && (d.Certain() || !slices.ContainsFunc(d.New, x.pathPersists)):
		change.Effect, change.Uncertain, change.After = Loss, !d.Certain(), nil
		paths = d.Old
	default:
		change.Uncertain = d.Gain() || d.Loss()
	}
	h := x.cause(paths)
	change.Reason = x.reason(h, change.Effect)
	if change.Effect == Altered && len(d.New) > 0 && !d.Moves(x.before, x.after) {
		for _, unit := range unique(slices.Concat(d.Entered, d.Left)) {
			change.Reason = joined(change.Reason, x.inUnit(unit, d))
		}
	}
	if change.Effect == Altered && change.Uncertain {
		change.Rules = x.anyRules(change.grant().Kind, slices.Concat(d.New, d.Old))
	}
	if change.Effect != Loss {
		change.NewlyGlobal = x.newlyGlobal(d, false)
		change.Rules = append(change.Rules, x.given(change, d, h, false)...)
	}
	change.Rules = append(change.Rules, x.taken(change, d, h)...)
	x.addLonger(&change, d)
	return x.record(h, change, slices.Concat(d.Old, d.New)...)
}

// addLonger adds that the grant of a gain is valid for longer than the person or the unit.
func (x *analysis) addLonger(change *GrantChange, d access.Difference) {
	later, known := x.compare(x.joined, x.result.Carried)[d.Joint]
	if !known || x.withinGains(later, x.after) || !x.onlyEnds(later) {
		return
	}
	_, granted := x.grantedLater(later)
	change.Rules = append(change.Rules, granted.Rules...)
	if why := "the grant itself is valid " + granted.After.period(); change.Reason == "" {
		change.Reason = "though " + why
	} else {
		change.Reason = joined(change.Reason, why)
	}
}

// given returns the rules for what a difference gives, as a change describes it; h is the path that
// causes it. later reports that it has no effect today.
func (x *analysis) given(change GrantChange, d access.Difference, h access.Holding, later bool) []string {
	var rules []string
	add := func(fits bool, names ...string) {
		if fits {
			rules = append(rules, names...)
		}
	}
	dormant, altered, again, times := later && change.Before == nil, change.Effect == Altered, x.again(change, d, h), grantValidity
	enters := len(d.Entered) > 0 && !d.Gain()
	if !later {
		times, enters = x.timed(h), len(d.Entered) > 0 && len(d.New) > 0 && !d.Moves(x.before, x.after)
	}
	add(change.Effect == Gain || dormant, gainRules(change.grant().Kind)...)
	add(dormant, rule.GainDormant)
	add(altered && enters, rule.GainExtended)
	add(altered && (change.Before != nil || d.Extends) && !d.Gained.Held.Empty(), times.extend)
	add(len(change.NewlyGlobal)+len(change.grant().Undecided) > 0 || !later && len(d.Opened()) > 0, rule.GainGlobal)
	add(x.endless(change, d, h, later), rule.GainUnlimited)
	add(again, rule.GainAgain, times.extend)
	add(slices.ContainsFunc(d.New, undeterminedPath), rule.GainUnknown)
	return rules
}

// taken returns the rules for what a difference takes, and for a move.
func (x *analysis) taken(change GrantChange, d access.Difference, h access.Holding) []string {
	var rules []string
	switch moves := d.Moves(x.before, x.after); {
	case change.Effect == Gain:
		return nil
	case change.Effect == Loss && slices.ContainsFunc(d.New, undeterminedPath):
		return []string{rule.LossRole, rule.GainUnknown}
	case change.Effect == Loss:
		return []string{rule.LossRole}
	case moves:
		rules = append(rules, rule.ProfileMove)
	case len(d.Left) > 0 && len(d.New) > 0:
		rules = append(rules, rule.LossNarrowed)
	}
	if len(d.Closed()) > 0 {
		rules = append(rules, rule.LossNarrowed)
	}
	if !d.Lost.Held.Empty() {
		rules = append(rules, x.timed(h).shorten)
	}
	return rules
}

// anyRules returns the rules of a change of paths with an unknown effect.
func (x *analysis) anyRules(kind Kind, paths []access.Holding) []string {
	opens := slices.ContainsFunc(paths, func(h access.Holding) bool { return h.Grant.Rooms.MayOpen() })
	return slices.DeleteFunc(givingRules(kind), func(name string) bool { return name == rule.GainGlobal && !opens })
}

// timed returns the rules for the times of a path, by the object that changes them.
func (x *analysis) timed(h access.Holding) validityRules {
	switch {
	case x.alters(h.Grant.ID):
	case x.alters(h.User.ID):
		return userValidity
	case x.alters(h.Profile.ID):
		return profileValidity
	}
	return grantValidity
}

// former returns the grant of a path before the apply, or the one that it takes the place of; nil
// without one.
func (x *analysis) former(d access.Difference, h access.Holding) *access.Object {
	switch {
	case x.same(h.Grant.ID):
		return x.before.Get(h.Grant.ID)
	case len(d.Old) == 1:
		return d.Old[0].Grant
	}
	return nil
}

// again reports whether a gain is a grant that is over today.
func (x *analysis) again(change GrantChange, d access.Difference, h access.Holding) bool {
	was := x.former(d, h)
	if was == nil || change.Effect != Gain {
		return false
	}
	to, known := was.To.Known()
	return known && to != 0 && to <= access.At(x.now)
}

// endless reports whether the end of a path is, or may be, removed: of its grant, or of the user,
// the profile or the unit, which limit it, too.
func (x *analysis) endless(change GrantChange, d access.Difference, h access.Holding, later bool) bool {
	if was := x.former(d, h); was != nil && unlimits(was, h.Grant) {
		return true
	}
	if later && change.Before != nil && change.Before.To != "" && h.Grant.To.May(0) {
		return true
	}
	return slices.ContainsFunc(append(h.Profile.Refs(), h.Profile.ID), func(id access.ID) bool {
		return unlimits(x.before.Get(id), x.after.Get(id))
	})
}

// side describes the access of a user to a role before or after the apply, over all paths; nil
// without paths.
func (x *analysis) grantOfPaths(paths []access.Holding, of access.Access, after bool) *Grant {
	if len(paths) == 0 {
		return nil
	}
	h := x.cause(paths)
	grant := x.describePath(h, after)
	grant.open(func(room access.Room) (may, must bool) {
		return !of.May.Rooms[room].Empty(), !of.Must.Rooms[room].Empty()
	})
	held := of.May.Held
	if from, limited := held[0].From.Time(); limited && from.After(x.now) {
		grant.From = from.Format(time.RFC3339)
	}
	if to, limited := held[len(held)-1].To.Time(); limited {
		grant.To = to.Format(time.RFC3339)
	}
	if e := x.managed[h.Grant.ID]; e != nil {
		grant.Address = e.Address
	}
	return &grant
}

// cause returns a path with a change, or else the first path.
func (x *analysis) cause(paths []access.Holding) access.Holding {
	for _, h := range paths {
		if slices.ContainsFunc(h.Path(), func(o *access.Object) bool { return x.alters(o.ID) }) {
			return h
		}
	}
	return paths[0]
}

// undeterminedPath reports whether the plan does not show the holder, the role or a data room of a
// grant.
func undeterminedPath(h access.Holding) bool {
	_, owner := h.Grant.Owner.Known()
	_, target := h.Grant.Target.Known()
	return !owner || !target || h.Grant.Client == "" || slices.ContainsFunc([]access.Room{0, 1, 2, 3}, func(room access.Room) bool {
		return h.Grant.Kind == access.Grant && h.Grant.Rooms.May(room) != h.Grant.Rooms.Must(room)
	})
}

// persists reports whether the effect of a path is uncertain although its grant continues to exist.
func (x *analysis) pathPersists(h access.Holding) bool {
	return !x.held.reads(h.Grant.ID) || h.Grant.Presence == access.Present ||
		x.before.Get(h.Grant.ID).Presence == access.Unsure
}

// same reports whether a grant exists before and after the apply, with the same profile and role.
func (x *analysis) same(grant access.ID) bool {
	before, after := x.before.Get(grant), x.after.Get(grant)
	return before.Presence != access.Absent && after.Presence != access.Absent && before.Owner.Equal(after.Owner) &&
		before.Target.Equal(after.Target)
}

// reason returns the cause of a gain or loss if the grant itself does not change.
func (x *analysis) reason(h access.Holding, effect Effect) string {
	through, indirect := h.Through()
	if why := x.pathRemoval(h); effect == Loss && why != "" {
		return why
	}
	if indirect && x.alters(h.Member.ID) {
		of := "enterprise role " + x.at(through).Label()
		if effect == Altered {
			return "the roles of " + of + " change"
		}
		return "the role " + added(effect == Gain, false, "added to") + " " + of
	}
	if !x.same(h.Grant.ID) || effect == Altered && x.alters(h.Grant.ID) {
		return ""
	}
	return x.factorsOf(h)
}

// inUnit describes the change of a role in a unit that the difference enters or leaves.
func (x *analysis) inUnit(unit access.ID, d access.Difference) string {
	name := "a unit that is not known"
	if unit.Kind == access.Unit {
		name = "unit " + x.at(unit).person()
	}
	isIn := func(h access.Holding) bool { return h.Profile.ID == unit || slices.Contains(h.Profile.Refs(), unit) }
	entered, left := slices.Contains(d.Entered, unit), slices.Contains(d.Left, unit)
	switch before, after := slices.ContainsFunc(d.Old, isIn), slices.ContainsFunc(d.New, isIn); {
	case !before:
		return "it comes to apply in " + name
	case !after:
		return "it no longer applies in " + name
	case entered && left:
		return "it applies at other times in " + name
	case entered:
		return "it applies longer in " + name
	}
	return "it applies for a shorter time in " + name
}

// causes returns the objects of the plan that change what a path depends on, the grant first.
func (x *analysis) causes(h access.Holding) []*entry {
	var found []*entry
	add := func(ids ...access.ID) {
		for _, id := range ids {
			if e := x.managed[id]; e != nil && x.before.Get(id) != x.result.Carried.Get(id) {
				found = append(found, e)
			}
		}
	}
	add(h.Grant.ID)
	for _, o := range h.Path() {
		add(o.ID)
	}
	add(access.NewID(h.Grant.Service, "", access.Client, h.Grant.Client))
	if h.Role != nil {
		for _, application := range h.Role.Refs() {
			add(application, access.NewID(h.Grant.Service, h.Grant.Client, access.Assignment, application.ExtID))
		}
	}
	return found
}
