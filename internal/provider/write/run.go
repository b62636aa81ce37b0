// Package write implements the write protocol of a provider for a service with optimistic locking:
// locks for objects that several resources write to, creates that can be repeated after a lost
// response, and updates whose conflicts are compared attribute by attribute. README.md lists the
// states of a write. The package is independent of object types and error types: the provider
// classifies errors.
package write

import (
	"errors"
	"sync"
)

// Outcome classifies the error of a call by the resulting state of the object.
type Outcome int

// The outcomes.
const (
	// Refused means that the service changed nothing; no other outcome applies.
	Refused Outcome = iota
	// Lost means that it is not known whether the service carried the call out.
	Lost
	// Unidentified means that an object was created under an unknown external ID.
	Unidentified
	// Conflict means that the object's version differs from the version sent.
	Conflict
	// Duplicate means that the object, or another one with the same unique value, already exists.
	Duplicate
	// Missing means that the object does not exist.
	Missing
)

// Run holds the state that all writes of one provider run share. It must not be copied.
type Run struct {
	// Outcome classifies the error of a call. It is never called with nil.
	Outcome func(error) Outcome
	// Creating is called before a create with an external ID is sent, and with false if it has failed;
	// nil for nothing.
	Creating func(key LockKey, begins bool)

	// locks holds an *entry for each object, declared the objects that a resource declares, and policies
	// the idPolicy of each kind.
	locks, declared, policies sync.Map
	// own holds the objects that the run has created.
	own sync.Map
	// second maps created objects to the further ones of the same create, a []string.
	second sync.Map
}

// maxRepeats limits how often a write is sent again.
const maxRepeats = 3

func (r *Run) is(err error, outcome Outcome) bool {
	if _, other := errors.AsType[*mislocatedError](err); other {
		return outcome == Unidentified
	}
	if errors.Is(err, errNotSent) {
		return outcome == Missing
	}
	return err != nil && r.Outcome(err) == outcome
}

// unanswered reports whether the effect of a write is unknown.
func (r *Run) unanswered(err error) bool { return r.is(err, Lost) || r.is(err, Unidentified) }
