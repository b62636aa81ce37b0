package e2e

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// membersBefore declares an enterprise role with a role and two people who have it; a third person
// gets it manually.
const membersBefore = `
resource "idm_application" "pay" {
  ext_id    = "pay"
  name      = "Payroll"
  displayed = true
}

resource "idm_client_application" "pay" {
  application_ext_id = idm_application.pay.ext_id
}

resource "idm_role" "clerk" {
  ext_id             = "pay-clerk"
  application_ext_id = idm_application.pay.ext_id
  name               = "Pay clerk"
}

resource "idm_role" "admin" {
  ext_id             = "pay-admin"
  application_ext_id = idm_application.pay.ext_id
  name               = "Pay admin"
}

resource "idm_enterprise_role" "office" {
  ext_id = "office"
  name   = "Office"
}

resource "idm_enterprise_role_member" "clerk" {
  enterprise_role_ext_id = idm_enterprise_role.office.ext_id
  role_ext_id            = idm_role.clerk.ext_id
}

resource "idm_user" "eva" {
  ext_id     = "u-eva"
  login_id   = "eva.moser"
  user_state = "active"
  name       = { first_name = "Eva", family_name = "Moser" }
}

resource "idm_profile" "eva" {
  ext_id      = "p-eva"
  user_ext_id = idm_user.eva.ext_id
  name        = "Eva"
}

resource "idm_enterprise_authorization" "eva" {
  profile_ext_id         = idm_profile.eva.ext_id
  enterprise_role_ext_id = idm_enterprise_role.office.ext_id
}
`

// memberReport contains the part of a report about roles in enterprise roles.
type memberReport struct {
	Summary map[string]int `json:"summary"`
	Access  struct {
		Undeclared []struct {
			Kind, ID       string
			EnterpriseRole struct{ Name string } `json:"enterprise_role"`
			Role           struct{ Name string }
			Application    struct{ Name string }
			RemovedBy      string `json:"removed_by"`
		}
	}
	Unmanaged struct {
		Objects []struct{ Kind, ID string }
	}
}

func (d *drifting) members(code int, arguments ...string) (memberReport, []string) {
	d.t.Helper()
	out, _ := d.drift(code, append(arguments, "--output", "json")...)
	var r memberReport
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		d.t.Fatal(err)
	}
	var found []string
	for _, m := range r.Access.Undeclared {
		if m.Kind != "enterprise_role_member" {
			continue
		}
		found = append(found, m.ID+": "+m.EnterpriseRole.Name+" has "+m.Role.Name+" in "+m.Application.Name+" "+m.RemovedBy)
	}
	return r, found
}

// A role that is manually added to an enterprise role affects all of its holders. It is reported
// first, whether single members or all members are managed.
func TestDrift_members(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, "", asAdmin)
	w.write("tenant.tf", membersBefore)
	w.must(0, "apply", "-auto-approve", "-no-color")
	d := &drifting{w}
	d.accept()
	if _, found := d.members(0); len(found) > 0 {
		t.Errorf("%q", found)
	}
	d.call(http.MethodPut, "eroles/office/roles/crm-admin", "")
	d.call(http.MethodPatch, "users/u-eva", `{"remarks":"by hand"}`)
	r, found := d.members(2)
	same(t, "undeclared", found, "acme/office/crm-admin: Office has admin in CRM ")
	if r.Summary["undeclared"] != 1 || r.Summary["drifted"] != 1 {
		t.Errorf("%+v", r.Summary)
	}
	printed, complaint := d.drift(2)
	access, drifted := strings.Index(printed, "All users who have the enterprise role"), strings.Index(printed, "idm_user.eva")
	if access < 0 || access > drifted || !strings.Contains(complaint, "1 undeclared role of an enterprise role") {
		t.Errorf("%s\n%s", complaint, printed)
	}
	if !strings.Contains(printed, "Eva Moser") {
		t.Errorf("the drift of a user names no user:\n%s", printed)
	}
	out := filepath.Join(t.TempDir(), "drift.html")
	d.drift(2, "--output", "html", "--out", out)
	if page, err := os.ReadFile(out); err != nil || !strings.Contains(string(page), "acme/office/crm-admin") {
		t.Errorf("%v %s", err, page)
	}
	r, _ = d.members(2, everything)
	if !slices.ContainsFunc(r.Unmanaged.Objects, func(o struct{ Kind, ID string }) bool {
		return o.Kind == "enterprise_role_member" && o.ID == "acme/office/crm-admin"
	}) {
		t.Errorf("unmanaged: %+v", r.Unmanaged.Objects)
	}

	// If one resource declares all members, the next apply removes the role.
	w.write("tenant.tf", strings.Replace(membersBefore, "resource \"idm_enterprise_role_member\" \"clerk\" {",
		"removed {\n  from = idm_enterprise_role_member.clerk\n  lifecycle { destroy = false }\n}\n"+
			"import {\n  to = idm_enterprise_role_members.office\n  id = \"acme/office\"\n}\n"+
			"resource \"idm_enterprise_role_members\" \"office\" {", 1))
	w.write("tenant.tf", strings.Replace(w.read("tenant.tf"), "role_ext_id            = idm_role.clerk.ext_id",
		"role_ext_ids           = [idm_role.clerk.ext_id]", 1))
	w.must(0, "apply", "-auto-approve", "-no-color")
	if _, found := d.members(0); len(found) > 0 {
		t.Errorf("after the apply: %q", found)
	}
	d.call(http.MethodPut, "eroles/office/roles/crm-admin", "")
	_, found = d.members(2)
	same(t, "beside all of them", found, "acme/office/crm-admin: Office has admin in CRM idm_enterprise_role_members.office")
}
