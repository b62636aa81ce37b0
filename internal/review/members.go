package review

import (
	"cmp"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/access"
	"github.com/identity-iac/terraform-provider-idm/internal/plan"
)

// members are the roles of an enterprise role before or after the apply, and whether these are all.
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
// authoritative resource, or because the apply makes it.
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

// fresh reports whether the apply makes an object that was not there before.
func (x *analysis) fresh(s *subject) bool {
	return s != nil && s.before == nil && s.made && (s.afterEntry.Action == plan.Create || s.afterEntry.Action == plan.Replace)
}

// member finds what becomes of a role of an enterprise role: all users who have the one have
// the other.
func (c *comparison) member(key holdingKey, p pair) outcome {
	over := c.enterpriseRoles[key.holder].removal("the enterprise role").or(c.clientRemoval(key.holder))
	end := over.or(c.roleRemoval(key.holder.service, key.thing))
	switch p = p.within(end); {
	case p.after == nil && over.ends:
		// Who has the enterprise role loses that, with all that it gives.
		return c.finding(p.before.entry, c.label(p.before.entry)+" goes with the enterprise role", ruleMembers)
	case p.before == nil && c.held.Get(memberFact(key)).Presence == access.Present, p.after == nil && end.ends:
		// The service has it already, or the removal of the role shows to whom it happens.
		return outcome{}
	}
	return c.comesOrGoes(p, func(h *holdingEntry, effect Effect, uncertain bool) outcome {
		return c.composition(key, effect, h, uncertain)
	})
}

// composition records that a role is put into an enterprise role or taken out of it.
func (c *comparison) composition(key holdingKey, effect Effect, h *holdingEntry, uncertain bool) outcome {
	unclear := h.open() || h.unclear()
	member := c.memberOf(key.holder, h.target, key.thing)
	role := c.names.named(EnterpriseRole, key.holder.service, key.holder.client, key.holder.id.value())
	verb := "is put into"
	if effect == Loss {
		verb = "is taken out of"
	}
	if uncertain {
		verb = map[Effect]string{Gain: "may be put into", Loss: "may be taken out of"}[effect]
	}
	rules := []string{}
	if uncertain || unclear {
		rules = givingRules(MemberRole)
	}
	roles := c.names.aliases(EnterpriseRole, key.holder.service, key.holder.client, role)
	return c.indirectly(h.entry, IndirectChange{
		Effect: effect, Uncertain: uncertain, Object: member.Role, Into: &role, Rules: append([]string{ruleMembers}, rules...),
		what: member.label() + " " + verb + " enterprise role " + role.Label(), complete: !unclear && c.holdersKnown(key.holder),
		grants: []Grant{{Kind: EnterpriseRole, Role: role, roles: roles, Members: []Member{member}, membersKnown: true}},
	}, heldOf(key.holder.fact(access.EnterpriseRole)))
}

// memberFact is the identity of a role's place in an enterprise role.
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

// allProfilesKnown reports whether it is known what all users in a client have.
func (c *comparison) allProfilesKnown(service string, client id) bool {
	return c.fresh(c.clients[objectKey{service: service, id: client}]) || c.names.knowsAllProfiles(service, client)
}
