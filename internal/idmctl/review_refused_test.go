package idmctl

import (
	"bytes"
	"encoding/json"
	"errors"
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

// giving are changes that give access to Anna Arnold or to the holders of an enterprise role, and one
// that takes access: type, action, the object that is disabled first, before and after.
var giving = [][5]string{
	{"idm_enterprise_authorization", "delete", "",
		`{"ext_id":"ea-anna-sales","profile_ext_id":"p-anna-hq","enterprise_role_ext_id":"er-sales"}`, "null"},
	{"idm_authorization", "create", "", "null", `{"profile_ext_id":"p-anna-hq","role_ext_id":"crm-admin","client_global":true}`},
	{"idm_enterprise_authorization", "create", "", "null", `{"profile_ext_id":"p-anna-hq","enterprise_role_ext_id":"er-finance"}`},
	{"idm_profile_authorizations", "create", "", "null", `{"profile_ext_id":"p-anna-hq","authorizations":{"crm-admin":{}}}`},
	{"idm_enterprise_role_member", "create", "", "null", `{"enterprise_role_ext_id":"er-sales","role_ext_id":"crm-admin"}`},
	{"idm_profile", "update", "/acme/profiles/p-anna-hq", `{"ext_id":"p-anna-hq","user_ext_id":"u-anna","profile_state":"disabled"}`,
		`{"ext_id":"p-anna-hq","user_ext_id":"u-anna","profile_state":"active"}`},
	{"idm_user", "update", "/acme/users/u-anna", `{"ext_id":"u-anna","user_state":"disabled"}`, `{"ext_id":"u-anna","user_state":"active"}`},
}

// planOf returns the JSON of a plan with one change in the client acme.
func planOf(change [5]string) string {
	values := func(text string) string { return strings.Replace(text, "{", `{"client_ext_id":"acme",`, 1) }
	return fmt.Sprintf(`{"format_version":"1.2","terraform_version":"1.11.4","resource_changes":[{"address":"%[1]s.a","type":%[1]q,"name":"a",
		"provider_name":"registry.terraform.io/identity-iac/idm","mode":"managed",
		"change":{"actions":[%[2]q],"before":%[3]s,"after":%[4]s}}],
		"configuration":{"provider_config":{"idm":{"name":"idm","full_name":"registry.terraform.io/identity-iac/idm"}},
		"root_module":{"resources":[{"address":"%[1]s.a","mode":"managed","type":%[1]q,"name":"a","provider_config_key":"idm",
		"expressions":{}}]}}}`, change[0], change[1], values(change[3]), values(change[4]))
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
	for _, change := range giving {
		t.Run(change[0]+" "+change[1], func(t *testing.T) {
			rule := "gain.role"
			if change[1] == "delete" {
				rule = "loss.role"
			}
			server, err := sim.New(sim.Options{Seed: sim.DemoSeed()})
			if err != nil {
				t.Fatal(err)
			}
			var asked []string
			refused, answer := "", 0
			service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if !slices.Contains(asked, r.URL.Path) {
					asked = append(asked, r.URL.Path)
				}
				if r.Method == http.MethodGet && r.URL.Path == refused {
					w.Header().Set("Content-Type", "text/html")
					w.WriteHeader(answer)
					return
				}
				server.ServeHTTP(w, r)
			}))
			t.Cleanup(service.Close)
			t.Setenv("IDM_BASE_URL", service.URL)
			t.Setenv("IDM_TOKEN", "demo-admin-token")
			t.Setenv("IDM_MAX_RETRIES", "0")
			t.Setenv("IDM_MAX_CONCURRENT_REQUESTS", "1")
			if change[2] != "" {
				disable(t, server, change[2])
			}
			file := filepath.Join(t.TempDir(), "plan.json")
			if err := os.WriteFile(file, []byte(planOf(change)), 0o600); err != nil {
				t.Fatal(err)
			}
			review := func() (string, int) {
				var out bytes.Buffer
				root := newCommand()
				root.SetOut(&out)
				root.SetErr(&out)
				root.SetArgs([]string{"review", file, "--fail-on", rule})
				err := root.ExecuteContext(t.Context())
				if found := (*finding)(nil); errors.As(err, &found) {
					return out.String(), found.exitCode()
				} else if err != nil {
					return out.String() + err.Error(), exitError
				}
				return out.String(), 0
			}
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
