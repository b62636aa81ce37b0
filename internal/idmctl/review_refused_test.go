package idmctl

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// planOf returns the JSON of a plan with one change in the client acme: its type, its action, before
// and after.
func planOf(change ...string) string {
	values := func(text string) string { return strings.Replace(text, "{", `{"client_ext_id":"acme",`, 1) }
	return fmt.Sprintf(`{"format_version":"1.2","terraform_version":"1.11.4","resource_changes":[{"address":"%[1]s.a","type":%[1]q,"name":"a",
		"provider_name":"registry.terraform.io/identity-iac/idm","mode":"managed",
		"change":{"actions":[%[2]q],"before":%[3]s,"after":%[4]s}}],
		"configuration":{"provider_config":{"idm":{"name":"idm","full_name":"registry.terraform.io/identity-iac/idm"}},
		"root_module":{"resources":[{"address":"%[1]s.a","mode":"managed","type":%[1]q,"name":"a","provider_config_key":"idm",
		"expressions":{}}]}}}`, change[0], change[1], values(change[2]), values(change[3]))
}

// serving serves a tenant at IDM_BASE_URL, unless answers has answered a request.
func serving(t *testing.T, seed []byte, answers func(http.ResponseWriter, *http.Request) bool) http.Handler {
	t.Helper()
	server, err := sim.New(sim.Options{Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !answers(w, r) {
			server.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(service.Close)
	for name, value := range map[string]string{"BASE_URL": service.URL, "TOKEN": "demo-admin-token", "MAX_RETRIES": "0",
		"MAX_CONCURRENT_REQUESTS": "1"} {
		t.Setenv("IDM_"+name, value)
	}
	return server
}

// companion runs a command line, and returns what it prints and the exit code.
func companion(t *testing.T, line ...string) (string, int) {
	t.Helper()
	var out bytes.Buffer
	code := Run(t.Context(), "dev", line, &out, &out)
	return out.String(), code
}

// disable disables a user or a profile.
func disable(t *testing.T, server http.Handler, path string) {
	t.Helper()
	send := func(method, body string) *httptest.ResponseRecorder {
		request := httptest.NewRequest(method, "http://127.0.0.1/core/v1"+path, strings.NewReader(body))
		request.Header.Set("Authorization", "Bearer demo-admin-token")
		request.Header.Set("Content-Type", "application/json")
		response := httptest.NewRecorder()
		if server.ServeHTTP(response, request); response.Code >= http.StatusMultipleChoices {
			t.Fatal(response.Body)
		}
		return response
	}
	var object struct{ Version int }
	if err := json.Unmarshal(send(http.MethodGet, "").Body.Bytes(), &object); err != nil {
		t.Fatal(err)
	}
	state := "userState"
	if strings.Contains(path, "profiles") {
		state = "profileState"
	}
	send(http.MethodPatch, fmt.Sprintf(`{"version":%d,%q:"disabled"}`, object.Version, state))
}

// A change that gives access breaks gain.role, and one that takes access loss.role,
// whatever the service refuses to show: each request of the review is answered with 403, and with a
// page, for each type that gives access.
func TestReview_refusedRequests(t *testing.T) {
	for name, change := range cases[[5]string](t, "changes") {
		t.Run(name, func(t *testing.T) {
			rule := "gain.role"
			if change[1] == "delete" {
				rule = "loss.role"
			}
			var asked []string
			refused, answer := "", 0
			server := serving(t, sim.DemoSeed(), func(w http.ResponseWriter, r *http.Request) bool {
				if !slices.Contains(asked, r.URL.Path) {
					asked = append(asked, r.URL.Path)
				}
				if r.Method != http.MethodGet || r.URL.Path != refused {
					return false
				}
				w.Header().Set("Content-Type", "text/html")
				w.WriteHeader(answer)
				return true
			})
			if change[2] != "" {
				disable(t, server, change[2])
			}
			file := filepath.Join(t.TempDir(), "plan.json")
			if err := os.WriteFile(file, []byte(planOf(change[0], change[1], change[3], change[4])), 0o600); err != nil {
				t.Fatal(err)
			}
			review := func() (string, int) { return companion(t, "review", file, "--fail-on", rule) }
			if out, code := review(); code != exitFinding || len(asked) < 20 {
				t.Fatalf("%d requests, exit code %d\n%s", len(asked), code, out)
			}
			for _, path := range slices.Clone(asked) {
				for _, status := range []int{http.StatusForbidden, http.StatusOK} {
					refused, answer = path, status
					if out, code := review(); code == 0 {
						t.Errorf("%s is answered with %d, and the plan passes:\n%s", path, status, out)
					}
				}
			}
		})
	}
}
