package e2e

import (
	"path/filepath"
	"strings"
	"testing"
)

// logged declares a unit and the data of a person.
const logged = `
resource "idm_unit" "a" {
  name        = "Payload"
  profileless = true
}
resource "idm_user" "a" {
  name       = { family_name = "Dubois" }
  birth_date = "1980-12-31"
}
`

// A log at INFO contains no requests and no payloads; a log at DEBUG contains both.
func TestLog_requestsOnlyAtDebug(t *testing.T) {
	t.Parallel()
	for level, shown := range map[string]bool{"INFO": false, "DEBUG": true} {
		t.Run(level, func(t *testing.T) {
			t.Parallel()
			w := newWorkspace(t, logged, "IDM_TOKEN=demo-admin-token")
			w.environment = append(w.environment, "TF_LOG_PROVIDER="+level, "TF_LOG_PATH="+filepath.Join(w.folder, "run.log"))
			w.must(0, "apply", "-auto-approve", "-no-color")
			log := w.read("run.log")
			for _, text := range []string{"/core/v1/acme/units", "Payload", "/core/v1/acme/users", "Dubois", "1980-12-31"} {
				if strings.Contains(log, text) != shown {
					t.Errorf("the log shows %q: %t", text, !shown)
				}
			}
		})
	}
}
