package review

import (
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/plan"
)

// Import is an object that the plan takes over.
type Import struct {
	Address string `json:"address"`
	ID      string `json:"id,omitempty"`
	Type    string `json:"type"`
	// Changed reports that the apply changes the object too, and does not only take it over.
	Changed bool `json:"changed"`
	// Object is what is taken over, and User whose it is.
	Object Named  `json:"object"`
	User   *Named `json:"user,omitempty"`
	// Grants are what the object gives.
	Grants []Grant `json:"grants"`

	// person distinguishes the users of all imports.
	person personKey
}

// adopted describes what is taken over with an object.
func (c *comparison) adopted(e *entry) Import {
	i := Import{
		Address: e.Address, ID: importID(e), Type: e.Type, Changed: e.Action.Changes() || len(e.differences) > 0,
		Object: c.subjectOf(e.former()),
		Grants: []Grant{},
	}
	values := e.Before
	if values == nil {
		values = e.After
	}
	if e.Type == typeProfile {
		user := c.names.of(e, User, values, values["user_ext_id"])
		i.User, i.person = &user, c.holder(e.key(values), false)
	}
	if !e.kind.facts.ownID() {
		return i
	}
	holder := e.holder(values)
	for key, h := range e.gives(values) {
		i.Grants = append(i.Grants, *c.describeSource(key, &h, true))
	}
	if user, address := c.userOf(holder, false); user != nil {
		named := c.names.named(User, holder.service, holder.client, user)
		named.Address = address
		i.User, i.person = &named, c.holder(holder, false)
	}
	i.Object = c.stranger(holder)
	return i
}

// importID is what identifies the object in the plan's own words, or by its id once it was read.
func importID(e *entry) string {
	if e.ImportID != "" {
		return e.ImportID
	}
	return plan.Text(e.After["id"])
}

// global is how many of the grants are for everything of something, or may be.
func (i Import) global() int {
	open := 0
	for _, grant := range i.Grants {
		if len(grant.Global)+len(grant.Undecided) > 0 {
			open++
		}
	}
	return open
}

// byRisk puts what opens most first: global grants, other grants, profiles, the rest.
func byRisk(imports []Import) []Import {
	risk := func(i Import) int {
		switch {
		case i.global() > 0:
			return 0
		case len(i.Grants) > 0:
			return 1
		case i.Type == typeProfile:
			return 2
		}
		return 3
	}
	sorted := slices.Clone(imports)
	slices.SortStableFunc(sorted, func(a, b Import) int { return risk(a) - risk(b) })
	return sorted
}
