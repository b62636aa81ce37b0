package service_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// twin makes the service return a second authorization of the first role in its list, which the
// simulator never does itself. It exists until it is deleted.
func twin(t *testing.T, s *acctest.Service) {
	t.Helper()
	there := true
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Method == http.MethodDelete && strings.HasSuffix(r.URL.Path, "/authorizations/twin"):
			there = false
			w.WriteHeader(http.StatusNoContent)
		case r.Method == http.MethodGet && strings.HasSuffix(r.URL.Path, "/authorizations/") && there:
			response := httptest.NewRecorder()
			s.Sim.ServeHTTP(response, r)
			var list struct {
				Items []map[string]any `json:"items"`
			}
			if err := json.Unmarshal(response.Body.Bytes(), &list); err != nil {
				t.Error(err)
			}
			second := map[string]any{"extId": "twin", "roleExtId": list.Items[0]["roleExtId"], "unitGlobal": true, "version": 1}
			w.Header().Set("Content-Type", "application/json")
			if err := json.NewEncoder(w).Encode(map[string]any{"items": append([]map[string]any{second}, list.Items...)}); err != nil {
				t.Error(err)
			}
		default:
			s.Sim.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(server.Close)
	s.URL = server.URL
}

func TestProfileAuthorizations_secondGrantOfARole(t *testing.T) {
	t.Parallel()
	s := startGrants(t, acctest.AuthorizationExtIDs)
	grant(t, s, idm.AuthorizationInput{RoleExtID: idm.Set("crm-reader")})
	twin(t, s)
	p := s.Protocol(t)
	object, _, diags := p.Import(t, "idm_profile_authorizations", grantsKey(s))
	if len(diags) > 0 || held(object) != "crm-reader true, crm-reader/"+s.ID("crm-reader")+" false" {
		t.Fatalf("%s, %v", held(object), diags)
	}
	// The first one in the list has the plain key; the other one is deleted.
	state, diags := p.Change(t, "idm_profile_authorizations", grantsKey(s),
		wanted(s, acctest.Values{"crm-reader": acctest.Values{"unit_global": true}}))
	if len(diags) > 0 || held(state) != "crm-reader true" {
		t.Errorf("%s, %v", held(state), diags)
	}
	if err := holdsRoles(s)(nil); err != nil {
		t.Error(err)
	}
}

// A service that ignores a PATCH is distinguished from one that applies it.
func TestProfileAuthorizations_keptByTheService(t *testing.T) {
	t.Parallel()
	s := startGrants(t, acctest.AuthorizationExtIDs)
	grant(t, s, idm.AuthorizationInput{RoleExtID: idm.Set("crm-reader")})
	deaf := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPatch {
			r.Method, r.Body = http.MethodGet, http.NoBody
		}
		s.Sim.ServeHTTP(w, r)
	}))
	t.Cleanup(deaf.Close)
	s.URL = deaf.URL
	state, diags := s.Protocol(t).Change(t, "idm_profile_authorizations", grantsKey(s),
		wanted(s, acctest.Values{"crm-reader": acctest.Values{"unit_global": true}}))
	if !strings.Contains(diags.String(), `authorizations["crm-reader"].unit_global was set to true, and the service holds false.`) ||
		held(state) != "crm-reader false" {
		t.Errorf("%s, %v", held(state), diags)
	}
}
