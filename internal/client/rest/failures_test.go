package rest_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
)

func TestFailures_texts(t *testing.T) {
	for want, err := range map[string]error{
		"GET /x: no response: unexpected EOF": &rest.NoResponseError{Method: "GET", Path: "/x",
			Err: io.ErrUnexpectedEOF},
		"GET /x: unusable response with status 200: an empty body": &rest.BadResponseError{Method: "GET", Path: "/x", StatusCode: 200,
			Reason: "an empty body"},
		`POST /x: the object was created, but the Location "/y" does`: &rest.LocationError{Method: "POST", Path: "/x", Location: "/y"},
		`GET /x/…: not sent, because the path element ".." is`:        &rest.PathError{Method: "GET", Path: "/x", Element: ".."},
		"GET /x: redirect to https://y not followed: z": &rest.RedirectError{Method: "GET", Path: "/x", Target: "https://y",
			Reason: "z"},
		"log in: unexpected EOF": &rest.LoginError{Err: io.ErrUnexpectedEOF},
	} {
		if !strings.HasPrefix(err.Error(), want) {
			t.Errorf("Error() = %q, want %q", err, want)
		}
	}
}

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

// failingLogin fails to log in, with an error that contains its secret.
type failingLogin struct{ cause error }

func (l failingLogin) Authorize(*http.Request, *http.Client) error {
	return errors.Join(errors.New("no login with t0p-secret"), l.cause)
}

func (failingLogin) Secrets(*http.Request) []string { return []string{"t0p-secret"} }

func (failingLogin) Renew(*http.Request) bool { return false }

func TestLoginError_masked(t *testing.T) {
	server := serve(t, func(http.ResponseWriter, *http.Request) {})
	c := client(t, server.URL, func(config *rest.Config) { config.Auth = failingLogin{context.Canceled} })
	err := rest.Discard(t.Context(), c, c.Request("GET", "x"))
	if !errors.Is(err, context.Canceled) || strings.Contains(err.Error(), "t0p-secret") || !strings.Contains(err.Error(), "no login with") {
		t.Errorf("Discard() = %v", err)
	}
}
