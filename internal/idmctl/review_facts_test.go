package idmctl

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// severalPeople is the demo tenant with a profile and a grant for each user.
func severalPeople(t *testing.T) []byte {
	t.Helper()
	var seed map[string][]map[string]any
	if err := json.Unmarshal(sim.DemoSeed(), &seed); err != nil {
		t.Fatal(err)
	}
	for _, user := range []string{"u-ben", "u-carla", "u-dev-bot"} {
		seed["profiles"] = append(seed["profiles"], map[string]any{"clientExtId": "acme", "extId": "p-" + user, "userExtId": user,
			"unitExtId": "acme-it", "name": user, "profileState": "active"})
		seed["authorizations"] = append(seed["authorizations"], map[string]any{"clientExtId": "acme", "extId": "a-" + user,
			"profileExtId": "p-" + user, "roleExtId": "crm-admin"})
	}
	content, err := json.Marshal(seed)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// A review reads only the people whose access the plan may change, and reports the same as with the
// facts of all: for each type of a person's objects, also if the plan names another owner, takes an
// existing ID or hides what it is about.
func TestReview_readsAffectedPeople(t *testing.T) {
	profile := func(id, user, unit string) string {
		return `{"ext_id":"` + id + `","user_ext_id":"` + user + `","unit_ext_id":"` + unit + `","profile_state":"active"}`
	}
	grant := `{"ext_id":"new","profile_ext_id":"p-anna-hq","role_ext_id":"crm-admin","client_global":true}`
	for name, test := range map[string]struct {
		change [5]string
		// all reports that the change may affect everyone.
		all bool
	}{
		"a grant":            {[5]string{"idm_authorization", "create", "", "null", grant}, false},
		"a set":              {giving[3], false},
		"an enterprise role": {giving[0], false},
		"a user":             {[5]string{"idm_user", "update", "", giving[6][4], giving[6][3]}, false},
		"a deleted user":     {[5]string{"idm_user", "delete", "", giving[6][4], "null"}, false},
		"a password":         {[5]string{"idm_password", "create", "", "null", `{"user_ext_id":"u-anna"}`}, false},
		"a moved profile": {[5]string{"idm_profile", "update", "", profile("p-anna-hq", "u-anna", "acme-hq"),
			profile("p-anna-hq", "u-anna", "acme-it")}, false},
		"a profile of another user":     {[5]string{"idm_profile", "delete", "", profile("p-anna-hq", "u-ben", "acme-hq"), "null"}, false},
		"a new profile with a taken ID": {[5]string{"idm_profile", "create", "", "null", profile("p-anna-hq", "u-ben", "acme-hq")}, false},
		"a profile that does not exist": {[5]string{"idm_authorization", "create", "", "null",
			`{"profile_ext_id":"p-none","role_ext_id":"crm-admin"}`}, false},
		"a member": {giving[4], true},
		"a unit":   {[5]string{"idm_unit", "delete", "", `{"ext_id":"acme-it","name":"IT"}`, "null"}, true},
		"hidden elements": {[5]string{"idm_users", "update", "", `{"users":{"eva":{"login_id":"a"}},"ext_ids":{"eva":"u-eva"}}`,
			`{"users":null}`}, true},
		"properties of a unit": {[5]string{"idm_unit_properties", "update", "", `{"unit_ext_id":"acme-it","properties":{"a":"1"}}`,
			`{"unit_ext_id":"acme-it","properties":{}}`}, true},
		"properties of an enterprise role": {[5]string{"idm_enterprise_role_properties", "delete", "",
			`{"enterprise_role_ext_id":"er-finance","properties":{"a":"1"}}`, "null"}, true},
		"properties of a profile": {[5]string{"idm_profile_properties", "update", "", `{"profile_ext_id":"p-anna-hq","properties":{"a":"1"}}`,
			`{"profile_ext_id":"p-anna-hq","properties":{}}`}, false},
		"a policy":        {[5]string{"idm_policy", "create", "", "null", `{"ext_id":"x","name":"X"}`}, true},
		"an unknown type": {[5]string{"idm_new_thing", "create", "", "null", `{"ext_id":"x"}`}, true},
	} {
		t.Run(name, func(t *testing.T) {
			seed := severalPeople(t)
			server, err := sim.New(sim.Options{Seed: seed})
			if err != nil {
				t.Fatal(err)
			}
			read := map[string]bool{}
			grants := regexp.MustCompile(`/profiles/([^/]+)/authorizations/?$`)
			service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if found := grants.FindStringSubmatch(r.URL.Path); found != nil {
					read[found[1]] = true
				}
				server.ServeHTTP(w, r)
			}))
			t.Cleanup(service.Close)
			t.Setenv("IDM_BASE_URL", service.URL)
			t.Setenv("IDM_TOKEN", "demo-admin-token")
			t.Setenv("IDM_MAX_CONCURRENT_REQUESTS", "1")
			folder := t.TempDir()
			file, snapshot := filepath.Join(folder, "plan.json"), filepath.Join(folder, "seed.json")
			for path, content := range map[string]string{file: planOf(test.change), snapshot: string(seed)} {
				if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			review := func(arguments ...string) map[string]any {
				var out bytes.Buffer
				arguments = append([]string{"review", file, "--output", "json"}, arguments...)
				if code := Run(t.Context(), "test", arguments, &out, &out); code != 0 {
					t.Fatalf("exit code %d: %s", code, out.String())
				}
				var report map[string]any
				if err := json.Unmarshal(out.Bytes(), &report); err != nil {
					t.Fatal(err)
				}
				delete(report, "plan")
				return report
			}
			if diff := cmp.Diff(review("--snapshot", snapshot), review()); diff != "" {
				t.Errorf("the report differs (-all +affected):\n%s", diff)
			}
			if (len(read) == 4) != test.all {
				t.Errorf("the grants of %d profiles were read: %v", len(read), read)
			}
		})
	}
}
