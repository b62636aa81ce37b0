package provider_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
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
