package model

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// corruption replaces the response of the service after the request has been carried out.
type corruption func(w http.ResponseWriter, r *http.Request, honest *httptest.ResponseRecorder)

// gateway is a proxy in front of the simulator that corrupts the responses to selected methods. It
// leaves the response about the caller alone: if every response were odd, the provider would report
// an address that is not the service's.
type gateway struct {
	service   http.Handler
	mu        sync.Mutex
	corrupted map[string]corruption
	// withholds is set if the service does not receive the requests with corrupted responses.
	withholds bool
}

func (g *gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	g.mu.Lock()
	corrupt, withholds := g.corrupted[r.Method], g.withholds
	g.mu.Unlock()
	if corrupt == nil || strings.HasPrefix(r.URL.Path, "/principal/") {
		g.service.ServeHTTP(w, r)
		return
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	honest := httptest.NewRecorder()
	if !withholds {
		g.service.ServeHTTP(honest, r)
	}
	corrupt(w, r, honest)
}

// corrupt corrupts the responses to the given methods from now on, and to no others.
func (g *gateway) corrupt(how corruption, methods ...string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.corrupted, g.withholds = map[string]corruption{}, false
	for _, method := range methods {
		g.corrupted[method] = how
	}
}

// refuse answers the given methods in place of the service from now on, and no others.
func (g *gateway) refuse(how corruption, methods ...string) {
	g.corrupt(how, methods...)
	g.mu.Lock()
	defer g.mu.Unlock()
	g.withholds = true
}

// behindGateway returns a tenant whose provider reaches the simulator through a gateway.
func behindGateway(t *testing.T, quirks ...string) (*tenant, *gateway) {
	s := acctest.StartSimulator(t, quirks...)
	g := &gateway{service: s.Sim}
	server := httptest.NewServer(g)
	t.Cleanup(server.Close)
	s.URL = server.URL
	return newTenant(t, s), g
}

func instead(status int, contentType, body string) corruption {
	return func(w http.ResponseWriter, _ *http.Request, _ *httptest.ResponseRecorder) {
		w.Header().Set("Content-Type", contentType)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

// rewritten changes every object in the response: the object itself, or each item of a list.
func rewritten(change func(object map[string]any)) corruption {
	return func(w http.ResponseWriter, _ *http.Request, honest *httptest.ResponseRecorder) {
		maps.Copy(w.Header(), honest.Header())
		w.WriteHeader(honest.Code)
		var response map[string]any
		if json.Unmarshal(honest.Body.Bytes(), &response) != nil {
			_, _ = w.Write(honest.Body.Bytes())
			return
		}
		if items, ok := response["items"].([]any); ok {
			for _, item := range items {
				change(item.(map[string]any))
			}
		} else {
			change(response)
		}
		_ = json.NewEncoder(w).Encode(response)
	}
}

func each(value func(any) any) corruption {
	return rewritten(func(object map[string]any) {
		for name := range object {
			object[name] = value(object[name])
		}
	})
}

// withLocation replaces the Location in the response to a create.
func withLocation(location func(string) string) corruption {
	return func(w http.ResponseWriter, _ *http.Request, honest *httptest.ResponseRecorder) {
		maps.Copy(w.Header(), honest.Header())
		w.Header().Set("Location", location(honest.Header().Get("Location")))
		w.WriteHeader(honest.Code)
		_, _ = w.Write(honest.Body.Bytes())
	}
}

// unusable contains responses that no object can be read from.
var unusable = map[string]corruption{
	"a page of a proxy":         instead(200, "text/html; charset=utf-8", "<!DOCTYPE html><title>Sign in</title>"),
	"HTML that says it is JSON": instead(200, "application/json", "<html></html>"),
	"another content type":      instead(200, "text/plain", `{"extId":"x","items":[]}`),
	"nothing":                   instead(200, "application/json", ""),
	"null":                      instead(200, "application/json", "null"),
	"an empty object":           instead(200, "application/json", "{}"),
	"a list":                    instead(200, "application/json", `[{"extId":"x"}]`),
	"a text":                    instead(200, "application/json", `"x"`),
	"half":                      instead(200, "application/json", `{"extId":"acme-hq","name":"He`),
	"deep":                      instead(200, "application/json", strings.Repeat(`{"extId":`, 20000)),
	"not found, by a gateway":   instead(404, "text/html", "<h1>Not Found</h1>"),
	"not found, without a code": instead(404, "application/json", `{"errors":[]}`),
	"gone":                      instead(410, "application/json", `{"errors":[{"code":"errors.noRecord"}]}`),
	"not logged in":             instead(401, "application/json", `{"errors":[{"code":"errors.noRecord"}]}`),
	"forbidden":                 instead(403, "application/json", `{"errors":[{"code":"errors.noRecord","message":"no"}]}`),
	"a teapot":                  instead(418, "application/json", `{"errorCode":7,"message":["?"]}`),
	"a megabyte of error": instead(500, "application/json", `{"errors":[{"code":"errors.fatalError","message":"`+
		strings.Repeat("x", 1<<20)+`"}]}`),
	"an escape sequence": instead(500, "application/json",
		`{"errors":[{"code":"errors.fatalError","message":"\u001b[2J\u001b]0;owned\u0007"}]}`),
	"every value null":         each(func(any) any { return nil }),
	"every value another type": each(func(any) any { return []any{1, "2"} }),
	"numbers and flags as text": each(func(value any) any {
		if _, text := value.(string); text {
			return value
		}
		return "1"
	}),
	"another object": rewritten(func(object map[string]any) { object["extId"], object["items"] = "somebody-else", 1 }),
	"a redirect elsewhere": func(w http.ResponseWriter, r *http.Request, _ *httptest.ResponseRecorder) {
		http.Redirect(w, r, "http://service.invalid/", http.StatusFound)
	},
}

// A failed read never changes the state. Its error names the problem and the remedy, in a text of
// limited length without control characters.
func TestHostile_reads(t *testing.T) {
	t.Parallel()
	n, g := behindGateway(t)
	n.must(stages()[0])
	for name, how := range unusable {
		t.Run(name, func(t *testing.T) {
			g.corrupt(how, http.MethodGet)
			defer g.corrupt(nil)
			p := n.s.Protocol(t)
			for _, address := range n.made {
				i := *n.state[address]
				if readable(name, i.Type) {
					continue
				}
				// A failed login ends the run and is reported for all objects.
				unusable := name == "not logged in"
				if unusable {
					p.NextRun(t)
				}
				diags := i.Refresh(t, p)
				if err := acctest.Equal(n.state[address].Values, i.Values); err != nil {
					t.Errorf("%s: the state is changed: %v", address, err)
				}
				if !diags.HasError() {
					t.Errorf("%s: no error", address)
				}
				for _, d := range diags {
					if !unusable || d.Summary != "The service does not accept the login" {
						checkDiagnostic(t, address, d.Summary, d.Detail)
					}
				}
			}
		})
	}
	n.must(stages()[0])
}

// readable reports whether a response is valid for a resource: a property set is an object with any
// names, and the grants of a profile, the applications of a client and the members of an enterprise
// role are lists of any objects.
func readable(response, resource string) bool {
	switch {
	case strings.HasSuffix(resource, "_properties"):
		return slices.Contains([]string{"an empty object", "every value null", "every value another type", "numbers and flags as text",
			"another object"}, response)
	case response == "another object":
		return strings.HasPrefix(resource, "idm_client_application") || strings.HasPrefix(resource, "idm_profile_") ||
			strings.HasPrefix(resource, "idm_enterprise_role_member")
	}
	return false
}

// checkDiagnostic checks that an error describes the failed operation, the response and the remedy,
// in a text of limited length.
func checkDiagnostic(t *testing.T, address, summary, detail string) {
	t.Helper()
	if !strings.HasPrefix(summary, "Could not ") || strings.Count(detail, "\n\n") < 2 || len(detail) > 4000 ||
		strings.ContainsAny(detail, "\x1b\x07\x00") {
		t.Errorf("%s: not a clear error: %s: %s", address, summary, strconv.Quote(detail[:min(len(detail), 4000)]))
	}
}

// A text of ten megabytes is treated like any other value.
func TestHostile_longText(t *testing.T) {
	t.Parallel()
	n, g := behindGateway(t)
	n.must(stages()[0])
	g.corrupt(rewritten(func(object map[string]any) { object["location"] = strings.Repeat("x", 10<<20) }), http.MethodGet)
	unit := n.state["unit.sales"]
	if diags := unit.Refresh(t, n.s.Protocol(t)); len(diags) > 0 {
		t.Fatal(diags)
	}
	if location, _ := unit.Values["location"].(string); len(location) != 10<<20 {
		t.Errorf("the state holds %d bytes", len(location))
	}
	g.corrupt(nil)
	n.must(stages()[0])
}

// With any corrupted response to a completed write, nothing is lost, created twice or tainted, and
// the next run converges. It needs the import blocks of the errors for objects that the corrupted run
// created outside the state.
func TestHostile_writes(t *testing.T) {
	responses := map[string]corruption{
		"no Location":        withLocation(func(string) string { return "" }),
		"Location elsewhere": withLocation(func(string) string { return "https://service.invalid/login" }),
		"Location no path":   withLocation(func(string) string { return "http://[::1" }),
	}
	for _, name := range []string{"a page of a proxy", "half", "null", "an empty object", "every value null", "every value another type",
		"another object", "a megabyte of error"} {
		responses[name] = unusable[name]
	}
	for name, how := range responses {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n, g := behindGateway(t)
			before := n.s.Sim.State()
			for i, stage := range append(stages(), nil) {
				g.corrupt(how, http.MethodPost, http.MethodPatch, http.MethodPut, http.MethodDelete)
				corrupt := n.apply(stage)
				for address, i := range n.state {
					if i.Tainted {
						t.Errorf("%s is tainted: %s", address, corrupt)
					}
				}
				g.corrupt(nil)
				diags := n.apply(stage)
				for diags.HasError() && n.adopt(stage, diags) {
					diags = n.apply(stage)
				}
				if diags.HasError() {
					t.Fatalf("%d: %s", i, diags)
				}
				if err := n.converged(stage); err != nil {
					t.Fatalf("%d: %v", i, err)
				}
			}
			if err := acctest.Equal(unversioned(before), unversioned(n.s.Sim.State())); err != nil {
				t.Error(err)
			}
		})
	}
}

var importBlock = regexp.MustCompile(`import \{\s+to = (idm_\w+)\.[^\n]*\n\s+id = "([^"]+)"`)

// adopt imports the members and assignments that the errors of a plan name, because an existing one
// is never adopted silently. It reports whether it imported an object for every error.
func (n *tenant) adopt(configuration []declared, diags acctest.Diagnostics) bool {
	for _, d := range diags {
		block := importBlock.FindStringSubmatch(d.Detail)
		if block == nil || block[1] != "idm_enterprise_role_member" && block[1] != "idm_client_application" {
			return false
		}
		at := slices.IndexFunc(configuration, func(d declared) bool { return d.resource == block[1] && n.instance(d).Values == nil })
		if at < 0 {
			return false
		}
		i := n.instance(configuration[at])
		if diags := i.Import(n.t, n.s.Protocol(n.t), block[2]); diags.HasError() || i.Values == nil {
			n.t.Fatal(diags)
		}
		n.made = append(n.made, configuration[at].address)
	}
	return true
}

// An update with a move consists of two writes: when the second fails, the state contains the
// result of the first.
func TestHostile_secondOfTwoWrites(t *testing.T) {
	t.Parallel()
	n, g := behindGateway(t)
	n.must(stages()[0])
	refused := `{"errors":[{"code":"errors.invalidParameter","message":"Not now."}]}`
	g.refuse(instead(422, "application/json", refused), http.MethodPut)
	diags := n.apply(stages()[1])
	for _, wanted := range []string{"Could not move unit", "Could not move profile"} {
		if !strings.Contains(diags.String(), wanted) {
			t.Errorf("no %q in %s", wanted, diags)
		}
	}
	if unit := n.state["unit.inside"].Values; unit["description"] != "Moved" {
		t.Errorf("the state of the unit is %v", unit)
	}
	if profile := n.state["profile.ben"].Values; profile["remarks"] != "moved" || profile["name"] != "Benjamin" {
		t.Errorf("the state of the profile is %v", profile)
	}
	g.corrupt(nil)
	n.must(stages()[1])
}
