package planchecks

import (
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

func TestCheckRefusals(t *testing.T) {
	refuse := func(refuse func(*Planned)) *Subject {
		return &Subject{Type: objecttype.User, Refuse: refuse}
	}
	clearing := refuse(func(p *Planned) { p.WarnClear("name") })
	final := refuse(func(p *Planned) { p.WarnChangedFinal("user_state", "archived", "properties") })
	for name, test := range map[string]struct {
		of          *Subject
		state, plan object
		want        []string
	}{
		"cleared": {clearing, object{"name": "A"}, object{"ext_id": "u"}, // A new ext_id replaces the object.
			[]string{"Warning: More is deleted than the plan shows"}},
		"cleared in place": {clearing, object{"name": "A", "user_state": "active"}, object{"user_state": "active"},
			[]string{"Warning: The service might not clear name"}},
		"another value": {clearing, object{"name": "A"}, object{"name": "B"}, nil},
		"new object":    {clearing, nil, object{"ext_id": "u"}, nil},
		"destroyed":     {clearing, object{"name": "A"}, nil, nil},
		"final": {final, object{"user_state": "archived", "name": "A"}, object{"user_state": "archived", "name": "B"},
			[]string{"Warning: The user is archived"}},
		"final, own attribute": {final, object{"user_state": "archived"},
			object{"user_state": "archived", "properties": map[string]string{"a": "b"}}, nil},
	} {
		run, _ := start(t, nil)
		if got := check(t, run, test.of, test.state, test.plan); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

// With plan_checks = "warn", a refusal is a warning.
func TestRefuse_warn(t *testing.T) {
	of := &Subject{Type: objecttype.User, Refuse: func(p *Planned) { p.Refuse(path.Root("name"), "Refused", "For good.") }}
	run, _ := start(t, nil)
	run.Mode = ModeWarn
	got := check(t, run, of, object{"name": "A", "user_state": "active"}, object{"user_state": "active"})
	if want := []string{"Warning: Refused"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// No remedy destroys an object: a replaced user is lost with all that belongs to it.
func TestCheckRefusals_remedies(t *testing.T) {
	of := &Subject{Type: objecttype.User, Refuse: func(p *Planned) {
		p.WarnClear("name")
		p.WarnChangedFinal("user_state", "archived")
	}}
	run, _ := start(t, nil)
	p, diags := modify(t, run, of, object{"name": "A", "user_state": "archived"}, object{"user_state": "archived"})
	p.Check()
	for _, d := range *diags {
		if strings.Contains(d.Detail(), "taint") || strings.Contains(d.Detail(), "-replace") {
			t.Errorf("%s: %s", d.Summary(), d.Detail())
		}
	}
	if len(*diags) != 2 {
		t.Error(*diags)
	}
}
