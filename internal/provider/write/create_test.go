package write

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// failure is an error whose outcome is known.
type failure struct {
	outcome Outcome
	text    string
}

func (f *failure) Error() string { return f.text }

var (
	errRefused      = &failure{Refused, "refused"}
	errLost         = &failure{Lost, "reset"}
	errUnidentified = &failure{Unidentified, "no location"}
	errConflict     = &failure{Conflict, "another version"}
	errDuplicate    = &failure{Duplicate, "it is there already"}
	errMissing      = &failure{Missing, "no record"}
)

func newRun() *Run {
	return &Run{Outcome: func(err error) Outcome {
		if known, ok := errors.AsType[*failure](err); ok {
			return known.outcome
		}
		return Refused
	}}
}

// creating creates an object whose external ID the provider generated as x, unless it is
// configured. posts are the answers to the creates in their order: an external ID, or an error.
func creating(ctx context.Context, t *testing.T, isConfigured bool, ops CreateOps, posts ...any) (extID string, sent int, err error) {
	t.Helper()
	planned := of("a", "s")
	if !isConfigured {
		planned.ExtID = types.StringUnknown()
	}
	plan := tfsdk.Plan(stateOf(t, planned))
	ops.Post = func() (string, error) {
		answer := posts[min(sent, len(posts)-1)]
		sent++
		if err, failed := answer.(error); failed {
			return "", err
		}
		return answer.(string), nil
	}
	extID, err = newRun().CreateIdempotent(ctx, LockKey{"thing", "acme", "x"}, plan, ops)
	return extID, sent, err
}

// siblings are the lists of a place in their order; the last one stays.
func siblings(lists ...any) *Siblings {
	n := 0
	return &Siblings{Place: "p", Similar: []string{"name"}, Repeatable: true, List: func(yield func(Sibling, error) bool) {
		listed := lists[min(n, len(lists)-1)]
		n++
		if err, failed := listed.(error); failed {
			yield(Sibling{}, err)
			return
		}
		for _, extID := range listed.([]string) {
			if !yield(Sibling{extID, named(extID)}, nil) {
				return
			}
		}
	}}
}

// named is the object with an external ID: its name is a, unless the ID names another one.
func named(extID string) *object {
	_, name, other := strings.Cut(extID, " of ")
	if !other {
		name = "a"
	}
	found := of(name, "s")
	found.ExtID = types.StringValue(extID)
	return found
}

func TestCreateIdempotent(t *testing.T) {
	none := func(string) (any, error) { return nil, errMissing }
	unreadable := func(string) (any, error) { return nil, errRefused }
	there := func(name string) func(string) (any, error) {
		return func(string) (any, error) { return of(name, "s"), nil }
	}
	// Under the ID that was sent, no object exists.
	assigned := func(extID string) (any, error) {
		if extID == "x" {
			return nil, errMissing
		}
		return named(extID), nil
	}
	unreadableBut := func(missing string) func(string) (any, error) {
		return func(extID string) (any, error) {
			if extID == missing {
				return nil, errMissing
			}
			return nil, errRefused
		}
	}
	changed := func(extID string) (any, error) {
		if extID == "x" {
			return nil, errMissing
		}
		return of("a", "another secret"), nil
	}
	listed := func(get func(string) (any, error), lists ...any) CreateOps {
		return CreateOps{Get: get, Siblings: siblings(lists...)}
	}
	// holders are the holders of the name before the create and afterwards.
	holders := func(get func(string) (any, error), before, after any) CreateOps {
		calls := 0
		return CreateOps{Get: get, Unique: true, Holder: func() (string, error) {
			calls++
			holder := after
			if calls == 1 {
				holder = before
			}
			if err, failed := holder.(error); failed {
				return "", err
			}
			return holder.(string), nil
		}}
	}
	unique := func(holder string) CreateOps { return holders(assigned, "", holder) }
	unprovable := func(before, after any) CreateOps {
		looked := 0
		return CreateOps{Unprovable: true, Get: func(string) (any, error) {
			looked++
			found := after
			if looked == 1 {
				found = before
			}
			if err, failed := found.(error); failed {
				return nil, err
			}
			return named("x"), nil
		}}
	}
	some := func(extIDs ...string) []string { return extIDs }
	tests := map[string]struct {
		configured bool
		ops        CreateOps
		posts      []any
		sent       int
		extID      string
		message    string
	}{
		"at once":             {ops: CreateOps{Get: none}, posts: []any{"x"}, sent: 1, extID: "x"},
		"refused":             {ops: CreateOps{Get: none}, posts: []any{errRefused}, sent: 1, message: "refused"},
		"a duplicate at once": {ops: CreateOps{Get: none}, posts: []any{errDuplicate}, sent: 9, message: "already"},
		"cannot be looked up": {ops: CreateOps{Get: unreadable}, posts: []any{errLost}, sent: 1,
			message: `external ID that was sent, "x", failed: refused`},
		"a generated id is ours":          {ops: CreateOps{Get: there("other")}, posts: []any{errLost}, sent: 1, extID: "x"},
		"a configured id with our values": {configured: true, ops: CreateOps{Get: there("a")}, posts: []any{errLost}, sent: 1, extID: "x"},
		"a configured id with other ones": {configured: true, ops: CreateOps{Get: there("other")}, posts: []any{errLost}, sent: 1,
			message: `name is "other" instead of "a"`},

		"neither unique nor listed": {ops: CreateOps{Get: none}, posts: []any{errLost, "x"}, sent: 1,
			message: `another external ID than the one that was sent. Look in the service for a new object with name = "a"`},
		"neither unique nor listed, and configured": {configured: true, ops: CreateOps{Get: none}, posts: []any{errLost, "x"}, sent: 1,
			message: "may have assigned another external ID"},
		"no location": {ops: listed(assigned, some()), posts: []any{errUnidentified}, sent: 1, message: "no object has the values"},

		"made, and another one is named": {ops: listed(assigned, some("old"), some("old", "new")), posts: []any{"old"}, sent: 1,
			extID: "new"},
		"another one is named": {ops: CreateOps{Get: assigned}, posts: []any{"1 of b"}, sent: 1, message: `names "1 of b"`},
		"another one is named, and x exists": {ops: CreateOps{Get: func(extID string) (any, error) {
			if extID == "x" {
				return named("x of a"), nil
			}
			return named(extID), nil
		}}, posts: []any{"1 of b"}, sent: 1, extID: "x"},
		"another place's object is named": {ops: unique("new"),
			posts: []any{"1 of b"}, sent: 1, extID: "new"},
		"one with other values is named":   {ops: CreateOps{Get: changed}, posts: []any{"1"}, sent: 1, message: "is another object"},
		"one that does not exist is named": {ops: CreateOps{Get: none}, posts: []any{"1"}, sent: 1, message: `names "1", which does not`},
		"one that cannot be read is named": {ops: CreateOps{Get: unreadableBut("x")}, posts: []any{"1"}, sent: 1,
			message: "could not be read: refused"},
		"the unreadable holder is named": {ops: holders(unreadableBut("x"), "", "1"),
			posts: []any{"1"}, sent: 1, extID: "1"},
		"one that cannot be read is listed": {ops: listed(unreadableBut("x"), some("old"), some("old", "1")), posts: []any{"1"}, sent: 1,
			extID: "1"},

		"not made":                  {ops: listed(assigned, some("old"), some("old")), posts: []any{errLost, "x"}, sent: 2, extID: "x"},
		"not made, then assigned":   {ops: listed(assigned, some("old")), posts: []any{errLost, "y"}, sent: 2, extID: "y"},
		"made under an assigned ID": {ops: listed(assigned, some("old"), some("old", "new")), posts: []any{errLost}, sent: 1, extID: "new"},
		"made without a location": {ops: listed(assigned, some("old"), some("old", "new")), posts: []any{errUnidentified}, sent: 1,
			extID: "new"},
		"made under an assigned ID, although configured": {configured: true, ops: listed(assigned, some(), some("new")),
			posts: []any{errLost}, sent: 1, extID: "new"},
		"made among others": {ops: listed(assigned, some(), some("1 of b", "new", "2 of c")), posts: []any{errLost}, sent: 1, extID: "new"},
		"made twice": {ops: listed(assigned, some(), some("new", "newer")), posts: []any{errLost}, sent: 1,
			message: "have been created in the meantime: new, newer"},
		"made with other values": {ops: listed(changed, some(), some("new")), posts: []any{errLost}, sent: 1,
			message: "have been created in the meantime: new"},
		"made late": {ops: listed(assigned, some(), some(), some("late", "y")), posts: []any{errLost, "y"}, sent: 2,
			message: "have been created in the meantime: y, late"},
		"never answered": {ops: listed(assigned, some("old")), posts: []any{errLost}, sent: 4, message: "found after attempt 4"},
		"not listed before": {ops: listed(assigned, errRefused, some()), posts: []any{errLost}, sent: 1,
			message: "existed before could not be"},
		"not listed after": {ops: listed(assigned, some(), errRefused), posts: []any{errLost}, sent: 1,
			message: "existing objects could not be"},
		"not listed, but at once": {ops: listed(assigned, errRefused), posts: []any{"y"}, sent: 1, extID: "y"},

		"unique, and not made":              {ops: unique(""), posts: []any{errLost, "y"}, sent: 2, extID: "y"},
		"unique, and made":                  {ops: unique("new"), posts: []any{errLost}, sent: 1, extID: "new"},
		"unique, and another one":           {ops: unique("1 of b"), posts: []any{errLost, errDuplicate}, sent: 9, message: "already"},
		"unique, and held by one not found": {ops: unique(""), posts: []any{errLost, errDuplicate}, sent: 9, message: "already"},
		"unique, and taken before": {ops: holders(assigned, "old", "old"), posts: []any{errLost, errDuplicate}, sent: 9,
			message: "already"},
		"unique, and perhaps taken before": {ops: holders(assigned, errRefused, "old"), posts: []any{errLost, errDuplicate}, sent: 9,
			message: "already"},
		"unique, and the one that was there is named": {ops: holders(assigned, "old", "old"), posts: []any{"old", errDuplicate}, sent: 1,
			message: "is another object"},
		"unprovable, and made": {configured: true, ops: unprovable(errMissing, "x"), posts: []any{errLost}, sent: 1, extID: "x"},
		"unprovable, and taken before": {configured: true, ops: unprovable("x", "x"), posts: []any{errLost}, sent: 1,
			message: "existed before"},
		"unprovable, and perhaps taken before": {configured: true, ops: unprovable(errRefused, "x"), posts: []any{errLost}, sent: 1,
			message: "not known whether an object had this external ID"},
		"unprovable, and generated": {ops: unprovable("x", "x"), posts: []any{errLost}, sent: 1, extID: "x"},

		"unique, and never answered": {ops: unique(""), posts: []any{errLost}, sent: 4, message: "found after attempt 4"},
		"unique and listed, and there before": {ops: CreateOps{Get: assigned, Unique: true,
			Holder:   func() (string, error) { return "old", nil },
			Siblings: siblings(some("old"))}, posts: []any{errLost, errDuplicate}, sent: 9, message: "already"},
		"unique, and not listed": {ops: CreateOps{Get: assigned, Unique: true, Holder: func() (string, error) { return "old", nil },
			Siblings: siblings(errRefused)}, posts: []any{errLost, errDuplicate}, sent: 9, message: "already"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				extID, sent, err := creating(t.Context(), t, test.configured, test.ops, test.posts...)
				if extID != test.extID || sent != test.sent || (err == nil) != (test.message == "") {
					t.Errorf("%q, sent %d times, %v", extID, sent, err)
				}
				if err != nil && (!strings.Contains(err.Error(), test.message) || strings.Contains(err.Error(), `secret = `)) {
					t.Errorf("%q is missing in %s", test.message, err)
				}
			})
		})
	}
}

// Once a response has shown that the service keeps the IDs that it receives, no list is needed: an
// object that does not exist under its ID does not exist.
func TestCreateIdempotent_knownPolicy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		run, plan, lists, posts := newRun(), tfsdk.Plan(stateOf(t, of("a", "s"))), 0, 0
		ops := CreateOps{Get: func(string) (any, error) { return nil, errMissing }, Siblings: siblings([]string{})}
		list := ops.Siblings.List
		ops.Siblings.List = func(yield func(Sibling, error) bool) {
			lists++
			list(yield)
		}
		for _, extID := range []string{"1", "2", "3"} {
			lost := extID == "3"
			ops.Post = func() (string, error) {
				posts++
				if lost {
					lost = false
					return "", errLost
				}
				return extID, nil
			}
			created, err := run.CreateIdempotent(t.Context(), LockKey{"thing", "acme", extID}, plan, ops)
			if created != extID || err != nil {
				t.Error(created, err)
			}
		}
		if lists != 1 || posts != 4 {
			t.Errorf("%d lists, %d creates", lists, posts)
		}
	})
}

// Creates of equal objects whose responses are all lost, at the same time: each finds its own.
func TestCreateIdempotent_equalObjectsConcurrently(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		run, planned := newRun(), of("a", "s")
		planned.ExtID = types.StringUnknown()
		plan := tfsdk.Plan(stateOf(t, planned))
		var mu sync.Mutex
		var held []string
		list := func(yield func(Sibling, error) bool) {
			mu.Lock()
			defer mu.Unlock()
			for _, extID := range held {
				if !yield(Sibling{extID, named(extID)}, nil) {
					return
				}
			}
		}
		found, group := map[string]bool{}, sync.WaitGroup{}
		for n := range 8 {
			sent := fmt.Sprint("sent-", n)
			group.Go(func() {
				created, err := run.CreateIdempotent(t.Context(), LockKey{"thing", "acme", sent}, plan, CreateOps{
					Get: func(extID string) (any, error) {
						if strings.HasPrefix(extID, "sent-") {
							return nil, errMissing
						}
						return named(extID), nil
					},
					Post: func() (string, error) {
						mu.Lock()
						defer mu.Unlock()
						held = append(held, fmt.Sprint("y", len(held)))
						return "", errLost
					},
					Siblings: &Siblings{Place: "p", Similar: []string{"name"}, List: list},
				})
				mu.Lock()
				defer mu.Unlock()
				if found[created] || err != nil {
					t.Error(created, err)
				}
				found[created] = true
			})
		}
		group.Wait()
		if len(held) != 8 || len(found) != 8 {
			t.Errorf("%d objects, %d found", len(held), len(found))
		}
	})
}

func TestCreateIdempotent_stopsWithContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	get := func(string) (any, error) {
		cancel()
		return nil, errMissing
	}
	ops := CreateOps{Get: get, Siblings: siblings([]string{})}
	if _, sent, err := creating(ctx, t, false, ops, errLost); sent != 1 || !stopped(err, Lost) {
		t.Errorf("sent %d times, %v", sent, err)
	}
}

func TestCreateUnique(t *testing.T) {
	tests := map[string]struct {
		posts []any
		found []any
		sent  int
		want  any
	}{
		"at once":              {posts: []any{"x"}, sent: 1, want: "x"},
		"refused":              {posts: []any{errRefused}, sent: 1, want: errRefused},
		"a duplicate at once":  {posts: []any{errDuplicate}, sent: 1, want: errDuplicate},
		"lost after the work":  {posts: []any{errLost}, found: []any{"y"}, sent: 1, want: "y"},
		"lost before the work": {posts: []any{errLost, "x"}, found: []any{""}, sent: 2, want: "x"},
		"done late":            {posts: []any{errLost, errDuplicate}, found: []any{"", "y"}, sent: 2, want: "y"},
		"made without an ID":   {posts: []any{errUnidentified}, found: []any{""}, sent: 1, want: errUnidentified},
		"not readable":         {posts: []any{errLost}, found: []any{errRefused}, sent: 1, want: errLost},
		"never answered":       {posts: []any{errLost}, found: []any{""}, sent: 4, want: errLost},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				sent, finds := 0, 0
				next := func(answers []any, n *int) (string, error) {
					answer := answers[min(*n, len(answers)-1)]
					*n++
					if err, failed := answer.(error); failed {
						return "", err
					}
					return answer.(string), nil
				}
				extID, err := newRun().CreateUnique(t.Context(), func() (string, error) { return next(test.posts, &sent) },
					func() (string, error) { return next(test.found, &finds) })
				if got := any(extID); err != nil {
					got = err
					if got != test.want {
						t.Error(err)
					}
				} else if got != test.want {
					t.Errorf("%q", extID)
				}
				if sent != test.sent {
					t.Errorf("sent %d times", sent)
				}
			})
		})
	}
}
