package provider_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// A run requests each object and list once, however many creates name it. It reads new external IDs
// of units and profiles, which the service does not list.
func TestReferenceCheck_requests(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	p := s.Protocol(t)
	for i := range 50 {
		unit := acctest.Values{"ext_id": fmt.Sprintf("u-%d", i), "name": fmt.Sprintf("U %d", i), "profileless": true,
			"parent_unit_ext_id": "acme-hq"}
		if _, diags := p.Plan(t, "idm_unit", unit); len(diags) > 0 {
			t.Fatal(diags)
		}
		profile := acctest.Values{"ext_id": fmt.Sprintf("p-%d", i), "user_ext_id": "u-ben", "unit_ext_id": "acme-it"}
		if _, diags := p.Plan(t, "idm_profile", profile); len(diags) > 0 {
			t.Fatal(diags)
		}
	}
	want := slices.Concat(preflight, []string{
		"GET /core/v1/acme/units/acme-hq", "GET /core/v1/acme/units/acme-hq/children", "GET /core/v1/acme/units/acme-it",
		"GET /core/v1/clients/acme/users?limit=500",
	})
	for i := range 50 {
		want = append(want, fmt.Sprint("GET /core/v1/acme/units/u-", i), fmt.Sprint("GET /core/v1/acme/profiles/p-", i))
	}
	sent := s.Requests()
	slices.Sort(want)
	slices.Sort(sent)
	if err := acctest.Equal(want, sent); err != nil {
		t.Error(err)
	}
}

// A plan that adds profiles to many users reads one list.
func TestReferenceCheck_manyUsers(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	for i := range 30 {
		if _, err := idm.UserWrites.Create(t.Context(), s.API, idm.In("acme"), idm.UserInput{ExtID: idm.Set(fmt.Sprintf("many-%d",
			i))}); err != nil {
			t.Fatal(err)
		}
	}
	s.ClearRequests()
	p := s.Protocol(t)
	for i := range 31 {
		profile := acctest.Values{"user_ext_id": fmt.Sprintf("many-%d", i), "unit_ext_id": "acme-it"}
		if _, diags := p.Plan(t, "idm_profile", profile); (len(diags) > 0) != (i == 30) {
			t.Fatal(i, diags)
		}
	}
	counts := map[string]int{}
	for _, request := range s.Requests() {
		switch path := strings.TrimPrefix(request, "GET /core/v1/"); {
		case strings.HasPrefix(path, "acme/users/many-") && !strings.HasSuffix(path, "/profiles"):
			counts["single"]++
		case strings.HasPrefix(path, "clients/acme/users"):
			counts["list"]++
		}
	}
	// The last user is not in the list and is read separately; its error suggests names from the same
	// list.
	if counts["single"] != 1 || counts["list"] != 1 {
		t.Errorf("%v", counts)
	}
}

// Objects that the run creates are not looked up, and unchanged objects cause no requests.
func TestReferenceCheck_planned(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	p := s.Protocol(t)
	if _, diags := p.Plan(t, "idm_unit", acctest.Values{"ext_id": "new", "profileless": false}); len(diags) > 0 {
		t.Fatal(diags)
	}
	s.ClearRequests()
	if _, diags := p.Plan(t, "idm_unit", acctest.Values{"parent_unit_ext_id": "new", "profileless": false}); len(diags) > 0 {
		t.Error(diags)
	}
	if requests := s.Requests(); len(requests) > 0 {
		t.Errorf("a unit of the plan was looked up: %q", requests)
	}
	unit := acctest.Instance{Type: "idm_unit"}
	if diags := unit.ImportIdentity(t, p, acctest.Values{"client_ext_id": "acme", "ext_id": "acme-it"}); diags.HasError() {
		t.Fatal(diags)
	}
	if diags := unit.Refresh(t, p); diags.HasError() {
		t.Fatal(diags)
	}
	s.ClearRequests()
	if _, diags := unit.Plan(t, p, p.Configuration("idm_unit", unit.Values)); len(diags) > 0 || len(s.Requests()) > 0 {
		t.Error(diags, s.Requests())
	}
}

// A reference to a unit of another client says that the client may be wrong. Only units of the
// client itself are suggested.
func TestReferenceCheck_otherClient(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	s.Send(t, "POST", "/core/v1/globex/units", `{"extId":"globex-ti","name":"TI","profileless":true}`)
	for parent, want := range map[string]string{
		"acme-it":   `in the client "globex". It exists in "acme": the client may be wrong.`,
		"acme-ti":   `in the client "globex". There are "globex-ti".`,
		"gloebx-ti": `Did you mean "globex-ti"?`,
	} {
		_, diags := s.Protocol(t).Plan(t, "idm_unit",
			acctest.Values{"client_ext_id": "globex", "parent_unit_ext_id": parent, "profileless": true})
		if text := diags.String(); !strings.Contains(text, want) || strings.Contains(text, `Did you mean "acme`) {
			t.Errorf("%s: %s", parent, text)
		}
	}
}

// A caller without the permission to read, or a release without the operation, causes no
// diagnostics.
func TestReferenceCheck_notAllowed(t *testing.T) {
	t.Setenv("IDM_PLAN_CHECKS", "error")
	for _, status := range []int{403, 404, 405, 500} {
		s := acctest.StartSimulator(t)
		s.SetFaults(t, sim.Fault{Kind: "status", Status: status, Path: "/core/v1/acme/*"},
			sim.Fault{Kind: "status", Status: status, Path: "/core/v1/roles/*"})
		p := s.Protocol(t)
		for resource, config := range map[string]acctest.Values{
			"idm_profile":       {"ext_id": "p", "user_ext_id": "nobody", "unit_ext_id": "nowhere"},
			"idm_authorization": {"profile_ext_id": "nothing", "role_ext_id": "nothing"},
			"idm_unit":          {"ext_id": "u", "name": "IT", "profileless": true, "parent_unit_ext_id": "nowhere"},
		} {
			if _, diags := p.Plan(t, resource, config); len(diags) > 0 {
				t.Errorf("%d, %s: %s", status, resource, diags)
			}
		}
	}
}

// A new grant of a role whose application is not assigned to the client is a warning, in both forms,
// unless the run assigns the application.
func TestReferenceCheck_unassigned(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	s.Send(t, "POST", "/core/v1/acme/users/u-ben/profiles", `{"extId":"p"}`)
	s.Send(t, "POST", "/core/v1/applications/billing/roles", `{"extId":"late","name":"Late"}`)
	forms := map[string]acctest.Values{
		"idm_authorization":          {"profile_ext_id": "p", "role_ext_id": "late"},
		"idm_profile_authorizations": {"profile_ext_id": "p", "authorizations": acctest.Values{"late": acctest.Values{}}},
	}
	for resource, config := range forms {
		p := s.Protocol(t)
		for _, warned := range []bool{true, false} {
			if p.NextRun(t); !warned {
				p.Plan(t, "idm_client_application", acctest.Values{"application_ext_id": "billing"})
			}
			_, diags := p.Plan(t, resource, config)
			if strings.Contains(diags.String(), "The application is not assigned") != warned || diags.HasError() {
				t.Errorf("%s, warned %t: %s", resource, warned, diags)
			}
		}
	}
}
