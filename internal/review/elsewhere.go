package review

import (
	"maps"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/access"
)

// affectedProfiles returns the profiles that the plan affects, among the managed ones, those with
// planned grants, and all known ones.
func (c *comparison) affectedProfiles() []objectKey {
	found := map[objectKey]bool{}
	for key := range c.profiles {
		found[key] = c.affects(key)
	}
	for _, h := range slices.Concat(c.had().all, c.has().all) {
		if h.Member == nil && !c.decides(h) {
			key := c.profileOf(h)
			found[key] = c.affects(key)
		}
	}
	for o := range c.names.objects(access.Profile) {
		key := objectKey{o.Service, id{text: o.Client}, id{text: o.ExtID}}
		found[key] = c.affects(key)
	}
	maps.DeleteFunc(found, func(_ objectKey, affects bool) bool { return !affects })
	return sortedObjects(found)
}

// affects reports whether the plan affects an existing profile, so that its other grants matter.
func (x *analysis) affects(key objectKey) bool {
	if profile := x.profiles[key]; profile != nil && profile.before == nil {
		return false
	}
	return x.profileRemoval(key).ends || len(x.factors(key)) > 0
}

// affectsUser reports whether the plan affects an existing user.
func (x *analysis) affectsUser(key objectKey, user *subject) bool {
	if user.before == nil {
		return false
	}
	return user.removed || x.clientRemoval(key).ends || len(x.userFactors(user)) > 0
}

// elsewhere adds one change for all unknown grants of a profile, and one for the unknown profiles
// of a user.
func (c *comparison) elsewhere() outcome {
	var found outcome
	whole := c.wholeGrants()
	for _, key := range c.affectedProfiles() {
		if c.names.knowsGrants(key) || whole[key] {
			continue
		}
		change := c.unknownGrants(c.profileRemoval(key), c.factors(key))
		if change.Effect != Loss || !c.idle(key, unlimited) {
			found.add(c.record(key, change))
		}
	}
	for _, key := range sortedObjects(c.users) {
		user := c.users[key]
		if !c.affectsUser(key, user) {
			continue
		}
		if _, known := c.names.profilesOf(key); known {
			continue
		}
		change := c.unknownGrants(user.removal("the user").or(c.clientRemoval(key)), c.userFactors(user))
		if change.Effect != Loss || !c.inactive(user) {
			found.add(c.accessChangeOfUser(key, user, change).outcome(user.beforeEntry.Address))
		}
	}
	return found
}

// unknownGrants returns the change of all grants that are not known.
func (c *comparison) unknownGrants(end removal, factors []factor) GrantChange {
	change := GrantChange{Effect: Altered, Elsewhere: true, Uncertain: true, Reason: end.reason}
	grant := &Grant{Kind: anyGrant}
	effect, rules, reason := joint(constant, factors)
	if change.Rules = rules; !end.ends {
		change.Reason = reason
	}
	switch {
	case end.ends, effect.ends(c.now):
		change.Effect, change.Before, change.Rules = Loss, grant, []string{ruleRevoke}
	case effect.begins(c.now):
		change.Effect, change.After, change.Rules = Gain, grant, append(gainRules(EnterpriseRole), ruleGlobal, ruleUnknownGrant)
	default:
		change.Before, change.After = grant, grant
	}
	return change
}

// anyGrant is a role or an enterprise role.
const anyGrant Kind = "grant"

// wholeGrants returns the profiles whose grants of both kinds are all in the plan, because
// authoritative resources manage them.
func (x *analysis) wholeGrants() map[objectKey]bool {
	found := map[Kind]map[objectKey]bool{Role: {}, EnterpriseRole: {}}
	for _, e := range x.entries {
		shape := e.kind.facts
		if !shape.ownID() || shape.all == "" || e.Before == nil {
			continue
		}
		if _, known := e.Before[shape.all].(map[string]any); known && !anyUndetermined(e.Before[shape.all]) {
			found[shape.gives()][e.holder(e.Before)] = true
		}
	}
	whole := map[objectKey]bool{}
	for profile := range found[Role] {
		whole[profile] = found[EnterpriseRole][profile]
	}
	return whole
}
