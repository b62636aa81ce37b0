package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const grantedTenant = `
resource "idm_profile" "ben" {
  user_ext_id = "u-ben"
  ext_id      = "p-ben"
  name        = "Ben in sales"
}

resource "idm_authorization" "ben" {
  profile_ext_id = idm_profile.ben.ext_id
  ext_id         = "a-ben"
  role_ext_id    = "crm-reader"
}

resource "idm_authorization" "anna" {
  profile_ext_id = "p-anna-hq"
  ext_id         = "a-anna"
  role_ext_id    = "wiki-editor"
}
`

// accessReport is the part of a report about undeclared access.
type accessReport struct {
	Summary map[string]int `json:"summary"`
	Access  struct {
		Undeclared []struct {
			Kind, ID      string
			User, Profile struct {
				ExtID string `json:"ext_id"`
				Name  string
			}
			Role struct {
				ExtID string `json:"ext_id"`
			}
			Global       []string
			To           string
			Expired      bool
			LastModified string `json:"last_modified"`
		}
		NotSearched []string `json:"not_searched"`
	}
	Drift []driftObject
}

func (d *drifting) access(code int, arguments ...string) (accessReport, []string) {
	d.t.Helper()
	out, _ := d.drift(code, append(arguments, "--output", "json")...)
	var r accessReport
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		d.t.Fatal(err)
	}
	var found []string
	for _, g := range r.Access.Undeclared {
		found = append(found, fmt.Sprintf("%s %s %s %s %s %q %v", g.Kind, g.ID, g.User.ExtID, g.Profile.Name, g.Role.ExtID, g.Global,
			g.Expired))
		if g.LastModified == "" || g.User.Name == "" {
			d.t.Errorf("a grant without a time or a person: %+v", g)
		}
	}
	return r, found
}

// Manual grants on a managed profile are reported by person, even without a plan that shows them. A
// data room that was manually made global is drift, which the next apply reverts.
func TestDrift_access(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, grantedTenant, asAdmin)
	w.must(0, "apply", "-auto-approve", "-no-color")
	d := &drifting{w}
	// Grants of other owners to a profile that is only referenced are not reported.
	if _, found := d.access(0); len(found) > 0 {
		t.Errorf("%q", found)
	}
	d.call(http.MethodPost, "profiles/p-ben/authorizations/",
		`{"extId":"shadow","roleExtId":"hr-viewer","unitGlobal":true,"clientGlobal":true}`)
	d.call(http.MethodPost, "profiles/p-ben/authorizations/",
		`{"extId":"old","roleExtId":"wiki-editor","validity":{"to":"2001-01-01T00:00:00Z"}}`)
	d.call(http.MethodPost, "profiles/p-ben/eauthorizations/", `{"extId":"sales","enterpriseRoleExtId":"er-sales"}`)
	shadow := []string{
		`authorization acme/p-ben/shadow u-ben Ben in sales hr-viewer ["clients" "units"] false`,
		`enterprise_authorization acme/p-ben/sales u-ben Ben in sales er-sales [] false`,
		`authorization acme/p-ben/old u-ben Ben in sales wiki-editor [] true`,
	}
	r, found := d.access(2)
	same(t, "undeclared", found, shadow...)
	if r.Summary["undeclared"] != 3 || r.Summary["drifted"] != 0 || len(r.Access.NotSearched) > 0 {
		t.Errorf("%+v", r)
	}
	printed, complaint := d.drift(2)
	for _, want := range []string{"## Undeclared access", "<b>Ben Berger</b>", "global: all clients, units",
		"until 2001-01-01 00:00 UTC, expired", "acme/p-ben/shadow"} {
		if !strings.Contains(printed, want) {
			t.Errorf("%q is missing in\n%s", want, printed)
		}
	}
	if !strings.Contains(complaint, "3 undeclared grants") {
		t.Error(complaint)
	}
	out := filepath.Join(t.TempDir(), "drift.html")
	d.drift(2, "--output", "html", "--out", out)
	if page, err := os.ReadFile(out); err != nil || !strings.Contains(string(page), "Undeclared access") {
		t.Errorf("%v %s", err, page)
	}
	d.call(http.MethodPatch, "profiles/p-ben/authorizations/a-ben", `{"clientGlobal":true}`)
	r, found = d.access(2)
	same(t, "undeclared beside drift", found, shadow...)
	same(t, "drift", lines(r.Drift), "idm_authorization.ben client_global changed [false,false,true]")
	w.must(0, "apply", "-auto-approve", "-no-color")
	if r, _ := d.access(2); len(r.Drift) > 0 {
		t.Errorf("the data room is still open: %+v", r.Drift)
	}

	// A planned import declares a grant.
	w.write("more.tf",
		"import {\n  to = idm_authorization.shadow\n  id = \"acme/p-ben/shadow\"\n}\nresource \"idm_authorization\" \"shadow\" {\n"+
			"  profile_ext_id = idm_profile.ben.ext_id\n  ext_id = \"shadow\"\n  role_ext_id = \"hr-viewer\"\n  client_global = true\n"+
			"  unit_global = true\n}\n")
	_, found = d.access(2)
	same(t, "undeclared before the import", found, shadow[1:]...)
	w.must(0, "apply", "-auto-approve", "-no-color")
	d.call(http.MethodDelete, "profiles/p-ben/authorizations/old", "")
	d.call(http.MethodDelete, "profiles/p-ben/eauthorizations/sales", "")
	if _, found := d.access(0); len(found) > 0 {
		t.Errorf("%q", found)
	}
}
