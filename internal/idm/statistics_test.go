package idm

import (
	"context"
	"maps"
	"net/http"
	"strings"
	"testing"
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
	api, _ := lists(t, http.StatusOK)
	found := api.Lists().Authorizations
	for _, extID := range []string{"a", "b", "none"} {
		found.Find(context.Background(), extID, "acme", "p")
	}
	if err := api.DeleteAuthorization(context.Background(), "acme", "p", "a"); err != nil {
		t.Fatal(err)
	}
	s := api.Statistics()
	want := map[string]int{"GET /core/v1/{client}/profiles/{id}/authorizations": 2, "DELETE /core/v1/{client}/profiles/{id}/authorizations/{id}": 1}
	if s.Lists != 1 || s.ListHits != 2 || !maps.Equal(s.Requests, want) {
		t.Errorf("%+v", s)
	}
}
