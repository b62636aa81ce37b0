package objecttype

import (
	"maps"
	"slices"
	"strings"
)

// UnitTree is the collection of units.
var UnitTree = &Type{
	Name: "unit_tree", Title: "unit tree", Plural: "unit trees", Class: Collection, Key: Key{"client_ext_id"},
	Elements: "units", Owns: "unit", Assigned: []string{"name", "state"}, Left: []string{"state"},
	Refs:  []Ref{{"parent_unit_ext_id", "unit"}},
	Needs: withParts(Unit, UnitProperties),
	Docs: Docs{
		Subject: "Units",
		Destroy: "All its units are deleted, subunits first. The service refuses a unit with profiles or with subunits of another " +
			"resource; the error names them. `max_removals` limits the number.",
	},
}

// Users is the collection of users.
var Users = &Type{
	Name: "users", Title: "collection of users", Plural: "collections of users", Class: Collection, Key: Key{"client_ext_id"},
	Elements: "users", Owns: "user", Assigned: []string{"is_technical_user", "login_id", "on_destroy", "user_state"},
	Left:  []string{"is_technical_user"},
	Since: User.Since, Instead: User.Instead,
	Needs: withParts(User, UserProperties),
	Docs: Docs{
		Subject: "Users",
		Destroy: "All its users are deleted or archived, as their `on_destroy` says. `max_removals` limits the number.",
	},
}

// Profiles is the collection of profiles.
var Profiles = &Type{
	Name: "profiles", Title: "collection of profiles", Plural: "collections of profiles", Class: Collection, Key: Key{"client_ext_id"},
	Elements: "profiles", Owns: "profile", Assigned: []string{"is_default_profile", "profile_state"},
	Left:  []string{"is_default_profile", "profile_state"},
	Needs: withParts(Profile, ProfileAuthorizations, ProfileEnterpriseAuthorizations, ProfileProperties),
	Docs: Docs{
		Subject: "Profiles",
		Destroy: "All its profiles are deleted with everything that is granted to them; their users stay. `max_removals` limits the number.",
	},
}

// Parts returns the types that an element of a collection has as arguments: what is granted to the
// object, and its properties.
func (t *Type) Parts() []*Type {
	return slices.DeleteFunc(All(), func(part *Type) bool {
		return part.Owner != t.Owns || part.Class != Set && part.Class != Properties
	})
}

// withParts returns the permissions for objects together with the parts of their elements, which a
// create of the object creates and an update creates, changes and deletes.
func withParts(of *Type, parts ...*Type) Needs {
	needs := maps.Clone(of.Needs)
	for _, part := range parts {
		for to, from := range map[Operation][]Operation{Read: {Read}, Create: {Create}, Update: {Create, Update, Delete}} {
			for _, operation := range from {
				for _, name := range part.Needs[operation] {
					if !slices.Contains(needs[to], name) {
						needs[to] = append(slices.Clip(needs[to]), name)
					}
				}
			}
		}
	}
	return needs
}

// Arguments returns the attributes of a part outside of its key.
func (t *Type) Arguments() []string {
	if t.Class == Set {
		return []string{t.Gives.Attr}
	}
	return slices.Sorted(maps.Keys(t.Rules.Attrs))
}

// Collections lists the types that manage many objects of another type. They are not among All: to
// every reader of rows, an element is an object of the other type.
var Collections = []*Type{Profiles, UnitTree, Users}

// Resources returns the rows of all resources, sorted by name.
func Resources() []*Type {
	return slices.SortedFunc(slices.Values(slices.Concat(sorted, Collections)),
		func(a, b *Type) int { return strings.Compare(a.Name, b.Name) })
}
