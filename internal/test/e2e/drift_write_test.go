package e2e

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// driftWriting returns a tenant that an export has fully adopted.
func driftWriting(t *testing.T, grants string) *drifting {
	t.Helper()
	e := laterTenant(t, "")
	e.export(0, []string{"IDM_TOKEN=demo-admin-token"}, e.out, "--people", "--grants", grants)
	w := e.at(e.out)
	w.must(0, "init", "-no-color")
	w.must(0, "apply", "-auto-approve", "-no-color", "-input=false")
	d := &drifting{w}
	d.accept()
	d.behindTheBack(http.MethodDelete, "users/u-dev-bot/device-password/cred-bot", "")
	d.behindTheBack(http.MethodPost, "users/", `{"extId":"u-new","loginId":"new","name":{"firstName":"Nora","familyName":"Neu"}}`)
	d.behindTheBack(http.MethodPost, "users/u-new/profiles/", `{"extId":"p-new","unitExtId":"acme-hq","name":"Nora"}`)
	d.behindTheBack(http.MethodPost, "profiles/p-new/authorizations/", `{"roleExtId":"crm-reader","unitGlobal":true}`)
	d.behindTheBack(http.MethodPost, "profiles/p-anna-hq/authorizations/", `{"roleExtId":"hr-viewer"}`)
	d.behindTheBack(http.MethodPost, "profiles/p-anna-hq/eauthorizations/", `{"enterpriseRoleExtId":"er-finance"}`)
	d.behindTheBack(http.MethodPost, "/applications/", `{"extId":"shop","name":"Shop","displayed":true}`)
	d.behindTheBack(http.MethodPost, "/applications/shop/roles/", `{"extId":"shop-buyer","name":"Buyer"}`)
	d.behindTheBack(http.MethodPut, "/clients/acme/applications/shop", "")
	d.behindTheBack(http.MethodPost, "eroles/", `{"extId":"er-shop","name":"Shop"}`)
	d.behindTheBack(http.MethodPut, "eroles/er-shop/roles/shop-buyer", "")
	d.behindTheBack(http.MethodPut, "eroles/er-sales/roles/shop-buyer", "")
	d.behindTheBack(http.MethodPost, "units/", `{"extId":"acme-hq-2","name":"Headquarters","profileless":false,"parentUnitExtId":"acme-hq"}`)
	d.behindTheBack(http.MethodPost, "/properties/", `{"clientExtId":"acme","scope":"UNIT_GLOBAL","name":"floor","type":"STRING"}`)
	return d
}

type driftWritten struct {
	Written struct {
		File    string
		Imports int
		Skipped []struct{ Kind, ID, Reason string }
	}
}

func (d *drifting) written(code int, arguments ...string) (driftWritten, string) {
	d.t.Helper()
	out, complaints := d.drift(code, append(arguments, "--output", "json")...)
	var r driftWritten
	decodeJSON(d.t, out, &r)
	return r, complaints
}

// adoptsFound applies the file in the folder and checks that the plan only imports.
func (d *drifting) adoptsFound(imports int) {
	d.t.Helper()
	d.must(0, "fmt", "-check", "-diff", "-no-color")
	out := d.must(0, "plan", "-out=plan.bin", "-no-color", "-input=false")
	if want := fmt.Sprintf("%d to import, 0 to add, 0 to change, 0 to destroy", imports); !strings.Contains(out, want) {
		d.t.Fatalf("the plan does not show %q:\n%s", want, out)
	}
	if strings.Contains(out, "Warning") {
		d.t.Errorf("the plan warns:\n%s", out)
	}
	d.must(0, "apply", "-no-color", "plan.bin")
}

// The file that drift writes declares manually created objects.
func TestDrift_write(t *testing.T) {
	t.Parallel()
	d := driftWriting(t, "single")
	// Without an authoritative resource, the roles of an enterprise role are declared one by one.
	d.must(0, "state", "rm", "idm_enterprise_role_members.finance")
	before, block, _ := strings.Cut(d.read("tenant.tf"), "resource \"idm_enterprise_role_members\" \"finance\"")
	_, after, _ := strings.Cut(block, "\n}\n")
	d.write("tenant.tf", before+after)
	d.remove("imports.tf")
	file := filepath.Join(d.folder, "found.tf")
	r, complaints := d.written(2, everything, "--write", "found.tf")
	if r.Written.File != "found.tf" || r.Written.Imports != 18 || len(r.Written.Skipped) != 1 {
		t.Fatalf("%+v\n%s\n%s", r.Written, complaints, d.read("found.tf"))
	}
	if about, err := os.Stat(file); err != nil || about.Mode().Perm() != 0o600 || !strings.Contains(complaints, "contains personal data") {
		t.Errorf("%v %v %s", about, err, complaints)
	}
	content := d.read("found.tf")
	for _, want := range []string{
		`resource "idm_user" "nora_neu"`, `= idm_profile.anna_arnold_headquarters.ext_id`, `= idm_application.shop.ext_id`, `"idm_enterprise_role_members" "shop"`,
		`resource "idm_unit" "headquarters_acme_hq_2"`, `id = "UNIT_GLOBAL/floor/acme"`,
		`resource "idm_enterprise_role_member" "finance_billing_clerk"`,
	} {
		if !strings.Contains(content, want) {
			t.Errorf("%q is missing in\n%s", want, content)
		}
	}
	_, refused := d.drift(1, "--write", "found.tf")
	if !strings.Contains(refused, "name a new file in an existing folder") || d.read("found.tf") != content {
		t.Errorf("%s", refused)
	}
	// The plan already imports the objects, so another file contains none of them.
	if r, _ := d.written(2, everything, "--write", "again.tf"); r.Written.File != "" || len(r.Written.Skipped) != 19 ||
		!strings.Contains(r.Written.Skipped[1].Reason, "the next apply imports it as") {
		t.Errorf("%+v", r.Written)
	}
	d.behindTheBack(http.MethodDelete, "eroles/er-sales/roles/shop-buyer", "")
	d.adoptsFound(r.Written.Imports)
	printed, _ := d.drift(0)
	if !strings.Contains(printed, "as declared") {
		t.Error(printed)
	}
	if _, complaints := d.drift(0, "--write", "none.tf"); !strings.Contains(complaints, "no file was written") {
		t.Error(complaints)
	}
}

// An element of an authoritative resource cannot be imported separately. A new profile gets its own
// authoritative resources.
func TestDrift_writeAuthoritative(t *testing.T) {
	t.Parallel()
	d := driftWriting(t, "authoritative")
	r, complaints := d.written(2, "--write", "found.tf")
	var skipped []string
	remove := map[string]string{"authorization": "profiles/p-anna-hq/authorizations/",
		"enterprise_authorization": "profiles/p-anna-hq/eauthorizations/",
		"client_application":       "/clients/acme/applications/", "enterprise_role_member": "eroles/er-sales/roles/"}
	for _, one := range r.Written.Skipped {
		skipped = append(skipped, one.Kind)
		if !strings.HasPrefix(one.Reason, "add it to idm_") || !strings.Contains(complaints, one.ID+": "+one.Reason) ||
			!strings.Contains(d.read("found.tf"), one.Reason) {
			t.Errorf("%+v\n%s", one, complaints)
		}
	}
	slices.Sort(skipped)
	same(t, "skipped", skipped, "authorization", "client_application", "enterprise_authorization", "enterprise_role_member")
	// The next apply would remove the skipped objects.
	for _, one := range r.Written.Skipped {
		d.behindTheBack(http.MethodDelete, remove[one.Kind]+one.ID[strings.LastIndex(one.ID, "/")+1:], "")
	}
	d.adoptsFound(r.Written.Imports)
	d.drift(0)
}
