// Package write is the write protocol of a provider for a service with optimistic locking: locks
// for the objects that several resources write to, creates that can be repeated after a lost
// answer, and updates whose conflicts are compared attribute by attribute. README.md has the states
// of a write. The package knows no kind of object and no error type: the provider says what an
// error means.
package write

import (
	"sync"

	"github.com/identity-iac/terraform-provider-idm/internal/once"
)

// Outcome is what the error of a call says about the object.
type Outcome int

// The outcomes.
const (
	// Refused is an error after which nothing was done, and none of the others.
	Refused Outcome = iota
	// Lost means that it is not known whether the work was done.
	Lost
	// Unidentified means that an object was created, but not under which external id.
	Unidentified
	// Conflict means that the object has another version than the one that was sent.
	Conflict
	// Duplicate means that the object, or another one with the same unique value, is there already.
	Duplicate
	// Missing means that there is no such object.
	Missing
)

// Run is what all writes of one run of the provider share. It must not be copied.
type Run struct {
	// Outcome says what the error of a call means; it is never called with nil.
	Outcome func(error) Outcome
	// Changes grows with every write that is sent or answered.
	Changes func() int64

	locks    locks
	waits    waits
	declared declarations
	mu       sync.Mutex
	policies map[string]idPolicy
	// existing are the external ids of the grants that a parent had before this run granted it
	// anything.
	existing once.Map[string, map[string]bool]
}

// maxRepeats bounds how often a write is sent again after the first time.
const maxRepeats = 3

func (r *Run) is(err error, outcome Outcome) bool { return err != nil && r.Outcome(err) == outcome }

// unanswered reports whether it is open what a write has done.
func (r *Run) unanswered(err error) bool { return r.is(err, Lost) || r.is(err, Unidentified) }
