package review

import (
	"maps"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/access"
	"github.com/identity-iac/terraform-provider-idm/internal/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/plan"
)

// comparison holds the access of all users before and after the apply. It does not change after
// newComparison returns.
type comparison struct {
	*analysis
	// sources are the grants in the plan, before and after the apply.
	sources [2]map[access.ID]source
	// had and has are the known holdings before and after the apply.
	had, has func() holdings
}

func newComparison(x *analysis) *comparison {
	return &comparison{analysis: x, sources: x.sources(), had: holdingsOf(x.before), has: holdingsOf(x.after)}
}

// differences finds all changes of access.
func (c *comparison) differences() outcome {
	var found outcome
	pairs := c.pairs()
	for _, key := range slices.SortedFunc(maps.Keys(pairs), holdingKey.compare) {
		if key.kind == App {
			found.add(c.application(key, pairs[key]))
		} else {
			found.add(c.member(key, pairs[key]))
		}
	}
	for _, d := range access.ComparePaths(c.before, c.after, c.now.Time, func(h access.Holding) bool { return !c.decides(h) }) {
		found.add(c.grant(d))
	}
	return combine(found, c.through(), c.elsewhere(), c.removals(), c.logins(), c.renames(), c.net(), c.next())
}

// grant describes the change of a grant that the facts do not decide.
func (c *comparison) grant(d access.Difference) outcome {
	n := netDifferences{comparison: c}
	change := GrantChange{Effect: Altered, Before: c.own(d.Old, false), After: c.own(d.New, true)}
	n.describe(&change, d)
	if change.Uncertain && len(d.Old) > 0 && len(d.New) > 0 {
		change.Rules = append(change.Rules, ruleUnknownGrant)
	}
	var about []*entry
	for side, paths := range [][]access.Holding{d.New, d.Old} {
		for _, h := range paths {
			s := c.sourceOf(h, side == 0)
			if s.entry != nil {
				about = append(about, s.entry)
			}
			if s.open() || s.unclear() || side == 0 && undeterminedPath(h) {
				change.Rules = append(change.Rules, ruleUnknownGrant)
			}
			c.hidden(&change, s, h)
		}
	}
	if change.Effect == Gain && len(d.Old) == 0 && d.New[0].Grant.Span().May.From(c.now.Time).Empty() {
		change.Reason = "though it has expired already"
	}
	change.addDormantRooms(d)
	return n.record(d, change, about)
}

// addDormantRooms adds the data rooms that a grant opens although the user loses its effect: they are
// open when it has one again.
func (c *GrantChange) addDormantRooms(d access.Difference) {
	if c.Effect != Loss || len(d.Old) == 0 || len(d.New) == 0 {
		return
	}
	before, after := d.Old[0].Grant.Rooms, d.New[0].Grant.Rooms
	for room := range access.Room(len(grants.Rooms)) {
		if !after.May(room) || before.Must(room) || before == after {
			continue
		}
		c.Rules = append(c.Rules, ruleGlobal)
		if after.Must(room) {
			c.NewlyGlobal = append(c.NewlyGlobal, grants.Rooms[room].Name)
		}
	}
}

// hidden adds to a change what an unknown set may have given before, or may give afterwards.
func (c *comparison) hidden(change *GrantChange, s source, h access.Holding) {
	assigned := access.ID{}
	if h.Role != nil {
		application, _ := h.Role.Owner.Known()
		assigned = assignmentOf(h, application)
	}
	by := c.managed[assigned]
	if c.before.Get(assigned) == c.after.Get(assigned) {
		by = nil
	}
	switch {
	case change.Effect == Gain && (s.entry.openBefore() || by.openBefore()):
		change.Uncertain = true
	case change.Effect == Loss && (s.entry.openAfter() && change.Reason == "" || by.openAfter() || c.mayStay(h.Grant.ID)):
		change.Uncertain, change.Rules = true, append(change.Rules, givingRules(s.key.kind)...)
	}
	if change.Effect == Gain && s.open() && !s.made() {
		change.Rules = append(change.Rules, givingRules(s.key.kind)...)
	}
}

// mayStay reports whether a grant exists after the apply and the plan does not show what it gives, or
// to whom.
func (c *comparison) mayStay(grant access.ID) bool {
	after := c.after.Get(grant)
	return after.Presence != access.Absent && (after.Owner.IsAny() || after.Target.IsAny())
}

// own returns the grant of the first path; nil without paths.
func (c *comparison) own(paths []access.Holding, after bool) *Grant {
	if len(paths) == 0 {
		return nil
	}
	s := c.sourceOf(paths[0], after)
	return c.describeSource(s.key, &s.holdingEntry, after)
}

// addedOrRemoved calls change for a holding that is added, removed, or replaced by an unknown one.
func (c *comparison) addedOrRemoved(p pair, change func(*holdingEntry, Effect, bool) outcome) outcome {
	switch {
	case p.before == nil:
		return change(p.after, Gain, p.after.entry.openBefore())
	case p.after == nil:
		return change(p.before, Loss, p.before.entry.openAfter())
	case !constantValue(p.before.target, p.after.target) && (undetermined(p.before.target) || undetermined(p.after.target)):
		return combine(change(p.after, Gain, true), change(p.before, Loss, true))
	}
	return outcome{}
}

// made reports whether the apply creates the grant.
func (h holdingEntry) made() bool { return h.entry != nil && h.entry.makes() }

func (h holdingEntry) address() string {
	if h.entry == nil {
		return ""
	}
	return h.entry.Address
}

// unclear reports whether the plan does not show the role or its holder.
func (h holdingEntry) unclear() bool {
	if _, masked := h.target.(plan.Masked); masked {
		return true
	}
	unknown, isUnknown := h.target.(plan.Unknown)
	return isUnknown && unknown.From == "" || h.entry != nil && unclearHolder(h.entry)
}

func unclearHolder(e *entry) bool {
	switch value := e.values()[e.kind.of].(type) {
	case plan.Unknown:
		return value.From == ""
	case plan.Masked:
		return true
	}
	return undetermined(e.values()["client_ext_id"])
}

func gainRules(kind Kind) []string {
	if kind == EnterpriseRole {
		return []string{ruleGrant, ruleEnterpriseGrant}
	}
	return []string{ruleGrant}
}

// givingRules returns all rules that may match a change of a grant or an assignment.
func givingRules(kind Kind) []string {
	switch kind {
	case App:
		return []string{ruleAssign, ruleUnassign}
	case MemberRole:
		return []string{ruleMembers, ruleGrant, ruleRevoke, ruleUnknownGrant}
	}
	found := append(gainRules(kind), ruleRevoke, ruleUnknownGrant)
	if kind == Role {
		found = append(found, ruleGlobal, ruleNarrow)
	}
	return append(found, grantValidity.all()...)
}

func joined(a, b string) string {
	if a == "" || a == b {
		return b
	}
	return a + ", and " + b
}

// record returns a change for the user of the profile, with its finding.
func (c *comparison) record(holder objectKey, change GrantChange) outcome {
	return c.accessChange(holder, change).outcome(c.addressOf(holder, change))
}
