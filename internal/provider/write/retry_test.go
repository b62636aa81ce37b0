package write

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// A refused write is sent again for at most three seconds, and not once it has another error.
func TestRepeat(t *testing.T) {
	blocked := func(err error) bool { return errors.Is(err, errDuplicate) }
	for name, test := range map[string]struct {
		frees time.Duration
		then  error
		sent  int
		want  error
		took  time.Duration
	}{
		"at once":      {0, nil, 1, nil, 0},
		"soon":         {100 * time.Millisecond, nil, 2, nil, 125 * time.Millisecond},
		"late":         {2 * time.Second, nil, 7, nil, 2375 * time.Millisecond},
		"too late":     {4 * time.Second, nil, 9, errDuplicate, patience},
		"then refused": {time.Second, errRefused, 5, errRefused, 1375 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				begin, sent := time.Now(), 0
				err := newRun().Repeat(t.Context(), nil, func() error {
					if sent++; time.Since(begin) < test.frees {
						return errDuplicate
					}
					return test.then
				}, blocked)
				if !errors.Is(err, test.want) || sent != test.sent || time.Since(begin) != test.took {
					t.Errorf("%v after %s, sent %d times", err, time.Since(begin), sent)
				}
			})
		})
	}
}

// A create, an update and a delete hold no lock while they wait, so that the change that makes them
// possible is not blocked by them.
func TestRepeat_withoutLock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		run, key, freed := newRun(), LockKey{"thing", "acme", "x"}, false
		lock, err := run.LockExclusive(t.Context(), key)
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			other, _ := run.LockExclusive(t.Context(), key)
			defer other.Unlock()
			freed = true
		}()
		err = run.Repeat(t.Context(), lock, func() error {
			if !freed {
				return errDuplicate
			}
			return nil
		}, run.isTaken)
		if err != nil || lock.held == nil {
			t.Error("the lock was not released, or is not held again: ", err)
		}
	})
}

// An update that waited is read and compared before it is sent again.
func TestRepeat_comparesAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := sending{failures: []error{errDuplicate}, remote: []*object{of("theirs", "s")}}
		if _, err := s.run(t.Context(), updateOf(t, of("a", "s"), of("b", "s"))); !conflicts(err) || len(s.sent) != 1 {
			t.Errorf("sent with %v: %v", s.sent, err)
		}
	})
}

// Without a version, the object is read and compared before the PATCH, unless it was not managed
// before.
func TestPatchWithConflictCheck_noVersion(t *testing.T) {
	u := updateOf(t, of("a", "s"), of("b", "s"))
	u.version = 0
	s := sending{remote: []*object{of("a", "s")}}
	if _, err := s.run(t.Context(), u); err != nil || len(s.sent) != 1 || s.sent[0] != 2 {
		t.Errorf("sent with %v: %v", s.sent, err)
	}
	s = sending{remote: []*object{of("theirs", "s")}}
	if _, err := s.run(t.Context(), u); !conflicts(err) || len(s.sent) > 0 {
		t.Errorf("sent with %v: %v", s.sent, err)
	}
	lock, err := newRun().LockExclusive(context.Background(), LockKey{"thing", "acme", "x"})
	if err != nil {
		t.Fatal(err)
	}
	s = sending{remote: []*object{of("theirs", "s")}}
	if _, err := s.run(t.Context(), lock.Upsert(t.Context(), u.desired)); err != nil || s.reads > 0 {
		t.Errorf("%d reads: %v", s.reads, err)
	}
}
