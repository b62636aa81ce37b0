package service_test

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// A data room that is missing in a response counts as closed, the only state that needs no action.
func TestAuthorization_dataRoomsMissingFromResponse(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.AuthorizationExtIDs)
	s.Must(t, http.MethodPost, "/core/v1/acme/users/u-ben/profiles", `{"extId":"p"}`)
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
	config := acctest.Values{"profile_ext_id": "p", "role_ext_id": s.Role}
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
	for _, room := range []string{"client_global", "unit_global", "app_global", "enterprise_role_global"} {
		if i.Values[room] != false {
			t.Errorf("%s: %v", room, i.Values[room])
		}
	}
}
