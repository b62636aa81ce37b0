package rest_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
)

// The statistics show only the kind of a request, or its method if it has no kind.
func TestRequest_kind(t *testing.T) {
	server := serve(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotFound) })
	c := client(t, server.URL, nil)
	for _, request := range []*rest.Request{
		c.Request(http.MethodGet, "secret-id").Query("q", "secret-text"),
		c.Request(http.MethodDelete, "secret-id").Kind("DELETE /{id}"),
	} {
		if err := rest.Discard(t.Context(), c, request); err == nil {
			t.Fatal("no error")
		}
	}
	s := c.Statistics()
	shown, err := json.Marshal(s)
	if err != nil || strings.Contains(string(shown), "secret") || !maps.Equal(s.Requests, map[string]int{"GET": 1, "DELETE /{id}": 1}) ||
		s.Errors["404"] != 2 {
		t.Errorf("%s, %v", shown, err)
	}
}
