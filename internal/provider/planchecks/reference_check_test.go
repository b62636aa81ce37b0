package planchecks

import (
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

const applicationPath = "/core/v1/applications/hr"

func TestCheckReferences(t *testing.T) {
	members := &Subject{Type: objecttype.EnterpriseRoleMembers}
	for name, test := range map[string]struct {
		check       Mode
		of          *Subject
		state, plan object
		want        []string
	}{
		"missing": {ModeWarn, roles(), nil, object{"ext_id": "r", "application_ext_id": "none"},
			[]string{"Warning: No such application"}},
		"missing, strict": {ModeError, roles(), nil, object{"ext_id": "r", "application_ext_id": "none"},
			[]string{"Warning: No such application"}},
		"an id": {ModeError, units(), nil, object{"ext_id": "u", "client_ext_id": "acme", "parent_unit_ext_id": "acme/hq"},
			[]string{"Error: No such unit"}},
		"off":       {ModeOff, roles(), nil, object{"ext_id": "r", "application_ext_id": "none"}, nil},
		"existing":  {ModeWarn, roles(), nil, object{"ext_id": "r", "application_ext_id": "hr"}, nil},
		"unchanged": {ModeWarn, roles(), object{"application_ext_id": "none"}, object{"application_ext_id": "none", "name": "N"}, nil},
		"new element of a set": {ModeWarn, members, object{"role_ext_ids": []string{"old"}},
			object{"role_ext_ids": []string{"old", "new"}}, []string{"Warning: No such role"}},
	} {
		run, _ := start(t, map[string]string{applicationPath: `{"extId": "hr", "name": "HR"}`,
			"/core/v1/applications/hr/roles": `{"items": []}`})
		run.Mode = test.check
		if got := check(t, run, test.of, test.state, test.plan); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

// An object that the same run creates is not looked up.
func TestCheckReferences_planned(t *testing.T) {
	applications := &Subject{Type: objecttype.Application}
	run, s := start(t, nil)
	check(t, run, applications, nil, object{"id": "hr", "ext_id": "hr"})
	asked := s.requests(applicationPath)
	if got := check(t, run, roles(), nil, object{"ext_id": "r", "application_ext_id": "hr"}); got != nil {
		t.Errorf("%q", got)
	}
	if n := s.requests(applicationPath) - asked; n != 0 {
		t.Errorf("%d requests for a planned application", n)
	}
}

func TestInspectUnique(t *testing.T) {
	bodies := map[string]string{applicationPath: `{"extId": "hr", "name": "HR"}`,
		"/core/v1/applications/hr/roles": `{"items": [{"extId": "viewer", "name": "Viewer"}]}`,
		"/core/v1/roles/viewer":          `{"extId": "viewer", "name": "Viewer"}`}
	const nameTaken, idTaken = "Warning: The name is taken", "Error: The external ID is taken"
	for name, test := range map[string]struct {
		state, plan object
		want        []string
	}{
		"free":       {nil, object{"ext_id": "new", "application_ext_id": "hr", "name": "New"}, nil},
		"taken ID":   {nil, object{"ext_id": "viewer", "application_ext_id": "hr", "name": "New"}, []string{idTaken}},
		"taken name": {nil, object{"ext_id": "new", "application_ext_id": "hr", "name": "Viewer"}, []string{nameTaken}},
		"its own name": {object{"ext_id": "viewer", "application_ext_id": "hr"},
			object{"ext_id": "viewer", "application_ext_id": "hr", "name": "Viewer"}, nil},
		"renamed": {object{"ext_id": "new", "application_ext_id": "hr", "name": "New"},
			object{"ext_id": "new", "application_ext_id": "hr", "name": "Viewer"}, []string{nameTaken}},
	} {
		run, _ := start(t, bodies)
		if got := check(t, run, roles(), test.state, test.plan); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

// A taken external ID is an error whatever else a noun finds.
func TestCheckObject_takenFirst(t *testing.T) {
	of := &Subject{Type: objecttype.Application, Inspect: func(p *Planned) { p.Warn(path.Root("name"), "A finding", "") }}
	for extID, want := range map[string]string{"hr": "Error: The external ID is taken", "new": "Warning: A finding"} {
		run, _ := start(t, map[string]string{applicationPath: `{"extId": "hr", "name": "HR"}`})
		if got := check(t, run, of, nil, object{"ext_id": extID, "name": "N"}); !slices.Equal(got, []string{want}) {
			t.Errorf("%s: %q", extID, got)
		}
	}
}
