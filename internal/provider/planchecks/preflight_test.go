package planchecks

import (
	"net/http"
	"slices"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

const refusedBody = `{"errors": [{"code": "errors.insufficientRightsFunction", "message": "refused"}]}`

// checkService runs the preflight of a new unit and returns its result and the summaries.
func checkService(t *testing.T, run *Run, plan object) (bool, []string) {
	t.Helper()
	p, diags := modify(t, run, units(), nil, plan)
	ok := p.CheckService("acme")
	if ok {
		p.reportClient()
	}
	return ok, summaries(*diags)
}

func TestCheckService(t *testing.T) {
	for name, test := range map[string]struct {
		statuses map[string]int
		body     string
		plan     object
		ok       bool
		want     []string
	}{
		"ready": {plan: object{"client_ext_id": "acme"}, ok: true},
		"wrong login": {statuses: map[string]int{permissionsPath: http.StatusUnauthorized}, plan: object{"client_ext_id": "acme"},
			want: []string{"Error: Login failed"}},
		"unknown client": {plan: object{"client_ext_id": "other"}, ok: true, want: []string{"Warning: No such client"}},
		"client forbidden": {statuses: map[string]int{"/core/v1/clients/other": http.StatusForbidden}, body: refusedBody,
			plan: object{"client_ext_id": "other"}, ok: true},
	} {
		run, s := start(t, nil)
		for at, status := range test.statuses {
			s.statuses[at], s.bodies[at] = status, test.body
		}
		ok, got := checkService(t, run, test.plan)
		if ok != test.ok || len(got) != len(test.want) {
			t.Errorf("%s: %t %q, want %t %q", name, ok, got, test.ok, test.want)
		}
		if again, repeated := checkService(t, run, test.plan); again != test.ok || repeated != nil {
			t.Errorf("%s, second object: %t %q, want one report in a run", name, again, repeated)
		}
	}
}

// A client that the same run creates is not reported as unknown.
func TestCheckService_plannedClient(t *testing.T) {
	run, _ := start(t, nil)
	check(t, run, &Subject{Type: objecttype.Client}, nil, object{"id": "new", "ext_id": "new"})
	if ok, got := checkService(t, run, object{"client_ext_id": "new"}); !ok || got != nil {
		t.Errorf("%t %q", ok, got)
	}
}

// A release without the type is one error per run and type.
func TestCheckRelease(t *testing.T) {
	of := roles()
	of.Inspect, of.Collection = nil, CollectionOf(idm.RoleOps)
	run, s := start(t, map[string]string{applicationPath: `{"extId": "hr", "name": "HR"}`})
	s.statuses["/core/v1/applications/hr/roles"] = http.StatusMethodNotAllowed
	for _, extID := range []string{"a", "b"} {
		got := check(t, run, of, nil, object{"ext_id": extID, "application_ext_id": "hr"})
		if !slices.Equal(got, []string{"Error: The service does not support idm_role"}) {
			t.Errorf("%q", got)
		}
	}
	if n := s.requests("/core/v1/applications/hr/roles"); n != 1 {
		t.Errorf("%d requests, want 1", n)
	}
	run.Mode = ModeWarn
	got := check(t, run, of, nil, object{"ext_id": "c", "application_ext_id": "hr"})
	if !slices.Equal(got, []string{"Warning: The service does not support idm_role"}) {
		t.Errorf("%q", got)
	}
}
