package reconcile_test

import (
	"errors"
	"maps"
	"slices"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/reconcile"
)

func set(members ...string) map[string]bool {
	all := map[string]bool{}
	for _, member := range members {
		all[member] = true
	}
	return all
}

func TestSet_Reconcile(t *testing.T) {
	broken := errors.New("broken")
	tests := map[string]struct {
		held, desired map[string]bool
		fails         map[string]error
		sent          []string
		left          map[string]bool
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
			send := func(sign string) func(string) error {
				return func(member string) error {
					sent = append(sent, sign+member)
					return test.fails[sign+member]
				}
			}
			s := reconcile.Set{Remove: send("-"), Add: send("+"), RemoveVerb: "remove", AddVerb: "add"}
			err := s.Reconcile(test.held, test.desired)
			if !errors.Is(err, test.err) || test.text != "" && err.Error() != test.text {
				t.Errorf("%v", err)
			}
			if !slices.Equal(sent, test.sent) || !maps.Equal(test.held, test.left) {
				t.Errorf("sent %q, holds %v", sent, test.held)
			}
		})
	}
}

func TestSetTakeover(t *testing.T) {
	got := reconcile.SetTakeover(set("a", "c"), set("b", "a", "d"))
	if !slices.Equal(got, []string{"b: not in the configuration", "d: not in the configuration"}) {
		t.Errorf("%q", got)
	}
}
