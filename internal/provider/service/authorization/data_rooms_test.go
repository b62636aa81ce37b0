package authorization_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

var rooms = []string{"client_global", "unit_global", "app_global", "enterprise_role_global"}

// imported returns the authorization of a role as recorded in a state after a refresh.
func imported(t *testing.T, s *acctest.Service, p *acctest.Protocol, role string) *acctest.Instance {
	t.Helper()
	i := &acctest.Instance{Type: "idm_authorization"}
	for _, diags := range []acctest.Diagnostics{i.Import(t, p, s.Client+"/"+s.ID("profile")+"/"+s.ID(role)), i.Refresh(t, p)} {
		if len(diags) > 0 {
			t.Fatal(diags)
		}
	}
	return i
}

// The next apply closes each data room that was opened manually, even if none is configured.
func TestAuthorization_dataRoomsOpenedManually(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.AuthorizationExtIDs)
	granting(t, s, s.Role)
	config := acctest.Values{"profile_ext_id": s.ID("profile"), "role_ext_id": s.Role}
	for room, patch := range map[string]idm.AuthorizationInput{
		"client_global": {ClientGlobal: idm.Set(true)}, "unit_global": {UnitGlobal: idm.Set(true)},
		"app_global": {AppGlobal: idm.Set(true)}, "enterprise_role_global": {EnterpriseRoleGlobal: idm.Set(true)},
	} {
		if _, err := idm.AuthorizationWrites.Update(t.Context(), s.API, idm.Under(s.Client, s.ID("profile")), s.ID(s.Role), 0,
			patch); err != nil {
			t.Fatal(err)
		}
		p := s.Protocol(t)
		i := imported(t, s, p, s.Role)
		if i.Values[room] != true {
			t.Fatalf("%s is not open: %v", room, i.Values)
		}
		planned, _ := i.Plan(t, p, config)
		if diags := i.Apply(t, p, planned); len(diags) > 0 {
			t.Error(diags)
		}
		found, err := idm.AuthorizationOps.Get(t.Context(), s.API, idm.Under(s.Client, s.ID("profile")), s.ID(s.Role))
		if err != nil || *found.ClientGlobal || *found.UnitGlobal || *found.AppGlobal || *found.EnterpriseRoleGlobal {
			t.Errorf("%s was opened by hand, and %+v is left: %v", room, found, err)
		}
	}
}

// A data room that is missing in a response counts as closed, the only state that needs no action.
func TestAuthorization_dataRoomsMissingFromResponse(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.AuthorizationExtIDs)
	granting(t, s, s.OtherRole)
	flags := regexp.MustCompile(`"(client|unit|app|enterpriseRole)Global":(true|false),?`)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		response := httptest.NewRecorder()
		s.Sim.ServeHTTP(response, r)
		for _, header := range []string{"Content-Type", "Location"} {
			w.Header().Set(header, response.Header().Get(header))
		}
		w.WriteHeader(response.Code)
		if _, err := w.Write(flags.ReplaceAll(response.Body.Bytes(), nil)); err != nil {
			t.Error(err)
		}
	}))
	t.Cleanup(server.Close)
	s.URL = server.URL
	p, i := s.Protocol(t), &acctest.Instance{Type: "idm_authorization"}
	config := acctest.Values{"profile_ext_id": s.ID("profile"), "role_ext_id": s.Role}
	planned, diags := i.Plan(t, p, config)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	if diags := i.Apply(t, p, planned); len(diags) > 0 {
		t.Fatal(diags)
	}
	if planned, diags := i.Plan(t, p, config); len(diags) > 0 || !planned.Empty {
		t.Errorf("%v, %v", planned.Values, diags)
	}
	for _, room := range rooms {
		if i.Values[room] != false {
			t.Errorf("%s: %v", room, i.Values[room])
		}
	}
}

// A data room that is unknown in the plan and null in the apply is closed.
func TestAuthorization_dataRoomKnownAfterApply(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.AuthorizationExtIDs)
	late := `resource "terraform_data" "late" {}` + "\n"
	var arguments, all string
	for _, room := range rooms {
		arguments += fmt.Sprintf("  %s = terraform_data.late.id == \"\" ? true : null\n", room)
		all += fmt.Sprintf("  %s = true\n", room)
	}
	closed := acctest.Remote(func() (idm.Authorization, error) { return only(s) }, func(a idm.Authorization) error {
		return acctest.Equal([]bool{false, false, false, false},
			[]bool{*a.ClientGlobal, *a.UnitGlobal, *a.AppGlobal, *a.EnterpriseRoleGlobal})
	})
	s.Test(t,
		s.Apply(late+profile(s)+grant("test", s.Role, arguments), closed, resource.TestCheckResourceAttr(address, "unit_global", "false")),
		s.Apply(late+profile(s)+grant("test", s.Role, all)),
		s.Apply(late+profile(s)+grant("test", s.Role, ""), closed),
	)
}
