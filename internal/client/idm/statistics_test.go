package idm

import (
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
)

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
