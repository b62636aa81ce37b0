package review

import (
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/rule"
)

// lacks reports whether a list of an owner has a gap. An owner without an external ID is any owner
// in the client, and one without a client any owner in the service.
func (x *analysis) lacks(owner access.ID, kinds ...access.Kind) bool {
	return slices.ContainsFunc(x.before.Gaps(), func(g access.Gap) bool {
		return g.Service == owner.Service && slices.Contains(kinds, g.Kind) &&
			(g.Client == "" || owner.Client == "" || g.Client == owner.Client) &&
			(owner.ExtID == "" || g.Owner == "" && g.ExtID == "" || g.Owner == owner.ExtID) &&
			!x.fresh(access.NewID(g.Service, "", access.Client, g.Client))
	})
}

// complete reports whether all access in a client is known, or in all clients for "".
func (x *analysis) complete(service, client string) bool {
	return (client != "" || x.names.everywhere[service]) &&
		!x.lacks(access.ID{Service: service, Client: client}, access.Client, access.User, access.Profile, access.Grant,
			access.EnterpriseGrant)
}

// rolesKnown reports whether all roles of an application are known.
func (x *analysis) rolesKnown(application access.ID) bool {
	return x.fresh(application) || x.before.Get(application).Presence == access.Present && !x.lacks(application, access.Role)
}

// next finds the grants that are deleted with a replaced object, and that the next plan creates
// again because they are declared.
func (x *analysis) next() outcome {
	var found outcome
	for _, e := range x.entries {
		shape := e.kind.facts
		if shape.gives() == "" || shape.kind == access.Assignment || !declared(e) {
			continue
		}
		kind := shape.gives()
		if kind == MemberRole {
			kind = Role
		}
		var lost []Named
		for _, each := range x.elements(e, e.After) {
			o := x.fact(e, e.After, each)
			held := []*access.Object{x.held.Get(o.ID)}
			if shape.all != "" {
				held = x.held.given(o)
			}
			if slices.ContainsFunc(held, x.recreatedLater) {
				lost = append(lost, x.names.of(e, kind, e.After, each.target))
			}
		}
		if len(lost) > 0 {
			one := x.finding(e, x.label(e)+": "+string(kind)+" "+firstOf(lost)+" is deleted with a replaced object, and only the next "+
				"plan creates it again; replace_triggered_by in the lifecycle of the resource creates it in the same apply", rule.Replace)
			// The finding explains no change of the object itself.
			one.findings[0].about = nil
			found.add(one)
		}
	}
	return found
}
