package review

import (
	"github.com/identity-iac/terraform-provider-idm/internal/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/plan"
)

// comparison is who has what before and afterwards, with what is needed to compare the two. Nothing
// in it changes once it is made.
type comparison struct {
	*analysis
	ledger ledger
	// had and has are who is known to have what before and after the apply.
	had, has func() holdings
}

func newComparison(x *analysis) *comparison {
	return &comparison{analysis: x, ledger: x.addTold(x.ledger()), had: holdingsOf(x.before), has: holdingsOf(x.after)}
}

// differences are all changes of who has what.
func (c *comparison) differences() outcome {
	var found outcome
	for _, key := range c.ledger.ordered() {
		for _, p := range c.ledger[key].pairs() {
			switch key.kind {
			case App:
				found.add(c.application(key, p))
			case MemberRole:
				found.add(c.member(key, p))
			default:
				found.add(c.grant(key, p))
			}
		}
	}
	return combine(found, c.through(), c.elsewhere(), c.removals(), c.logins(), c.renames(), c.net(), c.next())
}

// grant finds what becomes of one source of a grant. What depends on a profile, a user, a role or
// an application goes with it, and only what the same apply makes is there when another one was
// made under its id.
func (c *comparison) grant(key holdingKey, p pair) outcome {
	var found outcome
	end := c.profileRemoval(key.holder).or(c.thingRemoval(key))
	switch p = p.within(end); {
	case p.before == nil:
		found.add(c.gained(key, p.after))
	case p.after == nil:
		found.add(c.lost(key, p.before, end.reason))
	case end.ends && c.holder(key.holder, false) != c.holder(key.holder, true):
		found.add(c.lost(key, p.before, end.reason))
		found.add(c.gained(key, p.after))
	default:
		found.add(c.kept(key, p))
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
	case !constantValue(p.before.thing, p.after.thing) && (undetermined(p.before.thing) || undetermined(p.after.thing)):
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
	change := GrantChange{Effect: Gain, After: c.describeSource(key, after, true), Rules: gainRules(key.kind)}
	change.Uncertain = after.entry.openBefore()
	change.NewlyGlobal = change.After.Global
	if len(change.After.Global)+len(change.After.Undecided) > 0 {
		change.Rules = append(change.Rules, ruleGlobal)
	}
	if after.open() && !after.made() {
		change.Rules = append(change.Rules, ledgerRules(key.kind)...)
	}
	if after.open() || after.unclear() || change.After.Role.ExtID == "" && change.After.Role.Address == "" {
		change.Rules = append(change.Rules, ruleUnknownGrant)
	}
	if c.validityOf(after).ends(c.now) {
		change.Reason = "though it has expired already"
	}
	return c.record(key, change, nil, after)
}

// validityOf is the validity of one source of a grant as if it had none before.
func (c *comparison) validityOf(h *holdingEntry) condition {
	return validity(nil, h.values["validity"])
}

// unclear reports whether the plan does not say which role, or whose.
func (h holdingEntry) unclear() bool {
	if _, masked := h.thing.(plan.Masked); masked {
		return true
	}
	unknown, isUnknown := h.thing.(plan.Unknown)
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

// ledgerRules are all that something about a grant or an assignment may fall under.
func ledgerRules(kind Kind) []string {
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

func (c *comparison) lost(key holdingKey, before *holdingEntry, reason string) outcome {
	if c.idle(key.holder, c.validityOf(before).after) {
		return outcome{}
	}
	change := GrantChange{Effect: Loss, Before: c.describeSource(key, before, false), Reason: reason, Rules: []string{ruleRevoke}}
	if before.entry.openAfter() && reason == "" {
		change.Uncertain, change.Rules = true, ledgerRules(key.kind)
	}
	if before.open() || before.unclear() {
		change.Rules = append(change.Rules, ruleUnknownGrant)
	}
	return c.record(key, change, before, nil)
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
		change.Rules, change.Uncertain, changes = append(change.Rules, ledgerRules(key.kind)...), true, true
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
	same := constantValue(p.before.thing, p.after.thing)
	open, hidden := p.before.open() || p.after.open(), undetermined(p.before.thing) || undetermined(p.after.thing)
	return open && (changes || !same) || hidden && !same
}

// around adds to a grant's own validity what its profile and the units add, and tells the effect
// that comes of it. It returns the rules of what changes around the grant, and whether that gives
// or takes something.
func (c *comparison) around(change *GrantChange, key holdingKey, own condition) (rules []string, affected bool) {
	whole, near, rules, reason := joint(own, c.factorsOf(key))
	change.Reason = reason
	gives, takes := whole.gives(c.now) || near.gives(c.now), whole.takes(c.now) || near.takes(c.now)
	takes = takes && !c.idle(key.holder, own.before)
	switch {
	case change.Uncertain:
	case gives && whole.begins(c.now):
		change.Effect, change.NewlyGlobal = Gain, change.After.Global
		change.Rules = append(change.Rules, gainRules(change.After.Kind)...)
		if len(change.After.Global)+len(change.After.Undecided) > 0 {
			change.Rules = append(change.Rules, ruleGlobal)
		}
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
