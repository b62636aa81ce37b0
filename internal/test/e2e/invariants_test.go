package e2e

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

const dutiesBefore = `
resource "idm_profile" "ben" {
  user_ext_id = "u-ben"
  ext_id      = "p-ben"
}

resource "idm_authorization" "reader" {
  profile_ext_id = idm_profile.ben.ext_id
  ext_id         = "a-reader"
  role_ext_id    = "crm-reader"
}
`

const dutiesAfter = dutiesBefore + `
resource "idm_authorization" "editor" {
  profile_ext_id = idm_profile.ben.ext_id
  ext_id         = "a-editor"
  role_ext_id    = "wiki-editor"
}
`

const duties = `invariant "duties" {
  exclusive = ["crm-reader", "wiki-editor"]
  message   = "Reading and editing are separate duties."
}

exception "anna" {
  invariant = "duties"
  subject   = "u-anna"
  reason    = "She covers both until the team grows."
  owner     = "sales"
  expires   = "2099-12-31"
}
`

// Invariants are checked by every command that evaluates a plan or a tenant: a violation names the
// person, both paths, and the entry of the plan that causes it.
func TestInvariants(t *testing.T) {
	t.Parallel()
	d := &drifting{newWorkspace(t, dutiesBefore, asAdmin)}
	d.must(0, "apply", "-auto-approve", "-no-color")
	d.write("access.hcl", duties)
	d.accept()
	d.snapshot("before.json")
	d.write("main.tf", strings.Replace(d.read("main.tf"), dutiesBefore, dutiesAfter, 1))
	d.must(0, "plan", "-no-color", "-out=tenant.tfplan")
	d.write("tenant.json", d.must(0, "show", "-json", "tenant.tfplan"))
	const violation = "Ben Berger (u-ben) has crm-reader and wiki-editor"
	for _, row := range acctest.Table(t, "testdata/tables/invariants.hcl") {
		printed, complaint, code := d.idmctl(row.Texts("arguments")...)
		if code != row.Number("code") {
			t.Errorf("%s: exit code %d, want %d\n%s%s", row.Name, code, row.Number("code"), printed, complaint)
		}
		for _, text := range row.Texts("want") {
			if !strings.Contains(strings.ReplaceAll(printed+complaint, "`", ""), text) {
				t.Errorf("%s: %q is missing:\n%s%s", row.Name, text, printed, complaint)
			}
		}
	}
	d.answersAboutTheCopy()
	d.must(0, "apply", "-auto-approve", "-no-color")
	policy := filepath.Join(d.folder, "access.hcl")
	if printed, complaint, code := d.idmctl("drift", "--policy", policy, "--accept", d.accepted); code != 2 ||
		!strings.Contains(printed, violation) {
		t.Errorf("drift: exit code %d\n%s%s", code, printed, complaint)
	}
}

// answersAboutTheCopy queries the copy of a rehearsal, and which of its grants a plan declares.
func (d *drifting) answersAboutTheCopy() {
	d.t.Helper()
	if printed, complaint, code := d.idmctl("rehearse", "tenant.tfplan", "--snapshot", "before.json", "--copy", "copy.json"); code != 0 {
		d.t.Fatalf("exit code %d\n%s%s", code, printed, complaint)
	}
	if strings.Contains(d.read("copy.json"), "callers") {
		d.t.Error("the copy has its caller, with a token")
	}
	questions := []string{"--snapshot", "copy.json", "--declared-by", "tenant.json"}
	printed, complaint, code := d.idmctl(append([]string{"access", "all", "--output", "json"}, questions...)...)
	var answer struct {
		Rows []struct {
			User     string `json:"user_ext_id"`
			Grant    string `json:"grant_ext_id"`
			Declared string
		}
	}
	if err := json.Unmarshal([]byte(printed), &answer); err != nil {
		d.t.Fatalf("%v, exit code %d\n%s", err, code, complaint)
	}
	declared, undeclared := 0, 0
	for _, r := range answer.Rows {
		switch {
		case r.Declared == "yes" && r.User == "u-ben" && (r.Grant == "a-reader" || r.Grant == "a-editor"):
			declared++
		case r.Declared == "no":
			undeclared++
		default:
			d.t.Errorf("%+v", r)
		}
	}
	if declared != 2 || undeclared == 0 {
		d.t.Errorf("%d declared, %d not:\n%s", declared, undeclared, printed)
	}
	page := append([]string{"access", "all", "--output", "html", "--out", "access.html"}, questions...)
	if _, complaint, code := d.idmctl(page...); code != 0 {
		d.t.Fatalf("exit code %d\n%s", code, complaint)
	}
	p := openPage(d.t, filepath.Join(d.folder, "access.html"))
	evaluate[bool](p, `(() => { const e = document.getElementById("undeclared"); e.checked = true;
e.dispatchEvent(new Event("input", {bubbles: true})); return !document.getElementById("declared").hidden })()`)
	got := evaluate[string](p, `document.getElementById("count").textContent`)
	if !strings.HasSuffix(got, fmt.Sprintf(", %d paths", undeclared)) {
		d.t.Errorf("undeclared: %s, want %d paths", got, undeclared)
	}
}
