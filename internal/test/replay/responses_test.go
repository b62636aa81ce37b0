package replay

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
	"github.com/identity-iac/terraform-provider-idm/internal/test/tenantgen"
)

// corruption replaces a response of the service after the request has been carried out.
type corruption func(honest *httptest.ResponseRecorder) *httptest.ResponseRecorder

func instead(status int, contentType, body string) corruption {
	return func(*httptest.ResponseRecorder) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		w.Header().Set("Content-Type", contentType)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
		return w
	}
}

// rewritten changes each object in the response: the object itself, or each item of a list.
func rewritten(change func(object map[string]any)) corruption {
	return func(honest *httptest.ResponseRecorder) *httptest.ResponseRecorder {
		var response map[string]any
		if json.Unmarshal(honest.Body.Bytes(), &response) != nil {
			return honest
		}
		if items, ok := response["items"].([]any); ok {
			for _, item := range items {
				change(item.(map[string]any))
			}
		} else {
			change(response)
		}
		content, _ := json.Marshal(response)
		w := instead(honest.Code, "application/json", string(content))(nil)
		w.Header().Set("Location", honest.Header().Get("Location"))
		return w
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
func withLocation(location string) corruption {
	return func(honest *httptest.ResponseRecorder) *httptest.ResponseRecorder {
		if honest.Header().Get("Location") != "" {
			honest.Header().Set("Location", location)
		}
		return honest
	}
}

// unusable are responses from which no object can be read.
var unusable = map[fault]corruption{
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
	"a redirect elsewhere":     redirected,
	"every value null":         each(func(any) any { return nil }),
	"every value another type": each(func(any) any { return []any{1, "2"} }),
	"another object":           rewritten(func(object map[string]any) { object["extId"], object["items"] = "another", 1 }),
	"numbers and flags as text": each(func(value any) any {
		if _, text := value.(string); text {
			return value
		}
		return "1"
	}),
}

func redirected(*httptest.ResponseRecorder) *httptest.ResponseRecorder {
	w := instead(http.StatusFound, "text/html", "")(nil)
	w.Header().Set("Location", "http://service.invalid/")
	return w
}

// misleading are the responses to writes that the seeds draw. A write has had its effect.
var misleading = []fault{"no Location", "Location elsewhere", "Location no path", "a page of a proxy", "half", "null", "an empty object",
	"every value null", "every value another type", "another object", "a megabyte of error"}

// corruptions are the responses of all faults of this kind.
var corruptions = func() map[fault]corruption {
	all := map[fault]corruption{"no Location": withLocation(""), "Location elsewhere": withLocation("https://service.invalid/login"),
		"Location no path": withLocation("http://[::1")}
	maps.Copy(all, unusable)
	return all
}()

// readable reports whether a response is valid for a resource: a property set is an object with any
// names, and grants, applications and members are lists of any objects.
func readable(response fault, of *objecttype.Type) bool {
	switch {
	case of.Class == objecttype.Properties:
		return slices.Contains([]fault{"an empty object", "every value null", "every value another type", "numbers and flags as text",
			"another object"}, response)
	case of == objecttype.PropertyDefinition: // It has no external ID.
		return response == "another object"
	case response == "another object":
		return of.Class != objecttype.Object
	}
	return false
}

// A failed read of an object of any type never changes the state. Its error names the problem and the
// remedy, in a text of limited length without control characters.
func TestResponses_reads(t *testing.T) {
	s := scenario{Seed: 3, Quirks: []string{"later-releases"}, Size: tenantgen.Size{Units: 3, Profiles: 2, Catalog: 1}}
	inScenario(t, s, func(p *player) {
		tenant := tenantgen.For(s.Quirks)
		tenant.Grow(rand.New(rand.NewPCG(s.Seed, 1)), s.Size)
		if diags := p.world.apply(tenant.Resources()); diags.HasError() {
			t.Fatal(diags)
		}
		for name, how := range unusable {
			p.wire.reads = how
			for address, held := range p.world.state {
				i, of := *held, objecttype.ByTypeName(held.Type)
				if readable(name, of) {
					continue
				}
				diags := i.Refresh(t, p.world.service.Protocol(t))
				if err := acctest.Equal(held.Values, i.Values); err != nil {
					t.Errorf("%s, %s: the state is changed: %v", name, address, err)
				}
				if !diags.HasError() {
					t.Errorf("%s, %s: no error", name, address)
				}
				for _, d := range diags {
					if name != "not logged in" || d.Summary != "The service does not accept the login" {
						checkDiagnostic(t, string(name)+", "+address, d.Summary, d.Detail)
					}
				}
			}
		}
		p.wire.reads = nil
	})
}

// checkDiagnostic checks that an error describes the failed operation, the response and the remedy,
// in a text of limited length.
func checkDiagnostic(t *testing.T, where, summary, detail string) {
	t.Helper()
	if !strings.HasPrefix(summary, "Could not ") || strings.Count(detail, "\n\n") < 2 || len(detail) > 4000 ||
		strings.ContainsAny(detail, "\x1b\x07\x00") {
		t.Errorf("%s: not a clear error: %s: %s", where, summary, strconv.Quote(detail[:min(len(detail), 4000)]))
	}
}

// An update with a move consists of two writes, also of an element: if the second one fails, the
// state contains the result of the first, and the next apply does the rest.
func TestResponses_secondOfTwoWrites(t *testing.T) {
	for resource, config := range map[string]func(text, unit string) acctest.Values{
		"idm_unit": func(text, unit string) acctest.Values {
			return acctest.Values{"ext_id": "new", "name": "New", "profileless": false, "description": text, "parent_unit_ext_id": unit}
		},
		"idm_profile": func(text, unit string) acctest.Values {
			return acctest.Values{"ext_id": "new", "user_ext_id": "u-ben", "remarks": text, "unit_ext_id": unit}
		},
		"idm_unit_tree": func(text, unit string) acctest.Values {
			return acctest.Values{"parent_unit_ext_id": unit,
				"units": acctest.Values{"new": acctest.Values{"name": "New", "profileless": false, "description": text}}}
		},
		"idm_profiles": func(text, unit string) acctest.Values {
			return acctest.Values{
				"profiles": acctest.Values{"new": acctest.Values{"user_ext_id": "u-ben", "remarks": text, "unit_ext_id": unit}}}
		},
	} {
		t.Run(resource, func(t *testing.T) {
			s, i := acctest.Virtual(t), &acctest.Instance{Type: resource}
			refuses := func(faults ...sim.Fault) {
				t.Helper()
				s.SetFaults(t, faults...)
			}
			p := s.Protocol(t)
			i.Create(t, p, config("before", "acme-hq"))
			refuses(sim.Fault{Kind: "status", Code: "errors.invalidParameter", Method: http.MethodPut})
			diags := i.ApplyConcurrently(t, p, config("after", "acme-it"), func() {})
			if text := fmt.Sprint(i.Values); !strings.Contains(diags.String(), "Could not move ") || !strings.Contains(text, "after") ||
				!strings.Contains(text, "acme-hq") {
				t.Errorf("the state is %s: %s", text, diags)
			}
			refuses()
			p.NextRun(t)
			if diags := i.ApplyConcurrently(t, p, config("after", "acme-it"), func() {}); diags.HasError() {
				t.Error(diags)
			}
			if planned, diags := i.Plan(t, p, config("after", "acme-it")); diags.HasError() || !planned.Empty {
				t.Error("the next plan is not empty: ", diags)
			}
		})
	}
}

// If the service keeps an attribute instead of clearing it, an error at each object of each type
// names it, and a second apply of the value changes nothing.
func TestResponses_keptOnClear(t *testing.T) {
	s := scenario{Seed: 3, Quirks: []string{"keep-on-clear"}, Size: tenantgen.Size{Units: 3, Profiles: 2, Catalog: 1}}
	inScenario(t, s, func(p *player) {
		tenant := tenantgen.For(s.Quirks)
		tenant.Grow(rand.New(rand.NewPCG(s.Seed, 1)), s.Size)
		resources, left := tenant.Resources(), map[string]string{}
		if diags := p.world.apply(resources); diags.HasError() {
			t.Fatal(diags)
		}
		cleared := changed(resources, func(tenantgen.Resource) acctest.Values { return nil })
		for _, r := range cleared {
			of := objecttype.ByTypeName(r.Type)
			if of.Class != objecttype.Object || of == objecttype.PropertyDefinition {
				continue
			}
			for _, name := range of.Texts[1:] {
				if _, declared := r.Arguments[name]; declared && !strings.Contains(name, ".") && name != "terms_version" {
					delete(r.Arguments, name)
					left[r.Address()] = name
				}
			}
		}
		diags := p.world.apply(cleared)
		for address, name := range left {
			if !p.world.skipped[address] && !slices.ContainsFunc(diags, func(d *tfprotov6.Diagnostic) bool {
				return strings.HasPrefix(d.Summary, address+": The service kept") &&
					strings.Contains(fmt.Sprint(d.Detail, d.Attribute), name)
			}) {
				t.Errorf("%s keeps %s without an error: %s", address, name, diags)
			}
		}
		if diags := p.world.apply(resources); diags.HasError() || len(left) < 4 {
			t.Error(left, diags)
		}
		for _, finding := range p.world.settled(resources) {
			t.Error(finding)
		}
	})
}
