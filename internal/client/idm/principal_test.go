package idm_test

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"testing"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
)

func TestPrincipal(t *testing.T) {
	runAll(t, map[string]exchange{
		"me": {
			call:    func(ctx context.Context, api *idm.API) (any, error) { return api.Me(ctx) },
			request: "GET /principal/v1/me/",
			response: `{"userExtId":"u-anna","loginId":"anna","fullName":"Anna Berg","email":"a@b.example","displayLanguageCode":"DE",
				"clientExtId":"acme","clientName":"Acme","profileExtId":"p-1","unitExtId":"acme-hq"}`,
			want: idm.Me{
				UserExtID: "u-anna", LoginID: "anna", FullName: "Anna Berg", Email: "a@b.example", DisplayLanguageCode: "DE",
				ClientExtID: "acme", ClientName: "Acme", ProfileExtID: "p-1", UnitExtID: "acme-hq",
			},
		},
		"permissions": {
			call:     func(ctx context.Context, api *idm.API) (any, error) { return api.Permissions(ctx) },
			request:  "GET /principal/v1/permissions/",
			response: `{"elementaryPermissions":["AccessControl.UnitView"]}`, want: []string{"AccessControl.UnitView"},
		},
		"token": {
			call:     func(ctx context.Context, api *idm.API) (any, error) { return api.Token(ctx, "anna", "anna-password") },
			request:  "POST /principal/v1/token/",
			body:     `{"grant_type":"password","username":"anna","password":"anna-password"}`,
			response: `{"access_token":"a.b.c","token_type":"bearer","expires_in":300}`,
			want:     idm.Token{AccessToken: "a.b.c", TokenType: "bearer", ExpiresIn: 300},
		},
	})
}

func TestToken_Expires(t *testing.T) {
	from := time.Unix(1_700_000_000, 0)
	claims := func(json string) string { return "h." + base64.RawURLEncoding.EncodeToString([]byte(json)) + ".s" }
	for name, tc := range map[string]struct {
		token idm.Token
		want  time.Time
	}{
		"expires_in wins": {idm.Token{AccessToken: claims(`{"exp":1}`), ExpiresIn: 60}, from.Add(time.Minute)},
		"exp":             {idm.Token{AccessToken: claims(`{"sub":"u-anna","exp":1800000000}`)}, time.Unix(1_800_000_000, 0)},
		"no exp":          {idm.Token{AccessToken: claims(`{"sub":"u-anna"}`)}, time.Time{}},
		"no claims":       {idm.Token{AccessToken: "h.%.s"}, time.Time{}},
		"opaque":          {idm.Token{AccessToken: "opaque"}, time.Time{}},
	} {
		if got := tc.token.Expires(from); !got.Equal(tc.want) {
			t.Errorf("%s: %s, want %s", name, got, tc.want)
		}
	}
}

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
		reply(w, 200, unitJSON)
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
