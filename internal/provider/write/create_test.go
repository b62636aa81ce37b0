package write

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"go.yaml.in/yaml/v3"
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
func creating(ctx context.Context, t *testing.T, isConfigured bool, ops CreateOps, posts ...string) (extID string, sent int, err error) {
	t.Helper()
	planned := of("a", "s")
	if !isConfigured {
		planned.ExtID = types.StringUnknown()
	}
	plan := tfsdk.Plan(stateOf(t, planned))
	next := turns(posts)
	ops.Post = func() (string, error) {
		sent++
		return next()
	}
	extID, err = newRun().CreateIdempotent(ctx, LockKey{"thing", "acme", "x"}, plan, ops)
	return extID, sent, err
}

// siblings are the lists of a place in their order; the last one stays.
func siblings(lists ...[]string) *Siblings {
	n := 0
	return &Siblings{Place: "p", Similar: []string{"name"}, Repeatable: true, List: func(yield func(Sibling, error) bool) {
		listed := lists[min(n, len(lists)-1)]
		n++
		for _, extID := range listed {
			if err := failures[extID]; !yield(Sibling{extID, named(extID)}, err) || err != nil {
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

// createCase is a case of testdata/creates.yaml.
type createCase struct {
	Name                       string
	Configured                 bool
	Get                        [2]string
	Listed                     [][]string
	Holders, Unprovable, Posts []string
	Sent                       int
	ExtID                      string `yaml:"extID"`
	Message                    string
}

func createCases(t *testing.T, file string) (cases []createCase) {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(content, &cases); err != nil || len(cases) == 0 {
		t.Fatal(len(cases), err)
	}
	return cases
}

// failures are the errors that the answers of a case name.
var failures = map[string]error{"!refused": errRefused, "!lost": errLost, "!unidentified": errUnidentified,
	"!duplicate": errDuplicate, "!missing": errMissing}

// turns returns answers in their order; the last one stays.
func turns(answers []string) func() (string, error) {
	n := 0
	return func() (string, error) {
		answer := answers[min(n, len(answers)-1)]
		n++
		if err := failures[answer]; err != nil {
			return "", err
		}
		return answer, nil
	}
}

func (c createCase) ops() CreateOps {
	ops := CreateOps{Get: func(extID string) (any, error) {
		found := cmp.Or(c.Get[1], "named")
		if extID == "x" {
			found = cmp.Or(c.Get[0], "!missing")
		}
		switch {
		case failures[found] != nil:
			return nil, failures[found]
		case found == "named":
			return named(extID), nil
		case found == "secret":
			return of("a", "another secret"), nil
		}
		return of(found, "s"), nil
	}}
	if c.Listed != nil {
		ops.Siblings = siblings(c.Listed...)
	}
	if c.Holders != nil {
		ops.Unique, ops.Holder = true, turns(c.Holders)
	}
	if c.Unprovable != nil {
		next := turns(c.Unprovable)
		ops.Unprovable, ops.Get = true, func(string) (any, error) {
			_, err := next()
			return named("x"), err
		}
	}
	return ops
}

func TestCreateIdempotent(t *testing.T) {
	for _, test := range createCases(t, "testdata/creates.yaml") {
		t.Run(test.Name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				extID, sent, err := creating(t.Context(), t, test.Configured, test.ops(), test.Posts...)
				if extID != test.ExtID || sent != test.Sent || (err == nil) != (test.Message == "") {
					t.Errorf("%q, sent %d times, %v", extID, sent, err)
				}
				if err != nil && (!strings.Contains(err.Error(), test.Message) || strings.Contains(err.Error(), `secret = `)) {
					t.Errorf("%q is missing in %s", test.Message, err)
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
	if _, sent, err := creating(ctx, t, false, ops, "!lost"); sent != 1 || !stopped(err, Lost) {
		t.Errorf("sent %d times, %v", sent, err)
	}
}

func TestCreateUnique(t *testing.T) {
	for _, test := range createCases(t, "testdata/uniques.yaml") {
		t.Run(test.Name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				sent, post := 0, turns(test.Posts)
				extID, err := newRun().CreateUnique(t.Context(), func() (string, error) {
					sent++
					return post()
				}, turns(test.Holders))
				want := failures[test.ExtID]
				if !errors.Is(err, want) || want == nil && (err != nil || extID != test.ExtID) || sent != test.Sent {
					t.Errorf("%q, sent %d times, %v", extID, sent, err)
				}
			})
		})
	}
}
