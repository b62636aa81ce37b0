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

// LockKey names an object of the service that several resources of a run may write to. The zero value names none.
type LockKey struct{ kind, id string }

// NewLockKey names the object of a kind by the values of its key, such as a unit by its client and its external id. It is
// the zero value when a part is empty, as the parent of a root unit is.
func NewLockKey(kind string, parts ...string) LockKey {
	if slices.Contains(parts, "") {
		return LockKey{}
	}
	return LockKey{kind, strings.Join(parts, "\x00")}
}

// locks keep the writes of a run to one object apart, and remember which objects the run has written.
type locks struct {
	mu sync.Mutex
	by map[LockKey]*entry
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

func (l *locks) at(key LockKey) *entry {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.by == nil {
		l.by = map[LockKey]*entry{}
	}
	if l.by[key] == nil {
		l.by[key] = &entry{free: semaphore.NewWeighted(exclusive)}
	}
	return l.by[key]
}

func (l *locks) isWritten(key LockKey) bool {
	e := l.at(key)
	l.mu.Lock()
	defer l.mu.Unlock()
	return e.written
}

func (l *locks) setWritten(key LockKey) {
	e := l.at(key)
	l.mu.Lock()
	defer l.mu.Unlock()
	e.written = true
}

// Lock is held while a resource writes to objects.
type Lock struct {
	// stale reports whether the run wrote to the object before, so that the version that a plan was made from may be
	// an old one.
	stale bool
	run   *Run
	held  []hold
}

type hold struct {
	key    LockKey
	weight int64
}

// LockExclusive waits until nobody else holds the lock of an object, and keeps all others away until Unlock. Objects that
// the write changes along with it, such as a parent, are locked shared: other writes may do the same. A cancelled run ends
// the wait with an error; the lock is valid all the same and must be unlocked.
func (r *Run) LockExclusive(ctx context.Context, own LockKey, alongWith ...LockKey) (*Lock, error) {
	lock, err := r.acquire(ctx, append(holds(alongWith), hold{own, exclusive}))
	lock.stale = r.locks.isWritten(own)
	return lock, err
}

// LockShared waits until nobody holds the lock of any of the objects exclusively.
func (r *Run) LockShared(ctx context.Context, keys ...LockKey) (*Lock, error) {
	return r.acquire(ctx, holds(keys))
}

func holds(keys []LockKey) []hold {
	all := make([]hold, len(keys))
	for i, key := range keys {
		all[i] = hold{key, shared}
	}
	return all
}

func (r *Run) acquire(ctx context.Context, wanted []hold) (*Lock, error) {
	// All acquire in the same order, so that no two wait for each other.
	slices.SortFunc(wanted, func(a, b hold) int {
		return cmp.Or(cmp.Compare(a.key.kind, b.key.kind), cmp.Compare(a.key.id, b.key.id), cmp.Compare(b.weight, a.weight))
	})
	wanted = slices.CompactFunc(wanted, func(a, b hold) bool { return a.key == b.key })
	lock := &Lock{run: r}
	for _, next := range wanted {
		if next.key == (LockKey{}) {
			continue
		}
		if err := r.locks.at(next.key).free.Acquire(ctx, next.weight); err != nil {
			return lock, err
		}
		lock.held = append(lock.held, next)
	}
	return lock, nil
}

// Unlock lets the others write, and notes that the objects were written.
func (l *Lock) Unlock() {
	for _, held := range l.held {
		l.run.locks.setWritten(held.key)
		l.run.locks.at(held.key).free.Release(held.weight)
	}
}
