package write

import (
	"errors"
	"slices"
	"testing"
	"testing/synctest"

	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// An object that cannot be read is the candidate of the error, so that it can be imported.
func TestCreateIdempotent_unread(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ops := CreateOps{Get: func(extID string) (any, error) {
			if extID == "x" {
				return nil, errMissing
			}
			return nil, errRefused
		}}
		_, _, err := creating(t.Context(), t, false, ops, "1")
		if stop, _ := errors.AsType[*Error](err); stop == nil || stop.Outcome != Lost || !slices.Equal(stop.Candidates, []string{"1"}) {
			t.Errorf("%+v", err)
		}
	})
}

// The second object of a repeated create is known afterwards, and is no candidate of other creates.
// An object with other values, or one that existed before, is no second one.
func TestCreateIdempotent_second(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		run, planned := newRun(), of("a", "s")
		planned.ExtID = types.StringUnknown()
		plan, held := tfsdk.Plan(stateOf(t, planned)), []Sibling{{"0", named("0")}}
		ops := CreateOps{
			Get: func(string) (any, error) { return nil, errMissing },
			Siblings: &Siblings{Place: "p", Similar: []string{"name"}, Repeatable: true, List: func(yield func(Sibling, error) bool) {
				for _, sibling := range held {
					if !yield(sibling, nil) {
						return
					}
				}
			}},
		}
		for _, made := range [][]string{{"1", "2", "3 of b"}, {"4"}} {
			ops.Post = func() (string, error) {
				for _, extID := range made {
					held = append(held, Sibling{extID, named(extID)})
				}
				held = append(held, Sibling{"changed " + made[0], of("a", "another secret")})
				return made[0], nil
			}
			created, err := run.CreateIdempotent(t.Context(), LockKey{"thing", "acme", ""}, plan, ops)
			if created != made[0] || err != nil {
				t.Error(created, err)
			}
		}
		first, next := run.Second(LockKey{"thing", "acme", "1"}), run.Second(LockKey{"thing", "acme", "4"})
		if !slices.Equal(first, []string{"2"}) || next != nil {
			t.Errorf("%q, %q", first, next)
		}
	})
}
