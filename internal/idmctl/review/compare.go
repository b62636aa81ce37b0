package review

import (
	"cmp"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/rule"
)

// differences finds all changes of access.
func (x *analysis) differences() outcome {
	var found outcome
	for _, s := range x.sharedSources() {
		if s.what.Kind == access.Application {
			found.add(x.assign(s))
		} else {
			found.add(x.member(s))
		}
	}
	return combine(found, x.removals(), x.logins(), x.renames(), x.net(), x.next(), x.unread())
}

// throughProfiles returns the changes of access through each profile by itself. A user may have the
// same through another profile before and after the apply.
func (x *analysis) throughProfiles() []GrantChange {
	if len(x.held.read) == 0 {
		return nil
	}
	each := *x
	each.joined = access.OfProfiles
	each.gains = each.gainsIn(x.after, x.result.Carried)
	found := each.net()
	found.add(each.bounds())
	var all []GrantChange
	for _, of := range found.access {
		all = append(all, of.change)
	}
	return all
}

// sharedSource is a role of an enterprise role or an application of a client that the apply adds or
// removes, for all users who have the enterprise role or a role of the application.
type sharedSource struct {
	// to is the enterprise role or the client, and what the role or the application.
	to, what  access.ID
	effect    Effect
	uncertain bool
	entry     *entry
}

// sharedSources finds the added and removed roles of enterprise roles and applications of clients,
// regardless of the resources that declare them.
func (x *analysis) sharedSources() []sharedSource {
	var found []sharedSource
	seen := map[access.ID]bool{}
	for _, change := range x.changes {
		at := change.Object.ID
		if seen[at] || at.Kind != access.Assignment && at.Kind != access.Member || !x.decided(change) {
			continue
		}
		seen[at] = true
		before, after := x.before.Get(at), x.after.Get(at)
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
		s.to, s.what = access.NewID(at.Service, "", access.Client, at.Client), access.NewID(at.Service, "", access.Application, target)
		if at.Kind == access.Member {
			s.to = access.NewID(at.Service, at.Client, access.EnterpriseRole, owner)
			s.what.Kind = access.Role
		}
		found = append(found, s)
	}
	slices.SortStableFunc(found, func(a, b sharedSource) int {
		return cmp.Or(cmp.Compare(a.what.Kind, b.what.Kind), a.to.Compare(b.to), a.what.Compare(b.what))
	})
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
