package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

const crowded = 500

// crowd returns a tenant with many people who have the same enterprise role. One of them has a long
// name.
func crowd(t *testing.T) []byte {
	t.Helper()
	type object = map[string]any
	tenant := map[string][]object{
		"clients":            {{"extId": "acme", "name": "Acme"}},
		"applications":       {{"extId": "erp", "name": "ERP", "displayed": true}},
		"clientApplications": {{"clientExtId": "acme", "applicationExtId": "erp"}},
		"roles": {{"extId": "clerk", "applicationExtId": "erp", "name": "Clerk"},
			{"extId": "approver", "applicationExtId": "erp", "name": "Approver"}},
		"enterpriseRoles": {{"clientExtId": "acme", "extId": "desk", "name": "Desk", "roleExtIds": []string{"clerk"}}},
		"callers":         {{"token": "admin", "permissions": []string{"*"}, "clients": []string{"*"}}},
	}
	for i := range crowded {
		name := object{"firstName": fmt.Sprintf("Given%04d", i), "familyName": fmt.Sprintf("Family%04d", i)}
		if i == 7 {
			name["firstName"] = strings.Repeat("Verylong", 300)
		}
		user, profile := fmt.Sprintf("u%04d", i), fmt.Sprintf("p%04d", i)
		tenant["users"] = append(tenant["users"], object{"clientExtId": "acme", "extId": user, "loginId": fmt.Sprintf("login%04d", i),
			"name": name, "remarks": fmt.Sprintf("Remark%04d", i)})
		tenant["profiles"] = append(tenant["profiles"], object{"clientExtId": "acme", "extId": profile, "userExtId": user})
		tenant["enterpriseAuthorizations"] = append(tenant["enterpriseAuthorizations"],
			object{"clientExtId": "acme", "extId": "e" + profile, "profileExtId": profile, "enterpriseRoleExtId": "desk"})
	}
	seed, err := json.Marshal(tenant)
	if err != nil {
		t.Fatal(err)
	}
	return seed
}

// plannedCrowd plans a role for all people.
func plannedCrowd(t *testing.T) *exporting {
	t.Helper()
	e := exportingFrom(t, sim.Options{Seed: crowd(t)}, "acme")
	e.configures(`
resource "idm_enterprise_role_member" "desk" {
  enterprise_role_ext_id = "desk"
  role_ext_id            = "approver"
}
`)
	e.must(0, "init", "-no-color")
	e.must(0, "plan", "-no-color", "-input=false", "-out=crowd.plan")
	e.write("access.hcl", "invariant \"duties\" {\n  exclusive = [\"clerk\", \"approver\"]\n}\n")
	return e
}

// No output format of a report omits a person, or truncates a sentence with a long name.
func TestReview_crowd(t *testing.T) {
	t.Parallel()
	e := plannedCrowd(t)
	arguments := []string{"review", filepath.Join(e.folder, "crowd.plan"), "--cli", os.Getenv("TF_ACC_TERRAFORM_PATH"),
		"--fail-on",
		"access,loss", "--policy", filepath.Join(e.folder, "access.hcl"), "--limit", "0", "--out", filepath.Join(e.folder, "crowd.text")}
	files := []string{"crowd.text"}
	for _, form := range []string{"markdown", "html", "json"} {
		files = append(files, "crowd."+form)
		arguments = append(arguments, "--report", form+"="+filepath.Join(e.folder, "crowd."+form))
	}
	for _, format := range []string{"sarif", "junit", "github", "gitlab", "conftest"} {
		files = append(files, "crowd."+format)
		arguments = append(arguments, "--findings", format+"="+filepath.Join(e.folder, "crowd."+format))
	}
	if _, complaint, code := e.idmctl(nil, arguments...); code != 2 {
		t.Fatalf("exit code %d\n%s", code, complaint)
	}
	for _, file := range files {
		content := e.read(file)
		var missing []string
		for i := range crowded {
			if user := fmt.Sprintf("u%04d", i); !strings.Contains(content, user) {
				missing = append(missing, user)
			}
		}
		if len(missing) > 0 {
			t.Errorf("%s leaves out %d people: %s …", file, len(missing), strings.Join(missing[:min(5, len(missing))], " "))
		}
		if !strings.Contains(content, strings.Repeat("Verylong", 300)) || strings.Contains(content, "Verylong …") {
			t.Errorf("%s cuts a long name", file)
		}
	}
}

// Reports about a copy with pseudonyms contain no personal data.
func TestSnapshot_pseudonymsInReports(t *testing.T) {
	t.Parallel()
	e := plannedCrowd(t)
	at := func(name string) string { return filepath.Join(e.folder, name) }
	if _, complaint, code := e.idmctl(nil, "snapshot", "--pseudonyms", "--out", at("copy.json")); code != 0 {
		t.Fatalf("exit code %d\n%s", code, complaint)
	}
	var files []string
	run := func(name string, want int, arguments ...string) {
		t.Helper()
		printed, complaint, code := e.idmctl(nil, append(arguments, "--snapshot", at("copy.json"))...)
		if code != want {
			t.Errorf("%s: exit code %d\n%s%s", name, code, printed, complaint)
		}
		e.write(name, printed+complaint)
		files = append(files, name)
	}
	reports := func(name, option string, forms ...string) (arguments []string) {
		for _, form := range forms {
			files = append(files, name+"."+form)
			arguments = append(arguments, option, form+"="+at(name+"."+form))
		}
		return arguments
	}
	formats := []string{"sarif", "junit", "github", "gitlab", "conftest"}
	cli := os.Getenv("TF_ACC_TERRAFORM_PATH")
	run("rehearse", 0, slices.Concat([]string{"rehearse", at("crowd.plan"), "--dir", e.folder, "--cli", cli},
		reports("rehearsal", "--findings", formats...), reports("rehearsal", "--report", "text", "markdown", "html", "json"))...)
	run("check", 2, append([]string{"policy", "check", "--policy", at("access.hcl"), "--plan", at("crowd.plan"), "--cli", cli},
		reports("checked", "--findings", formats...)...)...)
	for _, form := range []string{"table", "markdown", "json", "csv", "html"} {
		run("who-"+form, 0, "access", "who", "clerk", "--output", form)
		run("all-"+form, 0, "access", "all", "--output", form)
		run("of-"+form, 0, "access", "of", "u0003", "--output", form)
	}
	run("review", 1, "review", at("crowd.plan"), "--cli", cli)
	for _, file := range append(files, "copy.json") {
		content := strings.ToLower(e.read(file))
		for _, data := range []string{"given00", "family00", "login00", "remark00", "verylong"} {
			if strings.Contains(content, data) {
				t.Errorf("%s has the %s… of a person", file, data)
			}
		}
	}
}
