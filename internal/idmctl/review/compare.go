package review

import (
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/rule"
)

// comparison holds the access of all users before and after the apply. It does not change after
// newComparison returns.
type comparison struct {
	*analysis
	// had and has are the known holdings before and after the apply.
	had, has func() holdings
}

func newComparison(x *analysis) *comparison {
	return &comparison{analysis: x, had: holdingsOf(x.before), has: holdingsOf(x.after)}
}

// differences finds all changes of access.
func (c *comparison) differences() outcome {
	var found outcome
	for _, s := range c.sharedSources() {
		if s.key.kind == App {
			found.add(c.assign(s))
		} else {
			found.add(c.member(s))
		}
	}
	return combine(found, c.removals(), c.logins(), c.renames(), c.net(), c.next(), c.unread())
}

// throughProfiles returns the changes of access through each profile by itself. A user may have the
// same through another profile before and after the apply.
func (c *comparison) throughProfiles() []GrantChange {
	if len(c.held.read) == 0 {
		return nil
	}
	x := *c.analysis
	x.joined = access.OfProfiles
	x.gains = x.gainsIn(x.after, x.result.Carried)
	found := (&comparison{&x, c.had, c.has}).net()
	found.add(x.bounds())
	var all []GrantChange
	for _, of := range found.access {
		all = append(all, of.change)
	}
	return all
}

// sharedSource is a role of an enterprise role or an application of a client that the apply adds or
// removes, for all users who have the enterprise role or a role of the application.
type sharedSource struct {
	key       holdingKey
	effect    Effect
	uncertain bool
	entry     *entry
}

// sharedSources finds the added and removed roles of enterprise roles and applications of clients,
// regardless of the resources that declare them.
func (c *comparison) sharedSources() []sharedSource {
	var found []sharedSource
	seen := map[access.ID]bool{}
	for _, change := range c.changes {
		at := change.Object.ID
		if seen[at] || at.Kind != access.Assignment && at.Kind != access.Member || !c.decided(change) {
			continue
		}
		seen[at] = true
		before, after := c.before.Get(at), c.after.Get(at)
		s := sharedSource{effect: Gain, entry: change.entry, uncertain: before.Presence == access.Unsure || after.Presence == access.Unsure}
		o := after
		switch {
		case before.Presence == access.Absent && after.Presence != access.Absent:
		case before.Presence != access.Absent && after.Presence == access.Absent:
			o, s.effect = before, Loss
		default:
			continue
		}
		owner, _ := o.Owner.Known()
		target, known := o.Target.Known()
		if !known {
			continue
		}
		s.key = holdingKey{objectKey{service: at.Service, client: id{text: at.Client}}, App, idText(access.ID{ExtID: target})}
		if at.Kind == access.Member {
			s.key.kind, s.key.holder.id = Role, idText(access.ID{ExtID: owner})
		}
		found = append(found, s)
	}
	slices.SortStableFunc(found, func(a, b sharedSource) int { return a.key.compare(b.key) })
	return found
}

func gainRules(kind Kind) []string {
	if kind == EnterpriseRole {
		return []string{rule.GainRole, rule.GainEnterpriseRole}
	}
	return []string{rule.GainRole}
}

// givingRules returns all rules that may match a change of a grant or an assignment.
func givingRules(kind Kind) []string {
	switch kind {
	case App:
		return []string{rule.ApplicationAssign, rule.ApplicationUnassign}
	case MemberRole:
		return []string{rule.RoleMembers, rule.GainRole, rule.LossRole, rule.GainUnknown}
	}
	found := append(gainRules(kind), rule.LossRole, rule.GainUnknown)
	if kind == Role {
		found = append(found, rule.GainGlobal, rule.LossNarrowed)
	}
	return append(found, grantValidity.all()...)
}

func joined(a, b string) string {
	if a == "" || a == b {
		return b
	}
	return a + ", and " + b
}
