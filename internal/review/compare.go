package review

import (
	"maps"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/access"
	"github.com/identity-iac/terraform-provider-idm/internal/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/plan"
)

// comparison is who has what before and afterwards, with what is needed to compare the two. Nothing
// in it changes once it is made.
type comparison struct {
	*analysis
	// sources are what the plan shows of grants before and after the apply.
	sources [2]map[access.ID]source
	// had and has are who is known to have what before and after the apply.
	had, has func() holdings
}

func newComparison(x *analysis) *comparison {
	return &comparison{analysis: x, sources: x.sources(), had: holdingsOf(x.before), has: holdingsOf(x.after)}
}

// differences are all changes of who has what.
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
	for _, p := range c.paths() {
		found.add(c.grant(p))
	}
	return combine(found, c.through(), c.elsewhere(), c.removals(), c.logins(), c.renames(), c.net(), c.next())
}

// grant finds what becomes of a grant. Two that the plan does not show are never the same.
func (c *comparison) grant(p path) outcome {
	var before, after source
	if p.before != nil {
		before = c.sourceOf(*p.before, false)
	}
	if p.after != nil {
		after = c.sourceOf(*p.after, true)
	}
	if p.before != nil && p.after != nil && before.key == after.key {
		return c.kept(after.key, pair{&before.holdingEntry, &after.holdingEntry})
	}
	var found outcome
	if p.after != nil {
		found.add(c.gained(after.key, &after.holdingEntry))
	}
	if p.before != nil {
		end := c.profileRemoval(before.key.holder).or(c.thingRemoval(before.key))
		found.add(c.lost(*p.before, before, end.reason))
	}
	return found
}

// comesOrGoes finds what a pair is for all who have something else: it comes, it goes, or it may be
// another thing afterwards.
func (c *comparison) comesOrGoes(p pair, change func(*holdingEntry, Effect, bool) outcome) outcome {
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

// made reports whether the apply makes the grant.
func (h holdingEntry) made() bool { return h.entry != nil && h.entry.makes() }

func (h holdingEntry) address() string {
	if h.entry == nil {
		return ""
	}
	return h.entry.Address
}

func (c *comparison) gained(key holdingKey, after *holdingEntry) outcome {
	change := GrantChange{After: c.describeSource(key, after, true), Uncertain: after.entry.openBefore()}
	change.gains()
	if after.open() && !after.made() {
		change.Rules = append(change.Rules, givingRules(key.kind)...)
	}
	if after.open() || after.unclear() || change.After.Role.ExtID == "" && change.After.Role.Address == "" {
		change.Rules = append(change.Rules, ruleUnknownGrant)
	}
	if validity(nil, after.values["validity"]).ends(c.now) {
		change.Reason = "though it has expired already"
	}
	return c.record(key, change, nil, after)
}

// gains makes a change the gain of the grant that it ends with.
func (change *GrantChange) gains() {
	change.Effect, change.NewlyGlobal = Gain, change.After.Global
	change.Rules = append(change.Rules, gainRules(change.After.Kind)...)
	if len(change.After.Global)+len(change.After.Undecided) > 0 {
		change.Rules = append(change.Rules, ruleGlobal)
	}
}

// unclear reports whether the plan does not say which role, or whose.
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

// givingRules are all that something about a grant or an assignment may fall under.
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

func (c *comparison) lost(h access.Holding, before source, reason string) outcome {
	if h.May().From(c.now.Time).Empty() {
		return outcome{}
	}
	change := GrantChange{Effect: Loss, Before: c.describeSource(before.key, &before.holdingEntry, false), Reason: reason,
		Rules: []string{ruleRevoke}}
	if before.entry.openAfter() && reason == "" {
		change.Uncertain, change.Rules = true, givingRules(before.key.kind)
	}
	if before.open() || before.unclear() {
		change.Rules = append(change.Rules, ruleUnknownGrant)
	}
	return c.record(before.key, change, &before.holdingEntry, nil)
}

// kept compares a grant that is there before and after: when it has an effect, and for which data
// rooms.
func (c *comparison) kept(key holdingKey, p pair) outcome {
	if p.before.entry == nil && p.after.entry == nil && len(c.factorsOf(key)) == 0 {
		return outcome{}
	}
	before, after := p.before.values, p.after.values
	change := GrantChange{Effect: Altered, Before: c.describeSource(key, p.before, false), After: c.describeSource(key, p.after, true)}
	own := validity(before["validity"], after["validity"])
	changes := !constantValue(before["validity"], after["validity"])
	if changes {
		row := attribute{rules: grantValidity.all(), which: grantValidity.which}
		change.Rules = row.of(before["validity"], after["validity"], c.now)
		change.Uncertain = changesUndetermined(before["validity"], after["validity"])
	}
	if key.kind == Role {
		changes = c.compareRooms(&change, p) || changes
	}
	if c.undeterminedThing(p, changes) {
		change.Rules, change.Uncertain, changes = append(change.Rules, givingRules(key.kind)...), true, true
	}
	around, affected := c.around(&change, key, own)
	if !changes && !affected {
		return outcome{}
	}
	if change.Uncertain {
		change.Rules = append(change.Rules, ruleUnknownGrant)
	}
	if change.Effect == Altered {
		// Otherwise the finding about the profile or the unit covers it.
		change.Rules = append(change.Rules, around...)
	}
	return c.record(key, change, p.before, p.after)
}

// undeterminedThing reports whether the plan does not say which thing is had before or after.
func (c *comparison) undeterminedThing(p pair, changes bool) bool {
	same := constantValue(p.before.target, p.after.target)
	open, hidden := p.before.open() || p.after.open(), undetermined(p.before.target) || undetermined(p.after.target)
	return open && (changes || !same) || hidden && !same
}

// around adds to a grant's own validity what its profile and the units add, and tells the effect
// that comes of it. It returns the rules of what changes around the grant, and whether that gives
// or takes something.
func (c *comparison) around(change *GrantChange, key holdingKey, own condition) (rules []string, affected bool) {
	whole, rules, reason := joint(own, c.factorsOf(key))
	change.Reason = reason
	gives, takes := whole.gives(c.now), whole.takes(c.now) && !c.idle(key.holder, own.before)
	switch {
	case change.Uncertain:
	case gives && whole.begins(c.now):
		change.gains()
	case takes && whole.ends(c.now):
		change.Effect = Loss
		change.Rules = append(change.Rules, ruleRevoke)
	}
	return rules, gives || takes
}

func joined(a, b string) string {
	if a == "" || a == b {
		return b
	}
	return a + ", and " + b
}

// compareRooms compares the data rooms, and reports whether one differs. One that the plan does not
// tell may be open, and may be closed.
func (c *comparison) compareRooms(change *GrantChange, p pair) (differs bool) {
	for _, room := range grants.Rooms {
		before, after := p.before.values[room.Attribute], p.after.values[room.Attribute]
		if constantValue(before, after) {
			continue
		}
		differs = true
		was, wasKnown := before.(bool)
		is, isKnown := after.(bool)
		change.Uncertain = change.Uncertain || !isKnown || undetermined(before)
		if (is || !isKnown) && (!was || !wasKnown) {
			change.Rules = append(change.Rules, ruleGlobal)
		}
		if (was || !wasKnown) && (!is || !isKnown) {
			change.Rules = append(change.Rules, ruleNarrow)
		}
		if is && !was {
			change.NewlyGlobal = append(change.NewlyGlobal, room.Name)
		}
	}
	return differs
}

// record is a change for the person whose it is, with the finding about it.
func (c *comparison) record(key holdingKey, change GrantChange, before, after *holdingEntry) outcome {
	var about []*entry
	for _, h := range []*holdingEntry{after, before} {
		if h != nil && h.entry != nil {
			about = append(about, h.entry)
		}
	}
	return c.accessChange(key.holder, change).outcome(c.addressOf(key.holder, change), about...)
}
