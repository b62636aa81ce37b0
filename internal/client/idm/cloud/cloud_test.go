package cloud_test

import (
	"encoding/pem"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm/cloud"
	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
)

// serve returns an API for a TLS server that runs handler, logged in with an access key.
func serve(t *testing.T, handler http.HandlerFunc) *cloud.API {
	t.Helper()
	server := httptest.NewTLSServer(handler)
	t.Cleanup(server.Close)
	base, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	ca := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	api, err := cloud.New(rest.Config{BaseURL: base, CACertificate: ca, MaxRetries: -1}, "acc3ss-key")
	if err != nil {
		t.Fatal(err)
	}
	return api
}

func TestPing(t *testing.T) {
	api := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Method != "GET" || r.RequestURI != "/ping" || r.Header.Get("Authorization") != "Bearer acc3ss-key" ||
			r.Header.Get("Accept") != "application/json" || r.Header.Get("Content-Type") != "application/json;charset=utf-8" {
			t.Errorf("%s %s %v", r.Method, r.RequestURI, r.Header)
		}
		io.WriteString(w, "PONG")
	})
	if text, err := api.Ping(t.Context()); text != "PONG" || err != nil {
		t.Errorf("Ping() = %q, %v", text, err)
	}
}

func TestPing_errors(t *testing.T) {
	for name, tc := range map[string]struct {
		status int
		body   string
		kind   error
		want   string
	}{
		"with a message": {401, `{"error":"Unauthorized","message":"No acc3ss-key","path":"/ping","status":401,` +
			`"timestamp":"2024-05-06T07:08:09.120Z"}`, rest.ErrUnauthorized, "GET /ping: 401 Unauthorized: [masked]"},
		"without one": {403, `{"error":"Forbidden","path":"/ping","status":403,"timestamp":1714979289120}`, rest.ErrForbidden,
			"GET /ping: 403 Forbidden"},
	} {
		t.Run(name, func(t *testing.T) {
			api := serve(t, func(w http.ResponseWriter, _ *http.Request) {
				w.WriteHeader(tc.status)
				io.WriteString(w, tc.body)
			})
			if _, err := api.Ping(t.Context()); !errors.Is(err, tc.kind) || err.Error() != tc.want {
				t.Errorf("Ping() = %v, want %s", err, tc.want)
			}
		})
	}
}

func TestPing_otherErrors(t *testing.T) {
	api := serve(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(502) })
	if _, err := api.Ping(t.Context()); !errors.Is(err, rest.ErrUnavailable) {
		t.Errorf("Ping() = %v", err)
	}
}
