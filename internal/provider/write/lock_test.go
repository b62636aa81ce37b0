package write

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func TestLock(t *testing.T) {
	parent, child, other := LockKey{"unit", "acme", "parent"}, LockKey{"unit", "acme", "child"}, LockKey{"unit", "acme", "other"}
	none := LockKey{"unit", "acme", ""}
	tests := map[string]struct {
		first, second func(context.Context, *Run) (*Lock, error)
		waits, stale  bool
	}{
		"exclusive at the same":     {lockExclusive(parent), lockExclusive(parent), true, true},
		"exclusive at another":      {lockExclusive(parent), lockExclusive(other), false, false},
		"both shared":               {lockShared(parent), lockShared(parent), false, false},
		"exclusive, then shared":    {lockExclusive(parent), lockShared(parent), true, false},
		"shared, then exclusive":    {lockShared(parent), lockExclusive(parent), true, true},
		"a child and its parent":    {lockExclusive(child, parent), lockExclusive(parent), true, true},
		"two children":              {lockExclusive(child, parent), lockExclusive(other, parent), false, false},
		"a tree upside down":        {lockExclusive(child, parent), lockExclusive(parent, child), true, true},
		"the same one as its child": {lockExclusive(child, child), lockExclusive(child), true, true},
		"shared with its own child": {lockExclusive(child, child), lockShared(child), true, false},
		"no object":                 {lockExclusive(none), lockExclusive(none), false, false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				run := &Run{}
				first, err := test.first(t.Context(), run)
				if err != nil {
					t.Fatal(err)
				}
				start := time.Now()
				time.AfterFunc(time.Minute, first.Unlock)
				second, err := test.second(t.Context(), run)
				defer second.Unlock()
				if waited := time.Since(start) == time.Minute; waited != test.waits || second.stale != test.stale || err != nil {
					t.Errorf("waited %s, stale %t, %v", time.Since(start), second.stale, err)
				}
			})
		})
	}
}

func lockExclusive(own LockKey, alongWith ...LockKey) func(context.Context, *Run) (*Lock, error) {
	return func(ctx context.Context, run *Run) (*Lock, error) { return run.LockExclusive(ctx, own, alongWith...) }
}

func lockShared(keys ...LockKey) func(context.Context, *Run) (*Lock, error) {
	return func(ctx context.Context, run *Run) (*Lock, error) { return run.LockShared(ctx, keys...) }
}

func TestLock_cancelled(t *testing.T) {
	run, key := &Run{}, LockKey{"unit", "acme", "x"}
	first, _ := run.LockExclusive(t.Context(), key)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	second, err := run.LockExclusive(ctx, key)
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	// Unlock does not release a lock that was not acquired.
	second.Unlock()
	first.Unlock()
	third, err := run.LockExclusive(t.Context(), key)
	if err != nil {
		t.Error(err)
	}
	third.Unlock()
}

// Writers that lock several objects in any order all succeed.
func TestLock_noDeadlock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		run := &Run{}
		keys := []LockKey{{"unit", "a"}, {"unit", "b"}, {"profile", "a"}}
		var group sync.WaitGroup
		for i := range 60 {
			group.Go(func() {
				rotated := slices.Concat(keys[i%3:], keys[:i%3])
				lock, err := run.LockExclusive(t.Context(), rotated[0], rotated[1:]...)
				if err != nil {
					t.Error(err)
				}
				defer lock.Unlock()
				<-time.After(time.Second)
			})
		}
		group.Wait()
	})
}
