package review

import (
	"cmp"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/rule"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// members returns the roles of an enterprise role before or after the apply, and whether the list
// is complete.
func (x *analysis) members(of objectKey, after bool) (found []Member, known bool) {
	t := x.held.Tenant
	if after {
		t = x.after
	}
	known = x.membersKnown(of)
	for _, o := range t.Owned(of.fact(access.EnterpriseRole), access.Member) {
		switch role, single := o.Target.Known(); {
		case o.Presence == access.Absent || o.Any():
		case !single:
			known = false
		default:
			is := idText(access.ID{ExtID: role})
			found = append(found, x.memberOf(of, is.value(), is))
		}
	}
	slices.SortFunc(found, func(a, b Member) int {
		return cmp.Or(cmp.Compare(a.Role.ExtID, b.Role.ExtID), cmp.Compare(a.Role.Address, b.Role.Address))
	})
	return found, known
}

// memberOf describes a role of an enterprise role.
func (x *analysis) memberOf(of objectKey, thing any, role id) Member {
	grant := x.describe(holdingKey{of, Role, role}, thing, true)
	return Member{grant.Role, grant.Application, grant.roles, grant.applications}
}

// membersKnown reports whether all roles of an enterprise role are known: from the service, from an
// authoritative resource, or because the apply creates it.
func (x *analysis) membersKnown(of objectKey) bool {
	if of.client.unknown {
		return false
	}
	if !of.id.unknown && x.names.knows(ref(of.service, EnterpriseRole, of.client.text, of.id.text)) {
		return true
	}
	return x.fresh(x.enterpriseRoles[of]) || slices.ContainsFunc(x.entries, func(e *entry) bool {
		if e.Type != typeMembers || e.Before == nil || e.holder(e.Before) != of {
			return false
		}
		_, isList := e.Before["role_ext_ids"].([]any)
		return isList && !anyUndetermined(e.Before["role_ext_ids"])
	})
}

// fresh reports whether the apply creates an object that did not exist before.
func (x *analysis) fresh(s *subject) bool {
	return s != nil && s.before == nil && s.made && (s.afterEntry.Action == plan.Create || s.afterEntry.Action == plan.Replace)
}

// member describes the change of a role of an enterprise role, which affects all its holders.
func (c *comparison) member(s sharedSource) outcome {
	over := c.enterpriseRoles[s.key.holder].removal("the enterprise role").or(c.clientRemoval(s.key.holder))
	switch end := over.or(c.roleRemoval(s.key.holder.service, s.key.thing)); {
	case s.effect == Loss && over.ends:
		// Holders lose the enterprise role with all its roles.
		return c.finding(s.entry, c.label(s.entry)+" is removed with the enterprise role", rule.RoleMembers)
	case s.effect == Loss && end.ends:
		// The removal of the role shows the affected people.
		return outcome{}
	}
	member := c.memberOf(s.key.holder, s.key.thing.value(), s.key.thing)
	role := c.names.named(EnterpriseRole, s.key.holder.service, s.key.holder.client, s.key.holder.id.value())
	rules := []string{rule.RoleMembers}
	if s.uncertain {
		rules = givingRules(MemberRole)
	}
	roles := c.names.aliases(EnterpriseRole, s.key.holder.service, s.key.holder.client, role)
	return c.indirectly(s.entry, IndirectChange{
		Effect: s.effect, Uncertain: s.uncertain, Object: member.Role, Into: &role, Rules: rules,
		what:     member.label() + " " + added(s.effect != Loss, s.uncertain, "added to") + " enterprise role " + role.Label(),
		complete: c.holdersKnown(s.key.holder),
		grants:   []Grant{{Kind: EnterpriseRole, Role: role, roles: roles, Members: []Member{member}, membersKnown: true}},
	}, heldOf(s.key.holder.fact(access.EnterpriseRole)))
}

func (m Member) label() string {
	if m.Application != nil {
		return "role " + m.Role.Label() + " in " + m.Application.Label()
	}
	return "role " + m.Role.Label()
}

// holdersKnown reports whether all holders of an enterprise role are known.
func (c *comparison) holdersKnown(of objectKey) bool {
	return c.fresh(c.enterpriseRoles[of]) || !of.id.unknown && c.allProfilesKnown(of.service, of.client)
}

// allProfilesKnown reports whether the access of all users in a client is known.
func (c *comparison) allProfilesKnown(service string, client id) bool {
	return c.fresh(c.clients[objectKey{service: service, id: client}]) || c.names.knowsAllProfiles(service, client)
}
