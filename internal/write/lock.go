package write

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/semaphore"
)

// LockKey names an object of the service that several resources of a run may write to: its kind,
// and then the values of its key, such as a unit's client and external ID. One with an empty part
// names none, as the parent of a root unit.
type LockKey []string

func (k LockKey) kind() string { return k[0] }

// id is the key as one text, "" when it names no object.
func (k LockKey) id() string {
	if len(k) < 2 || slices.Contains(k, "") {
		return ""
	}
	return strings.Join(k, "\x00")
}

// locks keep the writes of a run to one object apart, and remember which objects the run has
// written.
type locks struct {
	mu sync.Mutex
	by map[string]*entry
}

type entry struct {
	free    *semaphore.Weighted
	written bool
}

// The weights of the two ways to hold a lock.
const (
	shared    = 1
	exclusive = math.MaxInt32
)

func (l *locks) at(id string) *entry {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.by == nil {
		l.by = map[string]*entry{}
	}
	if l.by[id] == nil {
		l.by[id] = &entry{free: semaphore.NewWeighted(exclusive)}
	}
	return l.by[id]
}

func (l *locks) isWritten(id string) bool {
	e := l.at(id)
	l.mu.Lock()
	defer l.mu.Unlock()
	return e.written
}

func (l *locks) setWritten(id string) {
	e := l.at(id)
	l.mu.Lock()
	defer l.mu.Unlock()
	e.written = true
}

// Lock is held while a resource writes to objects.
type Lock struct {
	// stale reports whether the run wrote to the object before, so that the version that a plan was
	// made from may be an old one.
	stale bool
	run   *Run
	held  []hold
}

type hold struct {
	id     string
	weight int64
}

type arrivalKey struct{}

// WithArrival has arrive called before each lock that is waited for in the context. A replay keeps
// the arrivals of concurrent operations apart with it, because those that wake at the same moment
// would otherwise lock in the order of the machine's threads.
func WithArrival(ctx context.Context, arrive func()) context.Context {
	return context.WithValue(ctx, arrivalKey{}, arrive)
}

// LockExclusive waits until nobody else holds the lock of an object, and keeps all others away
// until Unlock. Objects that the write changes along with it, such as a parent, are locked shared:
// other writes may do the same. A cancelled run ends the wait with an error; the lock is valid all
// the same and must be unlocked.
func (r *Run) LockExclusive(ctx context.Context, own LockKey, alongWith ...LockKey) (*Lock, error) {
	lock, err := r.acquire(ctx, append(holds(alongWith), hold{own.id(), exclusive}))
	lock.stale = r.locks.isWritten(own.id())
	return lock, err
}

// LockShared waits until nobody holds the lock of any of the objects exclusively.
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
	// All acquire in the same order, so that no two wait for each other.
	slices.SortFunc(wanted, func(a, b hold) int {
		return cmp.Or(cmp.Compare(a.id, b.id), cmp.Compare(b.weight, a.weight))
	})
	wanted = slices.CompactFunc(wanted, func(a, b hold) bool { return a.id == b.id })
	lock := &Lock{run: r}
	for _, next := range wanted {
		if next.id == "" {
			continue
		}
		if arrive, ok := ctx.Value(arrivalKey{}).(func()); ok {
			arrive()
		}
		if err := r.locks.at(next.id).free.Acquire(ctx, next.weight); err != nil {
			return lock, err
		}
		lock.held = append(lock.held, next)
	}
	return lock, nil
}

// Unlock lets the others write, and notes that the objects were written. A second call does nothing.
func (l *Lock) Unlock() {
	for _, held := range l.held {
		l.run.locks.setWritten(held.id)
		l.run.locks.at(held.id).free.Release(held.weight)
	}
	l.held = nil
}
