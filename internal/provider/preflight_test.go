package provider_test

import (
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/acctest"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// deadPort returns the address of a port without a listener.
func deadPort(t *testing.T) string {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	return "http://" + listener.Addr().String()
}

func answering(t *testing.T, status int, contentType, body string) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// Errors that can be detected before planning are errors of the plan, even without the permission
// check, and appear within seconds.
func TestPreflight(t *testing.T) {
	t.Setenv("IDM_PERMISSION_CHECK", "off")
	s := acctest.StartSimulator(t)
	secured := httptest.NewTLSServer(http.NotFoundHandler())
	t.Cleanup(secured.Close)
	for name, test := range map[string]struct{ url, token, client, summary, detail string }{
		"wrong token":     {s.URL, "no-such-token", "acme", "The service does not accept the login", "GET /principal/v1/permissions/: 401"},
		"unknown client":  {s.URL, "demo-admin-token", "acmee", "Unknown client", `Did you mean "acme"?`},
		"dead port":       {deadPort(t), "any", "acme", "Nothing listens at the address", "connection refused"},
		"unknown host":    {"https://no-such-host.invalid/api", "any", "acme", "Unknown host", "no-such-host.invalid"},
		"wrong path":      {s.URL + "/wrong", "demo-admin-token", "acme", "No such service at the address", "before /core/v1"},
		"path of the API": {s.URL + "/core/v1", "demo-admin-token", "acme", "No such service at the address", "before /core/v1"},
		"login page": {answering(t, 200, "text/html", "<html>sign in</html>"), "any", "acme", "No such service at the address",
			"text/html"},
		"page not found": {answering(t, 404, "text/html", "<html>nginx</html>"), "any", "acme", "No such service at the address", "404"},
		"another API": {answering(t, 200, "application/json", `{"hello":"world"}`), "any", "acme", "No such service at the address",
			"another object than the one"},
		"another API, 404": {answering(t, 404, "application/json", `{"message":"Not Found"}`), "any", "acme",
			"No such service at the address",
			"404"},
		"TLS to http":    {strings.Replace(s.URL, "http:", "https:", 1), "any", "acme", "No TLS at the address", "https"},
		"http to TLS":    {strings.Replace(secured.URL, "https:", "http:", 1), "any", "acme", "The address expects TLS", "https"},
		"unknown issuer": {secured.URL, "any", "acme", "The certificate is not trusted", "ca_certificate"},
		"out of order":   {answering(t, 503, "text/html", "later"), "any", "acme", "The service is not available", "503"},
	} {
		t.Run(name, func(t *testing.T) {
			other := acctest.Service{Fixture: s.Fixture}
			other.URL, other.Client = test.url, test.client
			p := other.ProtocolAs(t, test.token)
			begin := time.Now()
			_, diags := p.Plan(t, "idm_unit", childUnit)
			if len(diags) != 1 || diags[0].Summary != test.summary || !strings.Contains(diags[0].Detail, test.detail) ||
				!strings.Contains(diags[0].Detail, "othing was changed") {
				t.Error(diags)
			}
			if took := time.Since(begin); took > 20*time.Second {
				t.Errorf("took %s", took)
			}
			// One failure is reported once, for any number of objects in the plan.
			if _, diags := p.Plan(t, "idm_unit", childUnit); len(diags) != 0 {
				t.Error(diags)
			}
		})
	}
	if writes := s.Writes(); len(writes) > 0 {
		t.Error(writes)
	}
}

// A caller who may not read the client, or whose service does not list permissions, gets no error.
func TestPreflight_notAllowed(t *testing.T) {
	for _, faults := range [][]sim.Fault{
		{{Kind: "status", Status: 403, Path: "/core/v1/clients/acme"}},
		{{Kind: "status", Status: 404, Path: "/principal/v1/permissions/"}, {Kind: "status", Status: 403, Path: "/core/v1/clients/acme"}},
		{{Kind: "status", Status: 403, Path: "/principal/v1/permissions/"}},
	} {
		s := acctest.StartSimulator(t)
		if err := s.Sim.SetFaults(faults...); err != nil {
			t.Fatal(err)
		}
		if _, diags := s.Protocol(t).Plan(t, "idm_unit", childUnit); len(diags) > 0 {
			t.Error(diags)
		}
	}
}
