package idmctl

import (
	"encoding/json"
	"net/http"
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
	for name, change := range cases[[]string](t, "affected") {
		t.Run(name, func(t *testing.T) {
			seed := severalPeople(t)
			read := map[string]bool{}
			grants := regexp.MustCompile(`/profiles/([^/]+)/authorizations/?$`)
			serving(t, seed, func(_ http.ResponseWriter, r *http.Request) bool {
				if found := grants.FindStringSubmatch(r.URL.Path); found != nil {
					read[found[1]] = true
				}
				return false
			})
			folder := t.TempDir()
			file, snapshot := filepath.Join(folder, "plan.json"), filepath.Join(folder, "seed.json")
			for path, content := range map[string]string{file: planOf(change...), snapshot: string(seed)} {
				if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			review := func(arguments ...string) map[string]any {
				out, code := companion(t, append([]string{"review", file, "--output", "json"}, arguments...)...)
				if code != 0 {
					t.Fatalf("exit code %d: %s", code, out)
				}
				var report map[string]any
				if err := json.Unmarshal([]byte(out), &report); err != nil {
					t.Fatal(err)
				}
				delete(report, "plan")
				return report
			}
			if diff := cmp.Diff(review("--snapshot", snapshot), review()); diff != "" {
				t.Errorf("the report differs (-all +affected):\n%s", diff)
			}
			if (len(read) == 4) != (len(change) > 4) {
				t.Errorf("the grants of %d profiles were read: %v", len(read), read)
			}
		})
	}
}
