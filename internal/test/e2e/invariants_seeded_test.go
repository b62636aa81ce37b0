package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// apart is a tenant in which ben is a clerk, and almost an approver in three ways: an enterprise
// role without roles, a disabled profile, and a profile in an expired unit.
const apart = `{
"clients":[{"extId":"acme","name":"Acme"}],
"applications":[{"extId":"erp","name":"ERP","displayed":true}],
"roles":[{"extId":"clerk","applicationExtId":"erp","name":"Clerk"},{"extId":"approver","applicationExtId":"erp","name":"Approver"}],
"clientApplications":[{"clientExtId":"acme","applicationExtId":"erp"}],
"enterpriseRoles":[{"clientExtId":"acme","extId":"desk","name":"Desk","roleExtIds":[]}],
"units":[{"clientExtId":"acme","extId":"hq","name":"HQ","profileless":false},
 {"clientExtId":"acme","extId":"old","name":"Old","profileless":false,"validity":{"to":"2020-01-01T00:00:00Z"}}],
"users":[{"clientExtId":"acme","extId":"ben","loginId":"ben","name":{"firstName":"Ben","familyName":"Berger"}},
 {"clientExtId":"acme","extId":"cleo","loginId":"cleo","name":{"firstName":"Cleo","familyName":"Cole"}}],
"profiles":[{"clientExtId":"acme","extId":"p1","userExtId":"ben","unitExtId":"hq"},
 {"clientExtId":"acme","extId":"p2","userExtId":"ben","unitExtId":"hq","profileState":"disabled"},
 {"clientExtId":"acme","extId":"p3","userExtId":"ben","unitExtId":"old"},{"clientExtId":"acme","extId":"p4","userExtId":"cleo"}],
"authorizations":[{"clientExtId":"acme","extId":"a1","profileExtId":"p1","roleExtId":"clerk"},
 {"clientExtId":"acme","extId":"a2","profileExtId":"p2","roleExtId":"approver"},
 {"clientExtId":"acme","extId":"a3","profileExtId":"p3","roleExtId":"approver"}],
"enterpriseAuthorizations":[{"clientExtId":"acme","extId":"ea1","profileExtId":"p1","enterpriseRoleExtId":"desk"}],
"callers":[{"token":"admin","permissions":["*"],"clients":["*"]}]}`

const apartProvider = `
terraform {
  required_providers {
    idm = { source = "identity-iac/idm" }
  }
}

provider "idm" {}
`

// Every combination of harmless steps that results in a violation is found, with both paths and its
// cause.
func TestInvariants_seeded(t *testing.T) {
	t.Parallel()
	e := exportingFrom(t, sim.Options{Seed: []byte(apart)}, "acme")
	policy := filepath.Join(e.folder, "access.hcl")
	e.write("access.hcl", "invariant \"duties\" {\n  exclusive = [\"clerk\", \"approver\"]\n}\n")
	plan := func(name, configuration string) (*workspace, string) {
		e.write(name+"/main.tf", apartProvider+configuration)
		w := e.at(filepath.Join(e.folder, name))
		w.must(0, "init", "-no-color")
		w.must(0, "plan", "-no-color", "-input=false", "-out=plan")
		return w, filepath.Join(w.folder, "plan")
	}
	check := func(name, file string, code int, want ...string) {
		t.Helper()
		printed, complaint, got := e.idmctl(nil, "policy", "check", "--policy", policy, "--plan", file, "--cli",
			os.Getenv("TF_ACC_TERRAFORM_PATH"))
		if got != code {
			t.Errorf("%s: exit code %d, want %d\n%s%s", name, got, code, printed, complaint)
		}
		for _, text := range want {
			if !strings.Contains(printed, text) {
				t.Errorf("%s: %q is missing:\n%s", name, text, printed)
			}
		}
	}
	const clerk = "clerk by the grant a1 of the profile p1"
	for name, tc := range map[string]struct {
		configuration string
		want          []string
	}{
		"enterprise role": {`
resource "idm_enterprise_role_member" "desk" {
  enterprise_role_ext_id = "desk"
  role_ext_id            = "approver"
}
`, []string{"approver by the grant ea1 of the profile p1 through desk", "idm_enterprise_role_member.desk"}},
		"re-enabled profile": {`
import {
  to = idm_profile.ben
  id = "acme/p2"
}
resource "idm_profile" "ben" {
  ext_id        = "p2"
  user_ext_id   = "ben"
  unit_ext_id   = "hq"
  profile_state = "active"
}
`, []string{"approver by the grant a2 of the profile p2", "idm_profile.ben"}},
		"unit move": {`
import {
  to = idm_profile.ben
  id = "acme/p3"
}
resource "idm_profile" "ben" {
  ext_id      = "p3"
  user_ext_id = "ben"
  unit_ext_id = "hq"
}
`, []string{"approver by the grant a3 of the profile p3", "idm_profile.ben"}},
	} {
		_, file := plan(strings.ReplaceAll(name, " ", "-"), tc.configuration)
		check(name, file, 2, append(tc.want, "Ben Berger (ben) has clerk and approver", "[new]", clerk)...)
	}
	grant := func(role string) string {
		return "resource \"idm_authorization\" \"cleo\" {\n  profile_ext_id = \"p4\"\n  role_ext_id = \"" + role +
			"\"\n  ext_id = \"a-" + role + "\"\n}\n"
	}
	first, one := plan("first", grant("clerk"))
	second, other := plan("second", grant("approver"))
	check("the first of two plans", one, 0)
	check("the second of two plans", other, 0)
	first.must(0, "apply", "-no-color", "plan")
	check("the second plan after the first apply", other, 2, "Cleo Cole (cleo) has clerk and approver", "[new]",
		"clerk by the grant a-clerk of the profile p4", "approver by the grant a-approver of the profile p4", "idm_authorization.cleo")
	second.must(0, "apply", "-no-color", "plan")
	// A plan that revokes a role resolves the violation.
	first.write("main.tf", apartProvider)
	first.must(0, "plan", "-no-color", "-input=false", "-out=plan")
	check("the revocation", one, 0)
}
