package export

import (
	"cmp"
	"slices"
	"strings"
)

// The parts of every tenant; the other parts are its top units.
const (
	partTenant = "tenant"
	partPeople = "people"
)

// reservedParts are names that other files of the folder have.
var reservedParts = []string{partTenant, partPeople, "provider", "imports", "names", "override"}

// cut divides the tree of units: each top unit and its subunits form a part. The top units are the
// roots, or, if a single root contains all units, the units directly below it. A top unit of an
// earlier export stays one. It returns the part of each unit, and the parts by the import ID of
// their top unit.
func (b *builder) cut(recorded map[string]string) (of, parts map[string]string) {
	of, parts = map[string]string{}, map[string]string{}
	known, above, tree := map[string]bool{}, map[string]bool{}, map[string][]string{}
	for _, unit := range b.units {
		known[unit.ExtID] = true
	}
	for _, unit := range b.units {
		if unit.ExtID == "" {
			// It would be its own parent.
			continue
		}
		parent := unit.ParentUnitExtID
		if !known[parent] {
			parent = ""
		}
		tree[parent] = append(tree[parent], unit.ExtID)
	}
	for _, unit := range slices.Backward(b.units) {
		if above[unit.ExtID] || recorded[b.inClient(unit.ExtID)] != "" {
			above[unit.ParentUnitExtID] = true
		}
	}
	tops := 0
	for level := tree[""]; len(level) == 1 && len(tree[level[0]]) > 0; level = tree[level[0]] {
		tops++
	}
	var walk func(unit, part string, depth int)
	walk = func(unit, part string, depth int) {
		id := b.inClient(unit)
		switch {
		case recorded[id] != "":
			part = recorded[id]
			parts[id] = part
		case part == "" && !above[unit] && (len(recorded) > 0 || depth >= tops):
			part = partName(b.names[kindUnit][id])
			parts[id] = part
		}
		of[unit] = cmp.Or(part, partTenant)
		for _, below := range tree[unit] {
			walk(below, part, depth+1)
		}
	}
	for _, top := range tree[""] {
		walk(top, "", 0)
	}
	return of, parts
}

// partName returns the name of the part for a unit. The CLIs treat a file whose name ends in
// _override as an override of the others, so the suffix changes.
func partName(unit string) string {
	name := cmp.Or(unit, "units")
	if slices.Contains(reservedParts, name) || strings.HasSuffix(name, "_override") {
		name += "_unit"
	}
	return name
}
