package objecttype

import (
	"slices"
	"strings"
)

// UnitTree is the collection of units.
var UnitTree = &Type{
	Name: "unit_tree", Title: "unit tree", Plural: "unit trees", Class: Collection, Key: Key{"client_ext_id"},
	Elements: "units", Owns: "unit", Assigned: []string{"name", "state"},
	Refs:  []Ref{{"parent_unit_ext_id", "unit"}},
	Needs: Unit.Needs,
	Docs: Docs{
		Subject: "Units",
		Destroy: "All its units are deleted, subunits first. The service refuses a unit with profiles or with subunits of another " +
			"resource; the error names them. `max_removals` limits the number.",
	},
}

// Collections lists the types that manage many objects of another type. They are not among All: to
// every reader of rows, an element is an object of the other type.
var Collections = []*Type{UnitTree}

// Resources returns the rows of all resources, sorted by name.
func Resources() []*Type {
	return slices.SortedFunc(slices.Values(slices.Concat(sorted, Collections)),
		func(a, b *Type) int { return strings.Compare(a.Name, b.Name) })
}
