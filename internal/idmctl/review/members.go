package review

import (
	"cmp"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/rule"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
)

// members returns the roles of an enterprise role before or after the apply, and whether the list
// is complete.
func (x *analysis) members(of access.ID, after bool) (found []Member, known bool) {
	t := x.before
	if after {
		t = x.after
	}
	known = x.fresh(of) || x.before.Get(of).Presence == access.Present && !x.lacks(of, access.EnterpriseRole, access.Member)
	for _, o := range t.Owned(of, access.Member) {
		switch role, single := o.Target.Known(); {
		case o.Presence == access.Absent || o.Any():
		case !single:
			known = false
		default:
			found = append(found, x.memberOf(access.NewID(of.Service, "", access.Role, role)))
		}
	}
	slices.SortFunc(found, func(a, b Member) int {
		return cmp.Or(cmp.Compare(a.Role.ExtID, b.Role.ExtID), cmp.Compare(a.Role.Address, b.Role.Address))
	})
	return found, known
}

// memberOf describes a role of an enterprise role.
func (x *analysis) memberOf(role access.ID) Member {
	grant := x.describe(role, true)
	return Member{grant.Role, grant.Application, grant.roles, grant.applications}
}

// member describes the change of a role of an enterprise role, which affects all its holders.
func (x *analysis) member(s sharedSource) outcome {
	client := access.NewID(s.to.Service, "", access.Client, s.to.Client)
	switch over := x.ended(s.to) || x.ended(client); {
	case s.effect == Loss && over:
		// Holders lose the enterprise role with all its roles.
		return x.finding(s.entry, x.label(s.entry)+" is removed with the enterprise role", rule.RoleMembers)
	case s.effect == Loss && x.endsRole(s.what):
		// The removal of the role shows the affected people.
		return outcome{}
	}
	member, role := x.memberOf(s.what), x.names.at(s.to)
	rules := []string{rule.RoleMembers}
	if s.uncertain {
		rules = givingRules(MemberRole)
	}
	return x.indirectly(s.entry, IndirectChange{
		Effect: s.effect, Uncertain: s.uncertain, Object: member.Role, Into: &role, Rules: rules,
		what:     member.label() + " " + added(s.effect != Loss, s.uncertain, "added to") + " enterprise role " + role.Label(),
		complete: x.holdersKnown(s.to),
		grants: []Grant{{Kind: EnterpriseRole, Role: role, roles: x.names.aliases(s.to), Members: []Member{member},
			membersKnown: true}},
	}, holding(s.to))
}

func (m Member) label() string {
	if m.Application != nil {
		return "role " + m.Role.Label() + " in " + m.Application.Label()
	}
	return "role " + m.Role.Label()
}

// holdersKnown reports whether all holders of an enterprise role are known.
func (x *analysis) holdersKnown(of access.ID) bool {
	return x.fresh(of) || x.complete(of.Service, of.Client)
}
