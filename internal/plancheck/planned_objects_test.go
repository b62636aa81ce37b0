package plancheck

import (
	"slices"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
)

func TestNoteObject(t *testing.T) {
	role := object{"id": "r", "ext_id": "r"}
	renamed := object{"id": "r", "ext_id": "r", "name": "N"}
	type call struct {
		state, plan object
		read        bool
	}
	read := call{read: true}
	const twice, moved = "Warning: Declared twice", "Error: Destroyed at one address and created at another"
	for name, test := range map[string]struct {
		calls []call
		want  []string
	}{
		"created once":            {[]call{{plan: role}}, nil},
		"created twice":           {[]call{{plan: role}, {plan: role}}, []string{twice}},
		"updated twice":           {[]call{read, {state: role, plan: renamed}, {state: role, plan: renamed}}, []string{twice}},
		"destroyed, then created": {[]call{read, {state: role}, {plan: role}}, []string{moved}},
		"created, then destroyed": {[]call{read, {plan: role}, {state: role}},
			[]string{"Warning: More is deleted than the plan shows", moved}},
		"tainted": {[]call{read, {plan: role}}, []string{"Warning: More is deleted than the plan shows"}},
		"replaced under the same key": {[]call{{state: object{"id": "r", "ext_id": "r", "profile_ext_id": "p"},
			plan: object{"id": "r", "ext_id": "r", "profile_ext_id": "q"}}}, []string{"Warning: More is deleted than the plan shows"}},
		"replaced under another key": {[]call{{state: role, plan: object{"id": "q", "ext_id": "q"}}},
			[]string{"Warning: More is deleted than the plan shows"}},
	} {
		run, _ := start(t, nil)
		run.ReferenceCheck = ReferenceOff
		var got []string
		for _, c := range test.calls {
			if c.read {
				run.NoteRead(roles(), role.raw(t))
				continue
			}
			got = append(got, check(t, run, roles(), c.state, c.plan)...)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

// Both resources of a pair for one parent are reported once.
func TestCheckSharing(t *testing.T) {
	whole := &Subject{Type: objecttype.ProfileAuthorizations}
	single := &Subject{Type: objecttype.Authorization}
	run, _ := start(t, nil)
	run.ReferenceCheck = ReferenceOff
	of := func(profile string) object { return object{"client_ext_id": "acme", "profile_ext_id": profile} }
	for i, test := range []struct {
		of   *Subject
		plan object
		want []string
	}{
		{whole, of("p"), nil},
		{single, of("q"), nil},
		{single, object{"client_ext_id": "acme"}, nil},
		{single, of("p"), []string{"Warning: Managed twice"}},
		{single, of("p"), nil},
	} {
		if got := check(t, run, test.of, nil, test.plan); !slices.Equal(got, test.want) {
			t.Errorf("call %d: %q, want %q", i, got, test.want)
		}
	}
}
