package objecttype

import (
	"maps"
	"slices"
)

// Parts returns the types that an element of a collection has as arguments: what is granted to the
// object, and its properties.
func (t *Type) Parts() []*Type {
	return partsOf(t.Owns, All())
}

func partsOf(owner string, rows []*Type) []*Type {
	return slices.DeleteFunc(slices.Clone(rows), func(part *Type) bool {
		return part.Owner != owner || part.Class != Set && part.Class != Properties
	})
}

// withParts returns the permissions for objects together with the parts of their elements, which a
// create of the object creates and an update creates, changes and deletes.
func withParts(rows []*Type, of *Type) Needs {
	needs := maps.Clone(of.Needs)
	for _, part := range partsOf(of.Name, rows) {
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
