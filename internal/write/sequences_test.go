package write

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"testing/synctest"

	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// service is one object of a service whose answers go wrong, and that others change too.
type service struct {
	random       *rand.Rand
	name, secret string
	version      int64
	// overwritten are changes by others that a PATCH of ours undid, made the names that others gave
	// the object.
	made        map[string]bool
	overwritten []string
}

// others change the name, which the update changes too, or the secret, which it does not.
func (s *service) others() {
	switch s.random.IntN(6) {
	case 0:
		s.name = fmt.Sprint("theirs-", s.version)
		s.made[s.name] = true
		s.version++
	case 1:
		s.secret = fmt.Sprint("theirs-", s.version)
		s.version++
	}
}

// patch sets the name when the version fits. The answer may be lost before the work or after it.
func (s *service) patch(version int64, name string) (string, error) {
	s.others()
	lost := s.random.IntN(5)
	if lost == 0 {
		return "", errLost
	}
	if version != s.version {
		return "", errConflict
	}
	if s.made[s.name] {
		s.overwritten = append(s.overwritten, s.name)
	}
	s.name = name
	s.version++
	if lost == 1 {
		return "", errLost
	}
	return s.name, nil
}

func (s *service) read() (any, int64, error) {
	s.others()
	if s.random.IntN(12) == 0 {
		return nil, 0, errRefused
	}
	return of(s.name, s.secret), s.version, nil
}

// Despite failures and concurrent writers, a successful update has made its change or found it made,
// undoes no change that the plan did not include, leaves all other attributes alone, and is sent at
// most four times.
func TestPatchWithConflictCheck_randomSequences(t *testing.T) {
	outcomes := map[string]int{}
	for seed := range uint64(4000) {
		synctest.Test(t, func(t *testing.T) {
			s := &service{random: rand.New(rand.NewPCG(seed, 1)), name: "a", secret: "s", version: 1, made: map[string]bool{}}
			u := updateOf(t, of("a", "s"), of("b", "s"))
			u.stale = seed%3 == 0
			sent, answer := 0, ""
			err := u.PatchWithConflictCheck(t.Context(), func(version int64) (err error) {
				sent++
				answer, err = s.patch(version, "b")
				return err
			}, func() (any, int64, error) {
				remote, found, err := s.read()
				answer = s.name
				return remote, found, err
			})
			switch {
			case len(s.overwritten) > 0:
				t.Errorf("seed %d: overwrote %q", seed, s.overwritten)
			case sent > maxRepeats+1:
				t.Errorf("seed %d: sent %d times", seed, sent)
			case err == nil && answer != "b":
				t.Errorf("seed %d: done with %q", seed, answer)
			}
			outcomes[kindOf(err)]++
		})
	}
	for _, kind := range []string{"done", "both changed it", "lost", "conflict", "refused"} {
		if outcomes[kind] == 0 {
			t.Errorf("no sequence ends with %q: %v", kind, outcomes)
		}
	}
}

func kindOf(err error) string {
	switch {
	case err == nil:
		return "done"
	case stopped(err, Conflict):
		return "both changed it"
	case errors.Is(err, errLost):
		return "lost"
	case errors.Is(err, errConflict):
		return "conflict"
	}
	return "refused"
}

// However answers to creates are lost, and whether the service keeps the ids that it is sent or
// not: it never holds two objects after a create that succeeded, and the one that it holds is the
// one that was returned.
func TestCreateIdempotent_randomSequences(t *testing.T) {
	outcomes := map[string]int{}
	for seed := range uint64(4000) {
		synctest.Test(t, func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed, 2))
			keepsIDs := random.IntN(2) == 0
			held := map[string]bool{}
			post := func() (string, error) {
				extID := "x"
				if !keepsIDs {
					extID = fmt.Sprint("y", len(held))
				}
				lost := random.IntN(3)
				switch {
				case lost == 0:
					return "", errLost
				case held[extID]:
					return "", errDuplicate
				}
				held[extID] = true
				if lost == 1 {
					return "", errLost
				}
				return extID, nil
			}
			planned := of("a", "s")
			planned.ExtID = types.StringUnknown()
			extID, err := newRun().CreateIdempotent(t.Context(), LockKey{"thing", "acme", "x"}, tfsdk.Plan(stateOf(t, planned)), CreateOps{
				Post: post,
				Get: func(extID string) (any, error) {
					if !held[extID] {
						return nil, errMissing
					}
					return of("a", "s"), nil
				},
				Delete: func(extID string) error {
					delete(held, extID)
					return nil
				},
			})
			if err == nil && (len(held) != 1 || !held[extID]) {
				t.Errorf("seed %d: returned %q, and the service holds %v", seed, extID, held)
			}
			if len(held) > 1 && keepsIDs {
				t.Errorf("seed %d: made %v", seed, held)
			}
			outcomes[fmt.Sprintf("keeps ids %t, created %t, lost %t", keepsIDs, err == nil, stopped(err, Lost))]++
		})
	}
	if len(outcomes) < 4 {
		t.Errorf("too few different outcomes: %v", outcomes)
	}
}
