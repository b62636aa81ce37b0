package review

import "fmt"

// held enters what the service says of the grants of a profile that something happens to: those
// that the plan does not manage have or lose their effect with it too.
func (c *comparison) held() {
	for _, key := range sortedObjects(c.profiles) {
		profile := c.profiles[key]
		if !c.stirs(key, profile) {
			continue
		}
		held, known := c.names.heldBy(key.service, key.client, key.id)
		if !known {
			continue
		}
		entered := map[holdingKey]int{}
		for i, grant := range held {
			at := holdingKey{holder: key, kind: grant.Kind, thing: id{text: grant.RoleExtID}}
			if entered[at]++; c.ledger[at] != nil && entered[at] <= len(c.ledger[at].before) {
				continue
			}
			h := holdingEntry{key: fmt.Sprint(i), values: grant.Values, thing: grant.RoleExtID}
			c.ledger.add(at, h, false)
			c.ledger.add(at, h, true)
			// What was added counts as one of those that are there.
			entered[at]++
		}
	}
}

// stirs reports whether something happens to a profile that was there, so that it matters what else
// is granted to it.
func (c *comparison) stirs(key objectKey, profile *subject) bool {
	return profile.before != nil && (profile.removed || len(c.factors(key)) > 0)
}

// elsewhere adds one change for all that is granted to a profile by somebody else, where nobody has
// told what that is.
func (c *comparison) elsewhere() {
	whole := c.wholeGrants()
	for _, key := range sortedObjects(c.profiles) {
		profile := c.profiles[key]
		if !c.stirs(key, profile) || whole[key] {
			continue
		}
		if _, known := c.names.heldBy(key.service, key.client, key.id); known {
			continue
		}
		change := Change{Effect: Altered, Elsewhere: true, Uncertain: true, Reason: c.why(key, profile)}
		grant := &Grant{Kind: anyGrant}
		effect := constant
		for _, f := range c.factors(key) {
			effect = effect.and(f.condition)
			change.Rules = append(change.Rules, f.rules...)
		}
		switch {
		case profile.removed:
			change.Effect, change.Before, change.Rules = Loss, grant, []string{ruleRevoke}
		case effect.ends(c.now):
			change.Effect, change.Before, change.Rules = Loss, grant, []string{ruleRevoke}
		case effect.begins(c.now):
			change.Effect, change.After, change.Rules = Gain, grant, append(gainRules(EnterpriseRole), ruleGlobal, ruleUnknownGrant)
		default:
			change.Before, change.After = grant, grant
		}
		c.record(holdingKey{holder: key, kind: anyGrant}, change, nil, nil)
	}
}

// anyGrant is a role or an enterprise role.
const anyGrant Kind = "grant"

func (c *comparison) why(key objectKey, profile *subject) string {
	if profile.removed {
		return c.taken(profile)
	}
	reason := ""
	for _, f := range c.factors(key) {
		reason = joined(reason, f.reason)
	}
	return reason
}

// wholeGrants are the profiles of which the plan holds all grants of both kinds, because
// authoritative resources manage them.
func (x *examination) wholeGrants() map[objectKey]bool {
	found := map[Kind]map[objectKey]bool{Role: {}, EnterpriseRole: {}}
	for _, e := range x.entries {
		shape := e.kind.ledger
		if shape == nil || shape.all == "" || shape.gives == App || e.Before == nil {
			continue
		}
		if _, known := e.Before[shape.all].(map[string]any); known && !anyUntold(e.Before[shape.all]) {
			found[shape.gives][e.holder(e.Before)] = true
		}
	}
	whole := map[objectKey]bool{}
	for profile := range found[Role] {
		whole[profile] = found[EnterpriseRole][profile]
	}
	return whole
}
