package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
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

// elsewhere starts a server that is not the service, and counts its requests.
func elsewhere(t *testing.T, status int, contentType, body string) (string, *atomic.Int64) {
	t.Helper()
	requests := new(atomic.Int64)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		requests.Add(1)
		w.Header().Set("Content-Type", contentType)
		w.WriteHeader(status)
		fmt.Fprint(w, body)
	}))
	t.Cleanup(server.Close)
	return server.URL, requests
}

// An unusable service results in a single error, regardless of the number of objects in the state.
// The provider needs at most two requests after the first odd response, and sends no others.
func TestUnusableService_isOneError(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, manyTypes, "IDM_TOKEN=demo-admin-token", "IDM_MAX_RETRIES=0")
	w.must(0, "apply", "-auto-approve", "-input=false")
	if len(w.sim.Requests()) == 0 {
		t.Fatal("the apply sent no request")
	}
	address, requests := elsewhere(t, http.StatusOK, "text/html", "<html>sign in</html>")
	for _, arguments := range [][]string{{"plan"}, {"apply", "-auto-approve"}, {"destroy", "-auto-approve", "-refresh=false"}} {
		requests.Store(0)
		w.environment = append(w.environment, "IDM_BASE_URL="+address, fmt.Sprintf("IDM_BATCH_READS=%t", arguments[0] != "apply"))
		out := w.must(1, append(arguments, "-parallelism=1", "-input=false", "-no-color")...)
		if strings.Count(out, "Error: ") != 1 || !strings.Contains(out, "Error: No such service at the address") || requests.Load() > 4 {
			t.Errorf("%v: %d requests\n%s", arguments, requests.Load(), out)
		}
	}
}
