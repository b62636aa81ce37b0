package review

import (
	"cmp"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/access"
)

// route is a path from a profile to an enterprise role and, with a member, to one of its roles.
type route struct {
	through      holdingKey
	member, role access.ID
}

func (c *comparison) route(h access.Holding) route {
	r := route{through: holdingKey{c.profileOf(h), EnterpriseRole, id{}}}
	if h.EnterpriseRole != nil {
		r.through.thing = idText(h.EnterpriseRole.ID)
	}
	if h.Member != nil {
		r.member, r.role = h.Member.ID, h.Role.ID
	}
	return r
}

// routes returns the paths through enterprise roles that the facts do not decide, effective or not.
func (c *comparison) routes(of holdings) map[route]bool {
	found := map[route]bool{}
	for _, h := range of.all {
		if h.EnterpriseRole != nil && !h.EnterpriseRole.Any() && !c.decides(h) && of.exists(h) {
			found[c.route(h)] = true
		}
	}
	return found
}

// exists reports whether all objects of a path may exist, including the assignment of the
// application.
func (h holdings) exists(path access.Holding) bool {
	return !slices.ContainsFunc(path.Path(), func(o *access.Object) bool { return o.Presence == access.Absent }) &&
		(path.Role == nil || !slices.ContainsFunc(path.Role.Owner.Options(), func(application string) bool {
			return h.tenant.Get(assignmentOf(path, application)).Presence == access.Absent
		}))
}

// assignmentOf returns the ID of the assignment of an application to the client of a path.
func assignmentOf(path access.Holding, application string) access.ID {
	return access.NewID(path.Grant.Service, path.Grant.Client, access.Assignment, application)
}

// through finds the roles that are added to or removed from enterprise roles that users keep, if
// the facts do not decide.
func (c *comparison) through() outcome {
	var found outcome
	had, has := c.routes(c.had()), c.routes(c.has())
	for _, side := range []struct {
		holdings
		effect      Effect
		here, there map[route]bool
	}{{c.had(), Loss, had, has}, {c.has(), Gain, has, had}} {
		for _, h := range side.all {
			if c.decides(h) {
				continue
			}
			if r := c.route(h); side.here[r] && !side.there[r] && side.there[route{through: r.through}] {
				delete(side.here, r)
				found.add(c.throughRole(r.through.holder, h, side.effect))
			}
		}
	}
	return found
}

// throughRole records that a user gains or loses a role of an enterprise role.
func (c *comparison) throughRole(profile objectKey, h access.Holding, effect Effect) outcome {
	n := netDifferences{comparison: c}
	grant := c.describePath(h, effect == Gain).valid(valuesOf(h.Grant)["validity"])
	e := c.managed[h.Member.ID]
	if application, known := h.Role.Owner.Known(); known && !n.differs(h.Member.ID) {
		e = cmp.Or(c.managed[assignmentOf(h, application)], e)
	}
	change := GrantChange{Effect: effect, After: &grant, Reason: n.reason(h, effect), Rules: []string{ruleGrant}}
	if effect == Loss {
		change.Before, change.After, change.Rules = &grant, nil, []string{ruleRevoke}
	}
	if e != nil {
		grant.Address = e.Address
	}
	if _, known := h.Member.Target.Known(); effect == Gain && e.openBefore() || effect == Loss && e.openAfter() || !known {
		change.Uncertain, change.Rules = true, append(givingRules(MemberRole), change.Rules...)
	}
	if h.Grant.Span().May.From(c.now.Time).Empty() {
		change.Reason = "though the grant of the enterprise role has expired already"
	}
	return c.record(profile, change)
}
