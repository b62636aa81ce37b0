package provider_test

import (
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// deadPort is the address of a reserved port without a listener. A free port could be taken by the
// simulator of another test.
const deadPort = "http://127.0.0.1:1"

func responding(t *testing.T, status int, contentType, body string) string {
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
// check.
func TestPreflight(t *testing.T) {
	t.Setenv("IDM_PLAN_CHECKS", "off")
	t.Setenv("IDM_MAX_RETRIES", "0")
	s := acctest.StartSimulator(t)
	secured := httptest.NewTLSServer(http.NotFoundHandler())
	t.Cleanup(secured.Close)
	for name, test := range map[string]struct{ url, token, client, summary, detail string }{
		"wrong token":     {s.URL, "no-such-token", "acme", "The service does not accept the login", "GET /principal/v1/permissions/: 401"},
		"dead port":       {deadPort, "any", "acme", "Nothing listens at the address", "connection refused"},
		"unknown host":    {"https://no-such-host.invalid/api", "any", "acme", "Unknown host", "no-such-host.invalid"},
		"wrong path":      {s.URL + "/wrong", "demo-admin-token", "acme", "No such service at the address", "before /core/v1"},
		"path of the API": {s.URL + "/core/v1", "demo-admin-token", "acme", "No such service at the address", "before /core/v1"},
		"login page": {responding(t, 200, "text/html", "<html>sign in</html>"), "any", "acme", "No such service at the address",
			"text/html"},
		"page not found": {responding(t, 404, "text/html", "<html>nginx</html>"), "any", "acme", "No such service at the address", "404"},
		"another API": {responding(t, 200, "application/json", `{"hello":"world"}`), "any", "acme", "No such service at the address",
			"a different object than the one"},
		"another API, 404": {responding(t, 404, "application/json", `{"message":"Not Found"}`), "any", "acme",
			"No such service at the address",
			"404"},
		"TLS to http":    {strings.Replace(s.URL, "http:", "https:", 1), "any", "acme", "No TLS at the address", "https"},
		"http to TLS":    {strings.Replace(secured.URL, "https:", "http:", 1), "any", "acme", "The address expects TLS", "https"},
		"unknown issuer": {secured.URL, "any", "acme", "The certificate is not trusted", "ca_certificate"},
		"out of order":   {responding(t, 503, "text/html", "later"), "any", "acme", "The service is not available", "503"},
	} {
		t.Run(name, func(t *testing.T) {
			other := acctest.Service{Fixture: s.Fixture}
			other.URL, other.Client = test.url, test.client
			p := other.ProtocolAs(t, test.token)
			_, diags := p.Plan(t, "idm_unit", childUnit)
			if len(diags) != 1 || diags[0].Summary != test.summary || !strings.Contains(diags[0].Detail, test.detail) ||
				!strings.Contains(diags[0].Detail, "othing was changed") {
				t.Error(diags)
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

// One failed refresh that may come from something else than the service is followed by at most two
// requests, which decide whether the run can go on: then one error is shown for all types of objects,
// and nothing more is sent.
func TestPreflight_refresh(t *testing.T) {
	s := acctest.StartSimulator(t)
	prepareReplacement(t, s)
	s.Must(t, "POST", "/core/v1/acme/users/u-ben/profiles", `{"extId":"q"}`)
	s.Must(t, "DELETE", "/core/v1/acme/profiles/p/authorizations/held", "")
	all := everyObject(t, s)
	redirect := httptest.NewServer(http.RedirectHandler("https://login.invalid/", http.StatusFound))
	t.Cleanup(redirect.Close)
	for name, test := range map[string]struct{ url, summary string }{
		"401 without rights": {responding(t, 401, "application/json", `{"errors":[{"code":"errors.insufficientRightsFunction"}]}`),
			"The service does not accept the login"},
		"401 of a page":    {responding(t, 401, "text/html", "who?"), "The service does not accept the login"},
		"dead port":        {deadPort, "Nothing listens at the address"},
		"wrong path":       {s.URL + "/wrong", "No such service at the address"},
		"login page":       {responding(t, 200, "text/html", "<html>sign in</html>"), "No such service at the address"},
		"page not found":   {responding(t, 404, "text/html", "<html>nginx</html>"), "No such service at the address"},
		"forbidden page":   {responding(t, 403, "text/html", "<html>blocked</html>"), "No such service at the address"},
		"another API":      {responding(t, 200, "application/json", `{"hello":"world"}`), "No such service at the address"},
		"another API, 404": {responding(t, 404, "application/json", `{"message":"Not Found"}`), "No such service at the address"},
		"another API, 403": {responding(t, 403, "application/json", `{"message":"Forbidden"}`), "The service cannot be used"},
		"proxy":            {responding(t, 503, "text/html", "later"), "The service is not available"},
		"redirect":         {redirect.URL, "The address redirects elsewhere"},
	} {
		for _, batch := range []string{"true", "false"} {
			t.Run(name+" "+batch, func(t *testing.T) {
				t.Setenv("IDM_BATCH_READS", batch)
				t.Setenv("IDM_MAX_RETRIES", "0")
				other := acctest.Service{Fixture: s.Fixture}
				other.URL, other.Client = test.url, "acme"
				p := other.Protocol(t)
				var shown acctest.Diagnostics
				for _, object := range all {
					i := *object
					for _, d := range i.Refresh(t, p) {
						if d.Summary != "Not refreshed" {
							shown = append(shown, d)
						}
					}
				}
				if len(shown) != 1 || shown[0].Summary != test.summary {
					t.Error(shown)
				}
			})
		}
	}
}

// everyObject creates an object of every type, except one of the client that holds the others.
func everyObject(t *testing.T, s *acctest.Service) map[string]*acctest.Instance {
	t.Helper()
	p, all := s.Protocol(t), map[string]*acctest.Instance{}
	for resource, configs := range refusable(t) {
		if strings.HasSuffix(resource, "_properties") || resource == "idm_client" {
			continue // Any object is in the form of properties.
		}
		config := maps.Clone(configs[0])
		if strings.HasSuffix(resource, "authorization") { // The other profile has an authoritative resource.
			config["profile_ext_id"] = "q"
		}
		if config["ext_id"] != nil {
			config["ext_id"] = resource
		}
		all[resource] = &acctest.Instance{Type: resource}
		if diags := all[resource].ApplyConcurrently(t, p, config, func() {}); diags.HasError() {
			t.Fatal(diags)
		}
	}
	return all
}

// An object whose response comes from something else does not end the run while the service responds
// to others: each is an error of its own.
func TestPreflight_oddObject(t *testing.T) {
	for _, batch := range []string{"true", "false"} {
		t.Setenv("IDM_BATCH_READS", batch)
		s := acctest.StartSimulator(t)
		p, units := s.Protocol(t), []*acctest.Instance{{Type: "idm_unit"}, {Type: "idm_unit"}}
		for i, unit := range units {
			unit.Create(t, p, acctest.Values{"ext_id": strings.Repeat("u", i+1), "profileless": false})
		}
		s.ClearRequests()
		p.NextRun(t)
		for _, fault := range []sim.Fault{{Kind: "html"}, {Kind: "html", Status: 404}, {Kind: "status", Status: 404}} {
			fault.Path = "/core/v1/acme/units/u*"
			s.SetFaults(t, fault)
			for _, unit := range units {
				i := *unit
				if diags := i.Refresh(t, p); len(diags) != 1 || diags[0].Summary != "Could not read unit" {
					t.Error(diags)
				}
			}
		}
		if asked := slices.DeleteFunc(s.Reads(), func(r string) bool { return r != "GET /principal/v1/permissions/" }); len(asked) != 1 {
			t.Error(asked)
		}
	}
}
