package idm

import (
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
)

func TestKind(t *testing.T) {
	for path, want := range map[string]string{
		"core/v1/acme/units":                                  "/core/v1/{client}/units",
		"core/v1/acme/units/units":                            "/core/v1/{client}/units/{id}",
		"core/v1/units/units/u/children/profiles":             "/core/v1/{client}/units/{id}/children/{id}",
		"core/v1/acme/profiles/p/unit/u":                      "/core/v1/{client}/profiles/{id}/unit/{id}",
		"core/v1/acme/profiles/p/authorizations/a/properties": "/core/v1/{client}/profiles/{id}/authorizations/{id}/properties",
		"core/v1/clients/acme/users/count":                    "/core/v1/clients/{id}/users/count",
		"core/v1/clients/acme/applications/crm":               "/core/v1/clients/{id}/applications/{id}",
		"core/v1/applications/crm/roles":                      "/core/v1/applications/{id}/roles",
		"core/v1/roles/crm-reader":                            "/core/v1/roles/{id}",
		"core/v1/acme/eroles/er/roles/crm-reader":             "/core/v1/{client}/eroles/{id}/roles/{id}",
		"core/v1/acme/eroles/er/properties":                   "/core/v1/{client}/eroles/{id}/properties",
		"core/v1/properties/7":                                "/core/v1/properties/{id}",
		"core/v1/acme/users/u/context-passwords/c/change":     "/core/v1/{client}/users/{id}/context-passwords/{id}/change",
		"core/v1/acme/users/u/password":                       "/core/v1/{client}/users/{id}/password",
		"auth/v1/acme/users/anna/device-password/login":       "/auth/v1/{client}/users/{id}/device-password/login",
		"auth/v1/clients/users/anna/recovery-codes/login":     "/auth/v1/{client}/users/{id}/recovery-codes/login",
		"auth/v1/acme/users/anna/recovery-codes/login":        "/auth/v1/{client}/users/{id}/recovery-codes/login",
		"notification/v1/system/notification-types":           "/notification/v1/system/notification-types",
		"principal/v1/me":                                     "/principal/v1/me",
	} {
		if got := kind(http.MethodGet, strings.Split(path, "/")); got != "GET "+want {
			t.Errorf("%s: %s", path, got)
		}
	}
}

func TestStatistics(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusNoContent)
	}))
	t.Cleanup(server.Close)
	base, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	c, err := rest.New(rest.Config{BaseURL: base, MaxRetries: -1})
	if err != nil {
		t.Fatal(err)
	}
	api := New(c)
	before := api.Changes()
	if err := AuthorizationOps.Delete(t.Context(), api, Under("acme", "p"), "a"); err != nil {
		t.Fatal(err)
	}
	want := map[string]int{"DELETE /core/v1/{client}/profiles/{id}/authorizations/{id}": 1}
	if got := api.Statistics().Requests; !maps.Equal(got, want) {
		t.Errorf("%+v", got)
	}
	if api.Changes() == before {
		t.Error("a delete is no change")
	}
}
