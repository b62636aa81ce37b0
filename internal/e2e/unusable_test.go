package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// manyTypes are objects of several types, without references, so that each is refreshed by itself.
var manyTypes = `
resource "idm_unit" "u" {
  count       = 20
  ext_id      = "u-${count.index}"
  name        = "U ${count.index}"
  profileless = false
}
resource "idm_policy" "p" {
  ext_id      = "p"
  policy_type = "TANPolicy"
  name        = "P"
}
resource "idm_profile" "p" {
  ext_id      = "another"
  user_ext_id = "u-ben"
}
resource "idm_profile_authorizations" "p" {
  profile_ext_id = idm_profile.p.ext_id
  authorizations = { "crm-reader" = {} }
}
resource "idm_unit_properties" "u" {
  unit_ext_id = "acme-it"
  properties  = { costCenter = "1" }
}
resource "idm_generic_credential" "c" {
  user_ext_id    = "u-ben"
  ext_id         = "generic"
  identification = "x"
}
`

// A service that cannot be used is one error of a refresh, however many objects the state holds, and
// also when the body of the 401 speaks of a missing right.
func TestUnusableService_isOneError(t *testing.T) {
	w := newWorkspace(t, manyTypes, "IDM_TOKEN=demo-admin-token")
	w.must(0, "apply", "-auto-approve", "-input=false")
	rights := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, _ *http.Request) {
		rw.Header().Set("Content-Type", "application/json")
		rw.WriteHeader(http.StatusUnauthorized)
		fmt.Fprint(rw, `{"errors":[{"code":"errors.insufficientRightsFunction","message":"no"}]}`)
	}))
	t.Cleanup(rights.Close)
	environment := slices.Clone(w.environment)
	for name, test := range map[string]struct{ variable, summary string }{
		"expired token":      {"IDM_TOKEN=expired", "The service does not accept the login"},
		"401 without rights": {"IDM_BASE_URL=" + rights.URL, "The service does not accept the login"},
		"dead port":          {"IDM_BASE_URL=http://127.0.0.1:1", "Nothing listens at the address"},
		"unknown host":       {"IDM_BASE_URL=https://no-such-host.invalid", "Unknown host"},
	} {
		t.Run(name, func(t *testing.T) {
			w.environment = append(slices.Clone(environment), test.variable)
			for _, arguments := range [][]string{{"plan"}, {"destroy", "-auto-approve"}} {
				out := w.must(1, append(arguments, "-input=false", "-no-color")...)
				if strings.Count(out, "Error: ") != 1 || !strings.Contains(out, "Error: "+test.summary) {
					t.Errorf("%v:\n%s", arguments, out)
				}
			}
		})
	}
	if len(w.sim.Requests()) == 0 {
		t.Error("no request came")
	}
}

// When the login fails during an apply, no object is sent after it, and each error says that its
// object was not changed.
func TestUnusableService_duringApply(t *testing.T) {
	w := newWorkspace(t, manyTypes, "IDM_TOKEN=demo-admin-token")
	w.must(0, "plan", "-out=p", "-input=false")
	if err := w.sim.SetFaults(sim.Fault{Kind: "status", Status: 401, Method: "POST"}); err != nil {
		t.Fatal(err)
	}
	out := w.must(1, "apply", "-input=false", "-no-color", "p")
	posts := 0
	for _, r := range w.sim.Requests() {
		if r.Method == http.MethodPost {
			posts++
		}
	}
	if refused := strings.Count(out, "401 Unauthorized"); posts > 10 || strings.Count(out, "not sent, because") < 10 || refused == 0 {
		t.Errorf("%d requests were sent:\n%s", posts, out)
	}
}
