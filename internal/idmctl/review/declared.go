package review

import (
	"maps"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// Declarations are the grants that plans declare, by the kind of the grants and their profile.
type Declarations map[access.ID][]declaration

// declaration is an element of an object with its facts, and all elements of this object.
type declaration struct {
	element
	object access.Object
	all    []element
}

func grantList(grant *access.Object) access.ID {
	profile, _ := grant.Owner.Known()
	return access.NewID("", grant.Client, grant.Kind, profile)
}

// Add adds the grants that a plan declares in one of its services.
func (d Declarations) Add(p *plan.Plan, service string) {
	x := newAnalysis(p, NewDirectory(p))
	for _, e := range x.entries {
		shape := e.kind.facts
		if !shape.ownID() || e.After == nil || e.Service != service {
			continue
		}
		values, key := maps.Clone(e.After), objecttype.ByTypeName(e.Type).Key
		id, _ := values.Known("id") // It is shown even if a part of it comes from a sensitive value.
		parts, _ := key.Parse(id)
		for i, part := range parts {
			values[key[i]] = part
		}
		all := x.elements(e, values)
		for _, each := range all {
			o := x.fact(e, values, each)
			if shape.all == "" {
				each.extID = values.Text("ext_id")
			}
			d[grantList(&o)] = append(d[grantList(&o)], declaration{each, o, all})
		}
	}
}

// Of reports whether a grant is declared with its role, data rooms and validity. It is Unsure if the
// grant was not read, or if a plan hides what it declares.
func (d Declarations) Of(grant *access.Object) access.Presence {
	if grant.Any() {
		return access.Unsure
	}
	found := access.Absent
	for _, one := range d[grantList(grant)] {
		c := access.Change{Object: one.object, Sets: one.object.Known()}
		switch {
		case !one.is(grant, one.all) || c.On(*grant) != *grant:
		case c.Sets == new(access.Object).Known():
			return access.Present
		default:
			found = access.Unsure
		}
	}
	return found
}
