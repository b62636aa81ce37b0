package e2e

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// personal declares a person with all personal data that the service supports.
const personal = `
variable "street" {
  type    = string
  default = "Rosengartenstrasse"
}
resource "idm_user" "a" {
  ext_id     = "u-0815"
  login_id   = "login-dubois"
  birth_date = "1980-12-31"
  remarks    = "remark-dubois"
  name       = { first_name = "Geneviève", family_name = "Dubois" }
  contacts   = { email = "mail-dubois@example.com", mobile = "+41790000815" }
  address    = { street = var.street, city = "Rapperswil", postal_code = "8640" }
}
resource "idm_profile" "a" {
  ext_id      = "p-0815"
  user_ext_id = idm_user.a.ext_id
  name        = "profile-of-dubois"
}
data "idm_user" "by_login" {
  login_id   = "login-dubois"
  depends_on = [idm_user.a]
}
data "idm_users" "found" {
  filters    = { "name.family_name" = "Dubois" }
  depends_on = [idm_user.a]
}
`

// Personal data never appears in a log at INFO: during writes, reads, searches and retries, after
// conflicts and rejected changes, and during the delete of the person.
func TestLog_noPersonalData(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, personal, asAdmin, "TF_LOG_PROVIDER=INFO")
	w.environment = append(w.environment, "TF_LOG_PATH="+filepath.Join(w.folder, "run.log"))
	fault := func(faults ...sim.Fault) {
		if err := w.sim.SetFaults(faults...); err != nil {
			t.Fatal(err)
		}
	}
	fault(sim.Fault{Kind: "status", Method: http.MethodGet, Path: "/core/v1/*users*", Count: 2})
	w.must(0, "apply", "-auto-approve", "-no-color")
	fault()

	w.environment = append(w.environment, "TF_VAR_street=Lindenhof")
	w.must(0, "plan", "-no-color", "-out=plan.bin")
	w.behindTheBack(http.MethodPatch, "users/u-0815", `{"address":{"street":"Bahnhofquai"}}`)
	out := w.must(1, "apply", "-no-color", "plan.bin")
	if !strings.Contains(out, "Another writer changed") || !strings.Contains(out, "Bahnhofquai") {
		t.Errorf("no conflict that names the values:\n%s", out)
	}
	fault(sim.Fault{Kind: "status", Method: http.MethodPatch, Code: "errors.duplicateEmail"})
	w.must(1, "apply", "-auto-approve", "-no-color")
	fault()
	w.behindTheBack(http.MethodDelete, "users/u-0815", "")
	w.cli("plan", "-no-color")
	log := w.read("run.log")
	if !strings.Contains(log, "object is gone from the service") || !strings.Contains(log, "u-0815") {
		t.Fatal("the log shows nothing of the run, so that nothing is proven")
	}
	for _, text := range []string{"Geneviève", "Dubois", "dubois", "1980-12-31", "+41790000815", "Rosengarten", "Rapperswil", "8640",
		"Lindenhof", "Bahnhofquai"} {
		if i := strings.Index(log, text); i >= 0 {
			t.Errorf("the log shows %q: …%s…", text, log[max(0, i-500):min(len(log), i+60)])
		}
	}
}
