package write

import (
	"iter"
	"slices"
)

// Declare records that an object is in the state that a resource of this run plans. No other
// resource of the run may delete it: a member that moves between two resources, or a new instance
// that replaces an old one with the same key, may be created before the old one is destroyed.
func (r *Run) Declare(key LockKey) { r.declared.Store(key.id(), true) }

// DeclareElements declares elements of an authoritative resource. Each key consists of the parent's
// key and the element.
func (r *Run) DeclareElements(parent LockKey, elements iter.Seq[string]) {
	for element := range elements {
		r.Declare(append(slices.Clone(parent), element))
	}
}

// Declared reports whether Declare has recorded the object.
func (r *Run) Declared(key LockKey) bool {
	_, declared := r.declared.Load(key.id())
	return key.id() != "" && declared
}
