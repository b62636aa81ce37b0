package review

import (
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// Import is an object that the plan imports.
type Import struct {
	Address string `json:"address"`
	ID      string `json:"id,omitempty"`
	Type    string `json:"type"`
	// Changed reports that the apply also changes the object.
	Changed bool `json:"changed"`
	// Object is the imported object, and User the user that it belongs to.
	Object Named  `json:"object"`
	User   *Named `json:"user,omitempty"`
	// Grants are the roles and enterprise roles that the object gives.
	Grants []Grant `json:"grants"`

	// person identifies the user across all imports.
	person access.ID
}

// importOf describes an imported object.
func (x *analysis) importOf(e *entry) Import {
	i := Import{
		Address: e.Address, ID: importID(e), Type: e.Type, Changed: e.Action.Changes() || len(e.differences) > 0,
		Object: x.subjectOf(e.former()),
		Grants: []Grant{},
	}
	values := e.Before
	if values == nil {
		values = e.After
	}
	if e.Type == typeProfile {
		i.User, i.person = new(x.names.of(e, User, values, values["user_ext_id"])), e.refers(values, "user_ext_id", access.User)
	}
	if !e.kind.facts.ownID() {
		return i
	}
	for _, each := range x.elements(e, values) {
		what := access.NewID(e.Service, clientOf(values), factKinds[e.kind.facts.gives()], extIDOf(each.target, e.Address))
		grant := x.describe(what, true).with(each.values)
		grant.Role, grant.Address = x.names.of(e, e.kind.facts.gives(), values, each.target), e.Address
		i.Grants = append(i.Grants, grant)
	}
	if user := x.ownerOf(e.profile(values), false); user != nil {
		i.User, i.person = new(x.names.at(*user)), *user
	}
	i.Object = x.names.at(e.profile(values))
	return i
}

// importID returns the import ID in the plan, or the id attribute once the object was read.
func importID(e *entry) string {
	if e.ImportID != "" {
		return e.ImportID
	}
	return plan.Text(e.After["id"])
}

// global returns the number of grants that have, or may have, an open data room.
func (i Import) global() int {
	open := 0
	for _, grant := range i.Grants {
		if len(grant.Global)+len(grant.Undecided) > 0 {
			open++
		}
	}
	return open
}

// byRisk sorts imports by risk: global grants, other grants, profiles, the rest.
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
