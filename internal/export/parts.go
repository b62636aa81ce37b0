package export

import (
	"cmp"
	"slices"
	"strings"
)

// The parts that every tenant has; the others are its top units.
const (
	partTenant = "tenant"
	partPeople = "people"
)

// reservedParts would be files of another meaning.
var reservedParts = []string{partTenant, partPeople, "provider", "imports", "names", "part", "override"}

// cut divides the tree of units: each top unit with all below it is a part. Top units are the roots
// or, where all is below one unit, those below it. A unit that was a top unit of an earlier export
// remains one. It returns the part of each unit and, by the import ID of its top unit, each part.
func (b *builder) cut(recorded map[string]string) (of, parts map[string]string) {
	tree := map[string][]string{}
	known := map[string]bool{}
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

// walk finds the parts at and below a unit.
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

// take makes a unit with all units below it a part, except units that were parts before.
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

// partName is the name of a unit as that of a part. The CLIs merge files whose name ends in
// _override into the others.
func partName(unit string) string {
	name := cmp.Or(unit, "units")
	if slices.Contains(reservedParts, name) || strings.HasSuffix(name, "_override") {
		name += "_unit"
	}
	return name
}
