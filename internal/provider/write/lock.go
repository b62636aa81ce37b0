package write

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync/atomic"

	"golang.org/x/sync/semaphore"
	"golang.org/x/text/unicode/norm"
)

// LockKey identifies an object that several resources of a run may write to: its kind, followed by
// the values of its key, such as a unit's client and external ID. A key with an empty part, such as
// the parent of a root unit, identifies no object.
type LockKey []string

func (k LockKey) kind() string { return k[0] }

// id returns the key as one string in Unicode normal form C, in which a CLI stores texts, or "" if it
// identifies no object.
func (k LockKey) id() string {
	if len(k) < 2 || slices.Contains(k, "") {
		return ""
	}
	return norm.NFC.String(strings.Join(k, "\x00"))
}

// entry is the lock of an object, and whether the run has written to it.
type entry struct {
	free    *semaphore.Weighted
	written atomic.Bool
}

// entry returns the lock of an object.
func (r *Run) entry(id string) *entry {
	known, _ := r.locks.LoadOrStore(id, &entry{free: semaphore.NewWeighted(exclusive)})
	found, _ := known.(*entry)
	return found
}

// The weights of the two ways to hold a lock.
const (
	shared    = 1
	exclusive = math.MaxInt32
)

// Lock is a lock on the objects that a resource is writing to.
type Lock struct {
	// Distinctive lists the attributes of the exclusively locked object in which another object with
	// its external ID differs. No update changes them.
	Distinctive []string
	// Bound reports that a distinctive attribute refers to another object, such as the role of a grant.
	Bound bool
	// stale reports whether the run has already written to the object, so that the plan's version may
	// be outdated.
	stale bool
	run   *Run
	held  []hold
}

type hold struct {
	id     string
	weight int64
}

type arrivalKey struct{}

// WithArrival returns a context in which arrive is called before each wait for a lock, with all
// objects that the operation locks. A replay uses it to order concurrent operations; otherwise the
// operating system's threads would decide which operation gets a lock first.
func WithArrival(ctx context.Context, arrive func(objects string)) context.Context {
	return context.WithValue(ctx, arrivalKey{}, arrive)
}

func arrive(ctx context.Context, wanted []hold) {
	if arrive, ok := ctx.Value(arrivalKey{}).(func(string)); ok {
		arrive(fmt.Sprint(wanted))
	}
}

// LockExclusive waits until no other write holds the object's lock, and holds it exclusively until
// Unlock. Objects that the write changes as well, such as a parent, are locked shared, which other
// writes may do at the same time. Cancelling the run ends the wait with an error; the returned lock
// is valid nevertheless and must be unlocked.
func (r *Run) LockExclusive(ctx context.Context, own LockKey, alongWith ...LockKey) (*Lock, error) {
	lock, err := r.acquire(ctx, append(holds(alongWith), hold{own.id(), exclusive}))
	lock.stale = r.entry(own.id()).written.Load()
	return lock, err
}

// LockShared waits until no other write holds any of the objects exclusively.
func (r *Run) LockShared(ctx context.Context, keys ...LockKey) (*Lock, error) {
	return r.acquire(ctx, holds(keys))
}

func holds(keys []LockKey) []hold {
	all := make([]hold, len(keys))
	for i, key := range keys {
		all[i] = hold{key.id(), shared}
	}
	return all
}

func (r *Run) acquire(ctx context.Context, wanted []hold) (*Lock, error) {
	// A common order prevents deadlocks.
	slices.SortFunc(wanted, func(a, b hold) int {
		return cmp.Or(cmp.Compare(a.id, b.id), cmp.Compare(b.weight, a.weight))
	})
	wanted = slices.CompactFunc(wanted, func(a, b hold) bool { return a.id == b.id })
	lock := &Lock{run: r}
	for i, next := range wanted {
		if next.id == "" {
			continue
		}
		arrive(ctx, wanted[i:])
		if err := r.entry(next.id).free.Acquire(ctx, next.weight); err != nil {
			return lock, err
		}
		lock.held = append(lock.held, next)
	}
	return lock, nil
}

// Unlock releases the objects and records that they were written. A second call does nothing.
func (l *Lock) Unlock() {
	for _, held := range l.held {
		e := l.run.entry(held.id)
		e.written.Store(true)
		e.free.Release(held.weight)
	}
	l.held = nil
}
