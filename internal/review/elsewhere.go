package review

import (
	"fmt"
	"maps"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/access"
)

// addRemoteGrants enters the service's grants of a profile that something happens
// to: those that the plan does not manage have or lose their effect with it too. Clients that were
// read are compared by their facts.
func (x *analysis) addRemoteGrants(planned ledger) ledger {
	for _, key := range x.affectedProfiles(planned) {
		if x.held.read[clientRef{key.service, key.client.text}] {
			continue
		}
		if x.affects(key) {
			x.names.knowsGrants(key)
		}
		entered := map[holdingKey]int{}
		for i, grant := range x.names.heldBy(key) {
			target, _ := grant.Target.Known()
			at := holdingKey{holder: key, kind: granting(grant), thing: id{text: target}}
			if entered[at]++; planned[at] != nil && entered[at] <= len(planned[at].before) {
				continue
			}
			h := holdingEntry{key: fmt.Sprint(i), values: valuesOf(grant), thing: target}
			planned.add(at, h, false)
			planned.add(at, h, true)
			// What was added counts as one of those that are there.
			entered[at]++
		}
	}
	return planned
}

// affectedProfiles are the profiles that something may happen to: the managed ones, those that the
// plan grants to, those of users that something happens to, and all of a client where they are
// known.
func (x *analysis) affectedProfiles(held ledger) []objectKey {
	found := map[objectKey]bool{}
	for key := range x.profiles {
		found[key] = true
	}
	for key := range held {
		if key.kind == Role || key.kind == EnterpriseRole {
			found[key.holder] = true
		}
	}
	for key, user := range x.users {
		if !x.affectsUser(key, user) {
			continue
		}
		profiles, _ := x.names.profilesOf(key)
		for _, profile := range profiles {
			found[objectKey{key.service, key.client, id{text: profile}}] = true
		}
	}
	for o := range x.names.objects(access.Profile) {
		found[objectKey{o.Service, id{text: o.Client}, id{text: o.ExtID}}] = true
	}
	return slices.SortedFunc(maps.Keys(found), objectKey.compare)
}

// affects reports whether something happens to a profile that was there, so that it matters what else
// is granted to it.
func (x *analysis) affects(key objectKey) bool {
	if profile := x.profiles[key]; profile != nil && profile.before == nil {
		return false
	}
	return x.profileRemoval(key).ends || len(x.factors(key)) > 0
}

// affectsUser reports whether something happens to a user who was there.
func (x *analysis) affectsUser(key objectKey, user *subject) bool {
	if user.before == nil {
		return false
	}
	return user.removed || x.clientRemoval(key).ends || user.lives() && len(x.changing(nil, user, "user", "user_state")) > 0
}

// elsewhere adds one change for all that is granted to a profile and not known, and one for the
// profiles of a user that are not known.
func (c *comparison) elsewhere() outcome {
	var found outcome
	whole := c.wholeGrants()
	for _, key := range c.affectedProfiles(c.ledger) {
		if !c.affects(key) || whole[key] {
			continue
		}
		if c.names.knowsGrants(key) {
			continue
		}
		change := c.unknownGrants(c.profileRemoval(key), c.factors(key))
		if change.Effect != Loss || !c.idle(key, unlimited) {
			found.add(c.record(holdingKey{holder: key, kind: anyGrant}, change, nil, nil))
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
		var factors []factor
		if user.lives() {
			factors = c.changing(nil, user, "user", "user_state")
		}
		change := c.unknownGrants(user.removal("the user").or(c.clientRemoval(key)), factors)
		if change.Rules = unique(change.Rules); change.Effect == Loss && inactive(user, "user_state", c.now) {
			continue
		}
		of := c.accessChangeOfUser(key, user, change)
		found.add(outcome{access: []accessChange{of}, findings: []Finding{{Rules: change.Rules, Text: of.change.text,
			Address: user.beforeEntry.Address, Service: key.service, Client: key.client.label(), access: true}}})
	}
	return found
}

// unknownGrants is the change of all that is granted and not known.
func (c *comparison) unknownGrants(end removal, factors []factor) GrantChange {
	change := GrantChange{Effect: Altered, Elsewhere: true, Uncertain: true, Reason: end.reason}
	grant := &Grant{Kind: anyGrant}
	effect := constant
	for _, f := range factors {
		effect = effect.and(f.condition)
		change.Rules = append(change.Rules, f.rules...)
		if !end.ends {
			change.Reason = joined(change.Reason, f.reason)
		}
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

// wholeGrants are the profiles of which the plan holds all grants of both kinds, because
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
