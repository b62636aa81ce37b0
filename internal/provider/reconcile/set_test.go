package reconcile_test

import (
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/reconcile"
)

// remoteGrant is a grant of the service below. Its rooms are its value in the state.
type remoteGrant struct {
	extID, role, rooms string
	version            int64
}

// remoteService keeps grants in order, records the requests, and fails as configured.
type remoteService struct {
	all   []remoteGrant
	fails map[string]error
	sent  []string
	lists int
}

var errBroken = errors.New("broken")

func (r *remoteService) note(text string) error {
	r.sent = append(r.sent, text)
	return r.fails[text]
}

func (r *remoteService) list() iter.Seq2[remoteGrant, error] {
	return func(yield func(remoteGrant, error) bool) {
		if r.lists++; r.fails["list"] != nil {
			yield(remoteGrant{}, r.fails["list"])
			return
		}
		for _, grant := range r.all {
			if !yield(grant, nil) {
				return
			}
		}
	}
}

func (r *remoteService) at(extID string) int {
	return slices.IndexFunc(r.all, func(g remoteGrant) bool { return g.extID == extID })
}

// service adapts remoteService for Reconcile with the desired rooms.
func (r *remoteService) service(desired map[string]string) reconcile.Set[string, remoteGrant] {
	return reconcile.Set[string, remoteGrant]{
		Noun: "grant", AddVerb: "grant", RemoveVerb: "revoke",
		Of:      func(g remoteGrant) grants.Grant { return grants.Grant{ExtID: g.extID, RoleExtID: g.role} },
		Version: func(g remoteGrant) int64 { return g.version },
		Show:    func(g remoteGrant) string { return g.rooms },
		Differs: func(desired, have string) bool { return desired != have },
		List:    r.list,
		Create: func(g grants.Grant, rooms string, find func() (string, error)) (string, error) {
			extID := "new-" + g.RoleExtID
			if err := r.note("grant " + g.RoleExtID); errors.Is(err, errLost) {
				return find()
			} else if err != nil {
				return "", err
			}
			r.all = append(r.all, remoteGrant{extID, g.RoleExtID, rooms, 1})
			return extID, nil
		},
		Update: func(key string, recorded grants.Record) (remoteGrant, error) {
			if err := r.note(fmt.Sprintf("change %s %d", recorded.ExtID, recorded.Version)); err != nil {
				return remoteGrant{}, err
			}
			changed := &r.all[r.at(recorded.ExtID)]
			changed.rooms, changed.version = desired[key], changed.version+1
			return *changed, nil
		},
		Delete: func(extID string) error {
			if err := r.note("revoke " + extID); err != nil {
				return err
			}
			r.all = slices.Delete(r.all, r.at(extID), r.at(extID)+1)
			return nil
		},
	}
}

var errLost = errors.New("lost")

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestReconcile(t *testing.T) {
	remote := []remoteGrant{{"1", "a", "", 7}, {"2", "b", "unit", 3}, {"3", "c", "", 1}}
	tests := map[string]struct {
		desired map[string]string
		fails   map[string]error
		sent    []string
		held    map[string]string
		err     string
	}{
		"nothing to do": {map[string]string{"a": "", "b": "unit", "c": ""}, nil, nil,
			map[string]string{"a": "", "b": "unit", "c": ""}, ""},
		"revoke, change, grant": {map[string]string{"b": "app", "d": "", "e": ""}, nil,
			[]string{"revoke 1", "revoke 3", "change 2 3", "grant d", "grant e"}, map[string]string{"b": "app", "d": "", "e": ""}, ""},
		"gone already": {map[string]string{"b": "unit", "c": ""}, map[string]error{"revoke 1": idm.ErrNoRecord}, []string{"revoke 1"},
			map[string]string{"b": "unit", "c": ""}, ""},
		"one cannot be revoked": {map[string]string{"c": "app", "d": ""}, map[string]error{"revoke 2": errBroken},
			[]string{"revoke 1", "revoke 2"}, map[string]string{"b": "unit", "c": ""}, "revoke b: broken"},
		"one cannot be changed": {map[string]string{"b": "app", "c": "app", "d": ""}, map[string]error{"change 2 3": errBroken},
			[]string{"revoke 1", "change 2 3"}, map[string]string{"b": "unit", "c": ""}, "change b: broken"},
		"one cannot be granted": {map[string]string{"d": "", "e": "", "f": ""}, map[string]error{"grant e": errBroken},
			[]string{"revoke 1", "revoke 2", "revoke 3", "grant d", "grant e"}, map[string]string{"d": ""}, "grant e: broken"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			r := &remoteService{all: slices.Clone(remote), fails: test.fails}
			s := r.service(test.desired)
			found, err := s.Read(nil)
			if err != nil {
				t.Fatal(err)
			}
			held := s.Hold(found)
			base := maps.Clone(held.Grants)
			if got := text(s.Reconcile(base, test.desired, held)); got != test.err {
				t.Errorf("%q", got)
			}
			if !slices.Equal(r.sent, test.sent) || !maps.Equal(held.Grants, test.held) {
				t.Errorf("sent %q, holds %v", r.sent, held.Grants)
			}
			for key := range held.Grants {
				if recorded := held.Records[key]; r.at(recorded.ExtID) < 0 || recorded.Version != r.all[r.at(recorded.ExtID)].version {
					t.Errorf("%s is recorded as %v, and the service holds %v", key, recorded, r.all)
				}
			}
			if len(held.Records) != len(held.Grants) {
				t.Errorf("the records are %v", held.Records)
			}
		})
	}
}

// A record with the grant of another role, as in an edited state, is rejected before anything is
// sent, because the plan shows the role.
func TestReconcile_recordOfAnotherRole(t *testing.T) {
	for name, desired := range map[string]map[string]string{"revoke": {"b": ""}, "change": {"a": "unit", "b": ""}} {
		r := &remoteService{all: []remoteGrant{{"1", "a", "", 7}, {"2", "b", "", 3}, {"3", "c", "", 1}}}
		held := reconcile.Holding[string]{Grants: map[string]string{"a": "", "b": ""},
			Records: grants.Records{"a": {ExtID: "3", Version: 1}, "b": {ExtID: "2", Version: 3}}}
		err := r.service(desired).Reconcile(maps.Clone(held.Grants), desired, held)
		step, _ := errors.AsType[*reconcile.StepError](err)
		if step == nil || !strings.Contains(text(step.Err), `the external ID "3"`) || step.Key != "a" || step.Verb != name ||
			len(r.sent) > 0 {
			t.Errorf("%s: %v, sent %q", name, err, r.sent)
		}
	}
}

// A grant that cannot be changed as planned is revoked and granted again, after all other changes. If
// another writer has changed it since the plan, nothing is sent.
func TestReconcile_grantedAgain(t *testing.T) {
	desired := map[string]string{"a": "unit", "b": "app"}
	for name, test := range map[string]struct {
		rooms string
		fails map[string]error
		sent  []string
		held  map[string]string
		err   string
	}{
		"again": {"until", nil, []string{"change 2 3", "revoke 1", "grant a"}, desired, ""},
		"not granted": {"until", map[string]error{"grant a": errBroken}, []string{"change 2 3", "revoke 1", "grant a"},
			map[string]string{"b": "app"}, "grant a: broken"},
		"not revoked": {"until", map[string]error{"revoke 1": errBroken}, []string{"change 2 3", "revoke 1"},
			map[string]string{"a": "until", "b": "app"}, "grant a: broken"},
		"changed by another writer": {"until and theirs", nil, nil, map[string]string{"a": "until", "b": ""}, `change a: another writer has ` +
			`changed the grant "1" since the plan, and granting it again would undo that. Nothing was sent for this element. Plan again, ` +
			`which shows the change`},
	} {
		t.Run(name, func(t *testing.T) {
			r := &remoteService{all: []remoteGrant{{"1", "a", test.rooms, 7}, {"2", "b", "", 3}}, fails: test.fails}
			s := r.service(desired)
			s.Regrants = func(desired, have string) bool { return have == "until" && desired != have }
			held := reconcile.Holding[string]{Grants: map[string]string{"a": "until", "b": ""},
				Records: grants.Records{"a": {ExtID: "1", Version: 7}, "b": {ExtID: "2", Version: 3}}}
			if got := text(s.Reconcile(maps.Clone(held.Grants), desired, held)); got != test.err {
				t.Errorf("%q", got)
			}
			if !slices.Equal(r.sent, test.sent) || !maps.Equal(held.Grants, test.held) {
				t.Errorf("sent %q, holds %v", r.sent, held.Grants)
			}
		})
	}
}

// A change of a grant by another writer is stored in the state. The record keeps the planned
// version, so that the next update without a refresh compares again.
func TestReconcile_changedByAnother(t *testing.T) {
	r := &remoteService{all: []remoteGrant{{"1", "a", "", 7}}}
	s := r.service(map[string]string{"a": "unit and theirs"})
	held := reconcile.Holding[string]{Grants: map[string]string{"a": ""}, Records: grants.Records{"a": {ExtID: "1", Version: 7}}}
	if err := s.Reconcile(map[string]string{"a": ""}, map[string]string{"a": "unit"}, held); err != nil {
		t.Fatal(err)
	}
	if held.Grants["a"] != "unit and theirs" || held.Records["a"] != (grants.Record{ExtID: "1", Version: 7}) {
		t.Error(held)
	}
}

// New grants that cannot be read back are still held, with their desired values.
func TestReconcile_notReadBack(t *testing.T) {
	r := &remoteService{fails: map[string]error{"list": errBroken, "grant b": errBroken}}
	held := reconcile.Holding[string]{Grants: map[string]string{}, Records: grants.Records{}}
	err := r.service(nil).Reconcile(nil, map[string]string{"a": "unit", "b": ""}, held)
	step, isStep := errors.AsType[*reconcile.StepError](err)
	if _, isUnread := errors.AsType[*reconcile.UnreadError](err); !isUnread || !isStep || step.Key != "b" {
		t.Errorf("%v", err)
	}
	if !maps.Equal(held.Grants, map[string]string{"a": "unit"}) || held.Records["a"] != (grants.Record{ExtID: "new-a"}) {
		t.Error(held)
	}
}

// After a lost response, only a grant with the desired values is accepted as the created one.
func TestReconcile_lostCreate(t *testing.T) {
	for rooms, want := range map[string]string{"unit": "1", "": ""} {
		r := &remoteService{all: []remoteGrant{{"1", "a", rooms, 1}}, fails: map[string]error{"grant a": errLost}}
		held := reconcile.Holding[string]{Grants: map[string]string{}, Records: grants.Records{}}
		var found string
		s := r.service(nil)
		create := s.Create
		s.Create = func(g grants.Grant, desired string, find func() (string, error)) (string, error) {
			extID, err := create(g, desired, find)
			found = extID
			return extID, err
		}
		if err := s.Reconcile(nil, map[string]string{"a": "unit"}, held); err != nil || found != want {
			t.Errorf("with the rooms %q it found %q, %v", rooms, found, err)
		}
	}
}

func TestTakeover(t *testing.T) {
	r := &remoteService{all: []remoteGrant{{"1", "a", "", 1}, {"2", "b", "unit", 1}, {"3", "c", "", 1}}}
	s := r.service(nil)
	found, err := s.Read(nil)
	if err != nil {
		t.Fatal(err)
	}
	got := s.Takeover(map[string]string{"a": "", "b": "app", "d": ""}, found)
	want := []string{"c: not in the configuration (grant 3)", "b: differs from the configuration (grant 2)"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
