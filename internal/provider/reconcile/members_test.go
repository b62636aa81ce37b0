package reconcile_test

import (
	"errors"
	"iter"
	"maps"
	"slices"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/reconcile"
)

type none = struct{}

func set(members ...string) map[string]none {
	all := map[string]none{}
	for _, member := range members {
		all[member] = none{}
	}
	return all
}

// remote returns the members as a service returns them.
func remote(of map[string]none) map[string]string {
	all := map[string]string{}
	for member := range of {
		all[member] = member
	}
	return all
}

// members returns the operations on members, which have no values.
func members(list iter.Seq2[string, error]) reconcile.Set[none, string] {
	return reconcile.Set[none, string]{
		AddVerb: "add", RemoveVerb: "remove",
		Of:      func(member string) grants.Grant { return grants.Grant{ExtID: member, RoleExtID: member} },
		Version: func(string) int64 { return 0 },
		Show:    func(string) none { return none{} },
		List:    func() iter.Seq2[string, error] { return list },
	}
}

func TestReconcile_members(t *testing.T) {
	broken := errors.New("broken")
	tests := map[string]struct {
		held, desired map[string]none
		fails         map[string]error
		sent          []string
		left          map[string]none
		err           error
		text          string
	}{
		"nothing to do":        {set("a"), set("a"), nil, nil, set("a"), nil, ""},
		"out, then in, sorted": {set("c", "b"), set("z", "y"), nil, []string{"-b", "-c", "+y", "+z"}, set("y", "z"), nil, ""},
		"all out":              {set("b", "a"), nil, nil, []string{"-a", "-b"}, set(), nil, ""},
		"gone already":         {set("a", "b"), nil, map[string]error{"-a": idm.ErrNoRecord}, []string{"-a", "-b"}, set(), nil, ""},
		"one stays": {set("a", "b", "c"), set("z"), map[string]error{"-b": broken}, []string{"-a", "-b"}, set("b", "c"), broken,
			"remove b: broken"},
		"one is not added": {set("a"), set("x", "y", "z"), map[string]error{"+y": broken}, []string{"-a", "+x", "+y"}, set("x"), broken,
			"add y: broken"},
		"an unknown one is not added": {set(), set("x"), map[string]error{"+x": idm.ErrNoRecord}, []string{"+x"}, set(), idm.ErrNoRecord,
			""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var sent []string
			send := func(sign, member string) error {
				sent = append(sent, sign+member)
				return test.fails[sign+member]
			}
			s := members(nil)
			s.Delete = func(member string) error { return send("-", member) }
			s.Create = func(member grants.Grant, _ none, _ func() (string, error)) (string, error) {
				return member.RoleExtID, send("+", member.RoleExtID)
			}
			held := s.Hold(remote(test.held))
			err := s.Reconcile(maps.Clone(held.Grants), test.desired, held)
			if !errors.Is(err, test.err) || test.text != "" && err.Error() != test.text {
				t.Errorf("%v", err)
			}
			if !slices.Equal(sent, test.sent) || !maps.Equal(held.Grants, test.left) {
				t.Errorf("sent %q, holds %v", sent, held.Grants)
			}
		})
	}
}

func TestTakeover_members(t *testing.T) {
	got := members(nil).Takeover(set("a", "c"), remote(set("b", "a", "d")))
	if !slices.Equal(got, []string{"b: not in the configuration", "d: not in the configuration"}) {
		t.Errorf("%q", got)
	}
}

// The service can have the ID of a member in another Unicode normal form than the state, which a CLI
// stores in form C. The record has that of the service, with which the member is removed.
func TestRecord_otherForm(t *testing.T) {
	const decomposed, composed = "e\u0301", "\u00e9"
	s := members(func(yield func(string, error) bool) { yield(decomposed, nil) })
	held := reconcile.Holding[none]{Grants: set(composed, "gone"), Records: grants.Records{"gone": {ExtID: "gone"}}}
	if err := s.Record(held); err != nil {
		t.Fatal(err)
	}
	var sent []string
	s.Delete = func(member string) error {
		sent = append(sent, member)
		return nil
	}
	if err := s.Reconcile(maps.Clone(held.Grants), nil, held); err != nil || !slices.Equal(sent, []string{decomposed}) {
		t.Errorf("removed %q, %v", sent, err)
	}
}
