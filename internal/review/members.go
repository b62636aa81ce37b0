package review

import (
	"cmp"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/access"
	"github.com/identity-iac/terraform-provider-idm/internal/plan"
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
func (c *comparison) member(key holdingKey, p pair) outcome {
	over := c.enterpriseRoles[key.holder].removal("the enterprise role").or(c.clientRemoval(key.holder))
	end := over.or(c.roleRemoval(key.holder.service, key.thing))
	switch p = p.within(end); {
	case p.after == nil && over.ends:
		// Holders lose the enterprise role with all its roles.
		return c.finding(p.before.entry, c.label(p.before.entry)+" is removed with the enterprise role", ruleMembers)
	case p.before == nil && c.held.Get(memberFact(key)).Presence == access.Present, p.after == nil && end.ends:
		// The service already holds the member, or the removal of the role shows the affected
		// people.
		return outcome{}
	}
	return c.addedOrRemoved(p, func(h *holdingEntry, effect Effect, uncertain bool) outcome {
		return c.composition(key, effect, h, uncertain)
	})
}

// composition records that a role is added to an enterprise role or removed from it.
func (c *comparison) composition(key holdingKey, effect Effect, h *holdingEntry, uncertain bool) outcome {
	unclear := h.open() || h.unclear()
	member := c.memberOf(key.holder, h.target, key.thing)
	role := c.names.named(EnterpriseRole, key.holder.service, key.holder.client, key.holder.id.value())
	rules := []string{}
	if uncertain || unclear {
		rules = givingRules(MemberRole)
	}
	roles := c.names.aliases(EnterpriseRole, key.holder.service, key.holder.client, role)
	return c.indirectly(h.entry, IndirectChange{
		Effect: effect, Uncertain: uncertain, Object: member.Role, Into: &role, Rules: append([]string{ruleMembers}, rules...),
		what:     member.label() + " " + added(effect != Loss, uncertain, "added to") + " enterprise role " + role.Label(),
		complete: !unclear && c.holdersKnown(key.holder),
		grants:   []Grant{{Kind: EnterpriseRole, Role: role, roles: roles, Members: []Member{member}, membersKnown: true}},
	}, heldOf(key.holder.fact(access.EnterpriseRole)))
}

// memberFact returns the ID of a member in the facts.
func memberFact(key holdingKey) access.ID {
	of, role := key.holder.fact(access.EnterpriseRole), objectKey{service: key.holder.service, id: key.thing}.fact(access.Role)
	return access.MemberID(of.Service, of.Client, of.ExtID, role.ExtID)
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
