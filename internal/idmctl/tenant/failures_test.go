package tenant_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

// refuse responds with 403 on paths with a suffix.
func refuse(ending string) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, ending) {
				w.WriteHeader(http.StatusForbidden)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

// unreachable returns an API for an address without a server.
func unreachable(t *testing.T) *idm.API {
	t.Helper()
	server := httptest.NewServer(http.NotFoundHandler())
	base, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	server.Close()
	client, err := rest.New(rest.Config{BaseURL: base, Auth: rest.BearerToken("admin"), MaxRetries: -1})
	if err != nil {
		t.Fatal(err)
	}
	return idm.New(client)
}

func TestRead_interrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := serve(t, small(), func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "/eauthorizations/") {
				cancel()
				<-r.Context().Done()
				return
			}
			next.ServeHTTP(w, r)
		})
	})
	if _, err := tenant.Read(ctx, s.api, tenant.Options{Client: "acme"}); !errors.Is(err, context.Canceled) {
		t.Errorf("ended with %v", err)
	}
}

// A user who is missing in the list of users is not absent: the total does not fit, or a profile
// refers to the user.
func TestFacts_missingUser(t *testing.T) {
	read := &tenant.Tenant{Client: idm.Client{ExtID: "acme"}, Users: []idm.User{{ExtID: "eva"}}, Profiles: []tenant.Profile{
		{Profile: idm.Profile{ExtID: "p-eva", UserExtID: "eva"}}, {Profile: idm.Profile{ExtID: "p-ben", UserExtID: "ben"}}}}
	facts := read.Facts("s")
	for user, want := range map[string]access.Presence{"eva": access.Present, "ben": access.Unsure, "dora": access.Absent} {
		if o := facts.Get(access.NewID("s", "acme", access.User, user)); o.Presence != want {
			t.Errorf("%s: %v", user, o.Presence)
		}
	}
}

func TestRead_unreachable(t *testing.T) {
	if _, err := tenant.Read(t.Context(), unreachable(t), tenant.Options{Client: "acme"}); err == nil ||
		!strings.Contains(err.Error(), "connection refused") {
		t.Error(err)
	}
}
