package write

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// service is one object of a service that loses responses, and that others also change.
type service struct {
	random       *rand.Rand
	name, secret string
	version      int64
	// overwritten lists the changes by others that our PATCH undid. made holds the names that others
	// set.
	made        map[string]bool
	overwritten []string
}

// others changes the name, which the update also changes, or the secret, which it does not.
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

// patch sets the name if the version matches. The response may be lost before or after the change.
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

// Despite failures and concurrent writers, a successful update has made its change or found it
// already made, undoes no change outside the plan, does not touch other attributes, and is sent at
// most four times.
func TestPatchWithConflictCheck_randomSequences(t *testing.T) {
	outcomes := map[string]int{}
	for seed := range uint64(4000) {
		synctest.Test(t, func(t *testing.T) {
			s := &service{random: rand.New(rand.NewPCG(seed, 1)), name: "a", secret: "s", version: 1, made: map[string]bool{}}
			u := updateOf(t, of("a", "s"), of("b", "s"))
			u.stale = seed%3 == 0
			sent, response := 0, ""
			err := u.PatchWithConflictCheck(t.Context(), func(version int64) (err error) {
				sent++
				response, err = s.patch(version, "b")
				return err
			}, func() (any, int64, error) {
				remote, found, err := s.read()
				response = s.name
				return remote, found, err
			})
			switch {
			case len(s.overwritten) > 0:
				t.Errorf("seed %d: overwrote %q", seed, s.overwritten)
			case sent > maxRepeats+1:
				t.Errorf("seed %d: sent %d times", seed, sent)
			case err == nil && response != "b":
				t.Errorf("seed %d: done with %q", seed, response)
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

// collection holds the objects of a service that loses responses to creates.
type collection struct {
	random *rand.Rand
	// keepsIDs means that the service keeps the IDs that it receives, unique that it refuses a second
	// object, and late that it carries out some creates after their response is lost.
	keepsIDs, unique, late bool
	held                   []string
	pending                bool
}

func (c *collection) create() (string, error) {
	extID := "x"
	if !c.keepsIDs {
		extID = fmt.Sprint("y", len(c.held))
	}
	if slices.Contains(c.held, extID) || c.unique && len(c.held) > 0 {
		return "", errDuplicate
	}
	c.held = append(c.held, extID)
	return extID, nil
}

func (c *collection) post() (string, error) {
	if c.pending {
		c.pending = false
		_, _ = c.create()
	}
	lost := c.random.IntN(4)
	if lost == 0 {
		c.pending = c.late
		return "", errLost
	}
	extID, err := c.create()
	if lost == 1 {
		return "", errLost
	}
	return extID, err
}

func (c *collection) ops() CreateOps {
	ops := CreateOps{Post: c.post, Unique: c.unique, Get: func(extID string) (any, error) {
		if !slices.Contains(c.held, extID) {
			return nil, errMissing
		}
		return named(extID), nil
	}}
	switch {
	case c.unique:
		ops.Holder = func() (string, error) { return strings.Join(c.held, ""), nil }
	case c.random.IntN(3) > 0:
		ops.Siblings = &Siblings{Place: "p", List: func(yield func(Sibling, error) bool) {
			for _, extID := range c.held {
				if !yield(Sibling{extID, named(extID)}, nil) {
					return
				}
			}
		}}
	}
	return ops
}

// Lost responses to creates never lead to two objects, whether or not the service keeps the IDs
// that it receives, unless it carries out a create late; then no create succeeds. The only object
// is the one that was returned.
func TestCreateIdempotent_randomSequences(t *testing.T) {
	outcomes := map[string]int{}
	for seed := range uint64(4000) {
		synctest.Test(t, func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed, 2))
			c := &collection{random: random, keepsIDs: random.IntN(2) == 0, unique: random.IntN(2) == 0, late: random.IntN(2) == 0}
			planned := of("a", "s")
			planned.ExtID = types.StringUnknown()
			extID, err := newRun().CreateIdempotent(t.Context(), LockKey{"thing", "acme", "x"}, tfsdk.Plan(stateOf(t, planned)), c.ops())
			if err == nil && !slices.Equal(c.held, []string{extID}) {
				t.Errorf("seed %d: returned %q, and the service holds %v", seed, extID, c.held)
			}
			if len(c.held) > 1 && (c.keepsIDs || c.unique || !c.late) {
				t.Errorf("seed %d: made %v", seed, c.held)
			}
			outcomes[fmt.Sprintf("keeps ids %t, unique %t, created %t", c.keepsIDs, c.unique, err == nil)]++
		})
	}
	if len(outcomes) < 6 {
		t.Errorf("too few different outcomes: %v", outcomes)
	}
}
