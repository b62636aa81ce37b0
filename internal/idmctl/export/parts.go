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
	tree := map[string][]string{}
	known := map[string]bool{}
	for _, unit := range b.units {
		known[unit.ExtID] = true
	}
	for _, unit := range b.units {
		if unit.ExtID == "" {
			// A unit without an external ID would be its own parent.
			continue
		}
		parent := unit.ParentUnitExtID
		if !known[parent] {
			parent = ""
		}
		tree[parent] = append(tree[parent], unit.ExtID)
	}
	c := cutter{b: b, tree: tree, recorded: recorded, of: map[string]string{}, parts: map[string]string{}, depth: 0}
	for level := tree[""]; len(level) == 1 && len(tree[level[0]]) > 0; level = tree[level[0]] {
		c.depth++
	}
	for _, top := range tree[""] {
		c.walk(top, 0)
	}
	return c.of, c.parts
}

type cutter struct {
	b         *builder
	tree      map[string][]string
	recorded  map[string]string
	of, parts map[string]string
	depth     int
}

// walk assigns parts to a unit and its subunits.
func (c *cutter) walk(unit string, depth int) {
	id := c.b.inClient(unit)
	switch {
	case c.recorded[id] != "":
		c.take(unit, c.recorded[id])
	case c.recordedBelow(unit), len(c.recorded) == 0 && depth < c.depth:
		c.of[unit] = partTenant
		for _, below := range c.tree[unit] {
			c.walk(below, depth+1)
		}
	default:
		c.take(unit, partName(c.b.names[kindUnit][id]))
	}
}

func (c *cutter) recordedBelow(unit string) bool {
	return slices.ContainsFunc(c.tree[unit], func(below string) bool {
		return c.recorded[c.b.inClient(below)] != "" || c.recordedBelow(below)
	})
}

// take makes a unit and its subunits a part, except subunits that have recorded parts.
func (c *cutter) take(unit, part string) {
	c.parts[c.b.inClient(unit)] = part
	c.fill(unit, part)
}

func (c *cutter) fill(unit, part string) {
	c.of[unit] = part
	for _, below := range c.tree[unit] {
		if own := c.recorded[c.b.inClient(below)]; own != "" {
			c.take(below, own)
		} else {
			c.fill(below, part)
		}
	}
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
