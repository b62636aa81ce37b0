package idm_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
)

// selfAdminService issues tokens that are valid for expiry seconds, and rejects writes without the
// latest token.
type selfAdminService struct {
	expiry int
	tokens int
	writes []string
	reads  []string
}

func (s *selfAdminService) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	token := r.Header.Get("X-Token")
	switch {
	case r.URL.Path == "/principal/v1/token/":
		s.tokens++
		reply(w, 200, fmt.Sprintf(`{"access_token":"x-%d","token_type":"bearer","expires_in":%d}`, s.tokens, s.expiry))
	case r.Method == http.MethodGet:
		s.reads = append(s.reads, token)
		reply(w, 200, `{"extId":"acme-it"}`)
	default:
		s.writes = append(s.writes, token)
		w.WriteHeader(204)
	}
}

func TestSelfAdmin(t *testing.T) {
	for _, tc := range []struct {
		expiry int
		writes []string
	}{
		{3600, []string{"x-1", "x-1"}},
		{5, []string{"x-1", "x-2"}},
		{0, []string{"x-1", "x-1"}},
	} {
		service := &selfAdminService{expiry: tc.expiry}
		server := httptest.NewServer(service)
		base, err := url.Parse(server.URL)
		if err != nil {
			t.Fatal(err)
		}
		c, err := rest.New(rest.Config{BaseURL: base, XToken: idm.SelfAdmin("anna", "anna-password"), MaxConcurrentRequests: 1})
		if err != nil {
			t.Fatal(err)
		}
		api := idm.New(c)
		_, readErr := idm.UnitOps.Get(t.Context(), api, idm.In("acme"), "acme-it")
		if err := errors.Join(readErr, idm.UnitOps.Delete(t.Context(), api, idm.In("acme"), "u"), idm.ProfileOps.Delete(t.Context(), api,
			idm.In("acme"), "p")); err != nil {
			t.Fatal(err)
		}
		server.Close()
		if !slices.Equal(service.writes, tc.writes) || !slices.Equal(service.reads, []string{""}) {
			t.Errorf("expires_in %d: writes with %q, want %q; reads with %q", tc.expiry, service.writes, tc.writes, service.reads)
		}
	}
}
