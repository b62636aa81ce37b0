package write

import (
	"iter"
	"slices"
	"sync"
)

// declarations remember the objects that a run created, changed or found as planned.
type declarations struct {
	mu   sync.Mutex
	keys map[string]bool
}

// Declare notes that an object is as a resource of this run wants it. Another resource of the run
// must not delete it: a member that moves from one resource to another, or a new instance that
// replaces an old one with the same key, is created before the old one is destroyed.
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

// DeclareElements declares elements of an authoritative resource. The key of each is the parent's,
// and the element.
func (r *Run) DeclareElements(parent LockKey, elements iter.Seq[string]) {
	for element := range elements {
		r.Declare(append(slices.Clone(parent), element))
	}
}

// Declared reports whether Declare has noted the object.
func (r *Run) Declared(key LockKey) bool {
	r.declared.mu.Lock()
	defer r.declared.mu.Unlock()
	return key.id() != "" && r.declared.keys[key.id()]
}
