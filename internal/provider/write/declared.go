package write

import (
	"iter"
	"slices"
	"sync"
)

// declarations records the objects that a run created, changed or found as planned.
type declarations struct {
	mu   sync.Mutex
	keys map[string]bool
}

// Declare records that an object is in the state that a resource of this run plans. No other
// resource of the run may delete it: a member that moves between two resources, or a new instance
// that replaces an old one with the same key, may be created before the old one is destroyed.
func (r *Run) Declare(keys ...LockKey) {
	r.declared.mu.Lock()
	defer r.declared.mu.Unlock()
	if r.declared.keys == nil {
		r.declared.keys = map[string]bool{}
	}
	for _, key := range keys {
		r.declared.keys[key.id()] = true
	}
}

// DeclareElements declares elements of an authoritative resource. Each key consists of the parent's
// key and the element.
func (r *Run) DeclareElements(parent LockKey, elements iter.Seq[string]) {
	for element := range elements {
		r.Declare(append(slices.Clone(parent), element))
	}
}

// Declared reports whether Declare has recorded the object.
func (r *Run) Declared(key LockKey) bool {
	r.declared.mu.Lock()
	defer r.declared.mu.Unlock()
	return key.id() != "" && r.declared.keys[key.id()]
}
