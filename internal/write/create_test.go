package write

import (
	"context"
	"errors"
	"strings"
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

func TestCreateIdempotent(t *testing.T) {
	none := func(string) (any, error) { return nil, errMissing }
	there := func(name string) func(string) (any, error) {
		return func(string) (any, error) { return of(name, "s"), nil }
	}
	noGrants := func(context.Context, func(extID, role string) bool) error { return nil }
	deleted := func(err error) func(string) error { return func(string) error { return err } }
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
		"a duplicate at once": {ops: CreateOps{Get: none}, posts: []any{errDuplicate}, sent: 1, message: "already"},
		"not there, again":    {ops: CreateOps{Get: none}, posts: []any{errLost, "x"}, sent: 2, extID: "x"},
		"never answered":      {ops: CreateOps{Get: none}, posts: []any{errLost}, sent: 4, message: "reset"},
		"cannot be looked up": {ops: CreateOps{Get: func(string) (any, error) { return nil, errRefused }}, posts: []any{errLost},
			sent: 1, message: "reset"},
		"cannot be looked up, and the ID may be another": {ops: CreateOps{Get: func(string) (any, error) { return nil, errRefused }},
			posts: []any{errLost}, sent: 1, message: `external ID that was sent, "x", failed: refused`},
		"never answered, and each may have made one": {ops: CreateOps{Get: none}, posts: []any{errLost}, sent: 4,
			message: "4 attempts had no response"},
		"a configured ID that is never answered": {configured: true, ops: CreateOps{Get: none}, posts: []any{errLost}, sent: 4,
			message: "reset"},
		"two lost, and a third under an ID of the service": {ops: CreateOps{Get: none, Delete: deleted(nil)},
			posts: []any{errLost, errLost, "y"}, sent: 3, message: "2 attempts had no response"},
		"a generated id is ours":          {ops: CreateOps{Get: there("other")}, posts: []any{errLost}, sent: 1, extID: "x"},
		"a configured id with our values": {configured: true, ops: CreateOps{Get: there("a")}, posts: []any{errLost}, sent: 1, extID: "x"},
		"a configured id with other ones": {configured: true, ops: CreateOps{Get: there("other")}, posts: []any{errLost}, sent: 1,
			message: `name is "other" instead of "a"`},
		"no location": {ops: CreateOps{Get: none}, posts: []any{errUnidentified}, sent: 1, message: "not known whether"},
		"the id of the service": {ops: CreateOps{Get: none, Delete: deleted(nil)}, posts: []any{errLost, "y"}, sent: 2,
			message: `with name = "a"`},
		"a second one that stays": {ops: CreateOps{Get: none, Delete: deleted(errRefused)}, posts: []any{errLost, "y"}, sent: 2,
			message: `created "y", which could not be deleted: refused`},
		"a duplicate of the lost one": {ops: CreateOps{Get: none}, posts: []any{errLost, errDuplicate}, sent: 2,
			message: "not known whether"},
		"a grant that is a duplicate": {ops: CreateOps{Get: none, ListGrants: noGrants}, posts: []any{errLost, errDuplicate}, sent: 2,
			message: "already"},
		"a grant with an id of the service": {ops: CreateOps{Get: none, ListGrants: noGrants}, posts: []any{errLost, "y"}, sent: 2,
			extID: "y"},
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

func TestCreateIdempotent_endsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	get := func(string) (any, error) {
		cancel()
		return nil, errMissing
	}
	if _, sent, err := creating(ctx, t, false, CreateOps{Get: get}, errLost); sent != 1 || !errors.Is(err, errLost) {
		t.Errorf("sent %d times, %v", sent, err)
	}
}

// Two grants of a role that another writer made before, and one from a create whose response was
// lost: only the last one is adopted.
func TestCreateIdempotent_grantAmongOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		granted := [][2]string{{"1", "reader"}, {"2", "admin"}}
		get := func(extID string) (any, error) {
			if extID == "x" {
				return nil, errMissing
			}
			found := of("a", "s")
			found.ExtID = types.StringValue(extID)
			return found, nil
		}
		posts := 0
		ops := CreateOps{Role: "admin", Get: get, Post: func() (string, error) {
			posts++
			granted = append(granted, [2]string{"3", "reader"}, [2]string{"4", "admin"})
			return "", errLost
		}, ListGrants: func(_ context.Context, found func(extID, role string) bool) error {
			for _, grant := range granted {
				if !found(grant[0], grant[1]) {
					break
				}
			}
			return nil
		}}
		planned := of("a", "s")
		planned.ExtID = types.StringUnknown()
		extID, err := newRun().CreateIdempotent(t.Context(), LockKey{"grant", "acme", "x"}, tfsdk.Plan(stateOf(t, planned)), ops)
		if extID != "4" || posts != 1 || err != nil {
			t.Errorf("%q, sent %d times, %v", extID, posts, err)
		}
	})
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
