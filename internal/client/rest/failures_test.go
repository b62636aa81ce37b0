package rest_test

import (
	"net/http"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
)

func TestError_Code(t *testing.T) {
	for want, problems := range map[string][]rest.Problem{
		"":         {{Message: "plain"}},
		"errors.a": {{Message: "plain"}, {Code: "errors.a"}, {Code: "errors.b"}},
	} {
		if got := (&rest.Error{Problems: problems}).Code(); got != want {
			t.Errorf("Code() = %q, want %q", got, want)
		}
	}
}

func TestRequest_Repeatable(t *testing.T) {
	calls := 0
	server := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		if calls++; calls == 1 {
			w.Header().Set("Retry-After", "0")
			w.WriteHeader(503)
		}
	})
	c := client(t, server.URL, func(config *rest.Config) { config.MaxRetries = 1 })
	if err := rest.Discard(t.Context(), c, c.Request("POST", "x").Repeatable()); err != nil || calls != 2 {
		t.Errorf("Discard() = %v after %d calls", err, calls)
	}
}
