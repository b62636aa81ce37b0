package e2e

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

const masked = `["(sensitive value)","(sensitive value)","(sensitive value, changed)"]`

var (
	drifted = []string{
		`idm_profile_authorizations.ben authorizations["hr-viewer"] added [null,null,{"app_global":false,"client_global":true,"enterprise_role_global":false,"unit_global":false,"validity":null}]`,
		`idm_unit.region["east \"$${x}\""] gone`,
		`idm_unit.region["west"] parent_unit_ext_id changed ["sales","sales","acme-hq"]`,
		`idm_unit.sales display_name["de"] changed ["Verkauf","Verkauf","Vertrieb"]`,
		`idm_unit.sales name changed ["Sales","Sales","Sales \u003cEMEA\u003e"]`,
		`idm_unit_properties.sales sensitive_properties changed ` + masked,
	}
	accepted = []string{`idm_profile.ben profile_state changed ["disabled","active","disabled"]`}
)

func TestDrift(t *testing.T) {
	t.Parallel()
	d := newDrifting(t)
	before := d.files()
	if r := d.report(0); len(r.Drift)+len(r.Accepted)+len(r.NotApplied) > 0 {
		t.Errorf("an untouched tenant has drift: %+v", r)
	}
	d.meddle()

	r := d.report(2)
	same(t, "drift", lines(r.Drift), drifted...)
	same(t, "accepted", lines(r.Accepted), accepted...)
	same(t, "not applied", lines(r.NotApplied))
	if got := r.Summary; got.Drifted != 5 || got.Gone != 1 || got.Undeclared != 1 || got.Accepted != 1 {
		t.Errorf("summary: %+v", got)
	}
	d.since(r)
	if after := d.files(); !slices.Equal(before, after) {
		t.Errorf("the folder changed from\n%s\nto\n%s", strings.Join(before, "\n"), strings.Join(after, "\n"))
	}
	d.looks()
	d.fromPlans()
}

// since checks the times and versions of each kind of object.
func (d *drifting) since(r driftReport) {
	d.t.Helper()
	for _, o := range r.Drift {
		h := o.History
		switch {
		case o.Gone && (h.RecordedVersion != 1 || h.Unknown == ""),
			o.Address == "idm_unit.sales" && (h.RecordedVersion != 1 || h.FoundVersion != 2 || h.LastModified == ""),
			strings.HasPrefix(o.Address, "idm_unit_properties") &&
				(h.LastModified != "" || !strings.Contains(h.Unknown, "keeps no version")):
			d.t.Errorf("%s: %+v", o.Address, h)
		case strings.HasPrefix(o.Address, "idm_profile_authorizations"):
			if granted := o.Differences[0].History; granted == nil || granted.RecordedVersion != 0 || granted.FoundVersion != 1 ||
				granted.LastModified == "" {
				d.t.Errorf("%s: %+v", o.Address, granted)
			}
		}
	}
}

// looks checks the human-readable forms of the report.
func (d *drifting) looks() {
	d.t.Helper()
	printed, progress := d.drift(2)
	if !strings.HasPrefix(printed, "<!-- idmctl drift -->\n# Drift\n") || !strings.Contains(progress, "Planning") {
		d.t.Errorf("%s\n%s", progress, printed)
	}
	for _, want := range []string{"4 objects differ from the configuration, 1 managed object was deleted", "hr-viewer", "client_global",
		"version 1 → 2",
		"➡️ moved", "undeclared"} {
		if !strings.Contains(printed, want) {
			d.t.Errorf("%q is missing in the Markdown:\n%s", want, printed)
		}
	}
	out := filepath.Join(d.t.TempDir(), "drift.html")
	if printed, _ := d.drift(2, "--output", "html", "--out", out); printed != "" {
		d.t.Errorf("printed %q in addition to --out", printed)
	}
	page, err := os.ReadFile(out)
	if err != nil {
		d.t.Fatal(err)
	}
	for _, want := range []string{"<!DOCTYPE html>", "Sales &lt;EMEA&gt;", "hr-viewer"} {
		if !strings.Contains(string(page), want) {
			d.t.Errorf("%q is missing in the page", want)
		}
	}
	for _, secret := range []string{driftSecret, driftOtherSecret, "demo-admin-token"} {
		if strings.Contains(string(page), secret) {
			d.t.Errorf("%s appears in the page", secret)
		}
	}
}

// fromPlans checks that a saved plan, its JSON and a refresh-only plan result in the same report,
// with and without a login.
func (d *drifting) fromPlans() {
	d.t.Helper()
	d.must(2, "plan", "-detailed-exitcode", "-no-color", "-out=saved.plan")
	d.write("plan.json", d.must(0, "show", "-json", "saved.plan"))
	saved := d.reportWith(2, d.without(), "saved.plan")
	same(d.t, "drift of the saved plan", lines(saved.Drift), drifted...)
	if h := saved.Drift[3].History; h.RecordedVersion != 1 || h.FoundVersion != 2 || h.LastModified != "" ||
		!strings.Contains(h.Unknown, "no login") {
		d.t.Errorf("without a login: %+v", h)
	}
	document := d.report(2, "plan.json")
	same(d.t, "drift of the JSON", lines(document.Drift), drifted...)
	same(d.t, "accepted in the JSON", lines(document.Accepted), accepted...)
	if h := document.Drift[3].History; h.RecordedVersion != 0 || h.FoundVersion != 2 || h.LastModified == "" {
		d.t.Errorf("with a login: %+v", h)
	}
	d.must(0, "plan", "-refresh-only", "-no-color", "-out=refresh.plan")
	if refreshed := d.report(2, "refresh.plan"); len(refreshed.Drift) != 6 ||
		!strings.Contains(strings.Join(lines(refreshed.Drift), "\n"), "refresh-only") {
		d.t.Errorf("refresh-only: %+v", refreshed.Drift)
	}
}

// A change of the configuration is not drift, neither by itself nor on an object with drift.
func TestDrift_notAppliedYet(t *testing.T) {
	t.Parallel()
	d := newDrifting(t)
	d.write("more.tf", "resource \"idm_unit\" \"new\" {\n  ext_id      = \"new\"\n  profileless = true\n}\n")
	edited := strings.NewReplacer(`"4711"`, `"4712"`, `name               = "Sales"`,
		`name               = "Sales department"`).Replace(d.read("main.tf"))
	d.write("main.tf", edited)
	r := d.report(0)
	pending := []string{
		"idm_unit.new create",
		`idm_unit.sales name changed ["Sales department","Sales","Sales"]`,
		`idm_unit_properties.sales properties["costCenter"] changed ["4712","4711","4711"]`,
	}
	same(t, "not applied", lines(r.NotApplied), pending...)
	same(t, "drift", lines(r.Drift))

	d.behindTheBack(http.MethodPatch, "units/sales", `{"description":"by hand"}`)
	r = d.report(2)
	same(t, "drift", lines(r.Drift), `idm_unit.sales description changed [null,null,"by hand"]`)
	same(t, "not applied beside drift", lines(r.NotApplied), pending...)

	// A manual change that was declared later is not drift.
	d.write("main.tf", strings.Replace(edited, `"Sales department"`, "\"Sales department\"\n  description        = \"by hand\"", 1))
	same(t, "accepted", lines(d.report(0).Accepted), `idm_unit.sales description changed ["by hand",null,"by hand"]`)
}

// The report uses the workspace that a pipeline selects, not the last selected one.
func TestDrift_workspace(t *testing.T) {
	t.Parallel()
	d := newDrifting(t)
	d.must(0, "workspace", "new", "other")
	d.must(0, "workspace", "select", "default")
	_, errors := d.driftWith(1, append(slices.Clone(d.environment), "TF_WORKSPACE=other"), "--output", "json")
	if !strings.Contains(errors, "The external ID is taken") { // The other workspace has an empty state.
		t.Error(errors)
	}
}

func TestDrift_unmanaged(t *testing.T) {
	t.Parallel()
	d := newDrifting(t)
	d.behindTheBack(http.MethodPost, "units/", `{"extId":"shadow","name":"Shadow","profileless":false,"parentUnitExtId":"west"}`)
	r := d.report(2, everything)
	same(t, "drift", lines(r.Drift))
	var found []string
	for _, o := range r.Unmanaged.Objects {
		found = append(found, o.Kind+" "+o.ID+" "+o.Name)
	}
	same(t, "unmanaged", found, "unit acme/acme-hq Headquarters", "unit acme/acme-it IT", "unit acme/shadow Shadow",
		"profile acme/p-anna-hq Headquarters",
		"authorization acme/p-anna-hq/a-anna-crm crm-reader", "enterprise_authorization acme/p-anna-hq/ea-anna-sales er-sales",
		"user acme/u-anna Anna Arnold", "user acme/u-ben Ben Berger", "user acme/u-carla Carla Caron",
		"user acme/u-dev-bot Deployment robot", "application billing Billing", "application crm CRM", "application hr HR",
		"application wiki Wiki", "role billing-admin admin", "role billing-clerk clerk", "role crm-admin admin", "role crm-reader reader",
		"role hr-viewer viewer", "role wiki-editor editor", "enterprise_role acme/er-finance Finance",
		"enterprise_role acme/er-manager Manager", "enterprise_role acme/er-sales Sales",
		"enterprise_role_member acme/er-finance/billing-clerk billing-clerk",
		"enterprise_role_member acme/er-manager/billing-admin billing-admin", "enterprise_role_member acme/er-manager/crm-admin crm-admin",
		"enterprise_role_member acme/er-sales/crm-reader crm-reader", "enterprise_role_member acme/er-sales/wiki-editor wiki-editor")
	var shares []string
	for _, s := range r.Unmanaged.Shares {
		share, _ := json.Marshal([]any{s.Kind, s.Managed, s.Total, s.Percent})
		shares = append(shares, string(share))
	}
	same(t, "shares", shares, `["unit",3,6,50]`, `["profile",1,2,50]`, `["authorization",2,3,66.6]`, `["enterprise_authorization",0,1,0]`,
		`["client_application",3,3,100]`, `["user",0,4,0]`, `["application",0,4,0]`, `["role",0,6,0]`, `["enterprise_role",0,3,0]`,
		`["enterprise_role_member",0,5,0]`, `["policy",0,2,0]`, `["terms",0,2,0]`)
	printed, _ := d.drift(2, everything)
	if !strings.Contains(printed, "28 unmanaged objects") || !strings.Contains(printed, "acme/shadow") {
		t.Error(printed)
	}

	// Objects in another configuration also count as managed.
	other := newWorkspace(t,
		"resource \"idm_unit\" \"shadow\" {\n  ext_id      = \"shadow\"\n  profileless = false\n  name        = \"Shadow\"\n"+
			"  parent_unit_ext_id = \"west\"\n}\nimport {\n  to = idm_unit.shadow\n  id = \"acme/shadow\"\n}\n",
		asAdmin, "IDM_BASE_URL="+d.url)
	other.must(0, "apply", "-auto-approve", "-no-color")
	other.must(0, "plan", "-no-color", "-out=other.plan")
	d.write("other.json", other.must(0, "show", "-json", "other.plan"))
	if r := d.report(2, everything, "--also", "other.json"); r.Summary.Unmanaged != 27 {
		t.Errorf("%+v", r.Unmanaged.Objects)
	}
}

// If a part of the tenant is unreadable, a report without findings is not an all-clear.
func TestDrift_unreadable(t *testing.T) {
	t.Parallel()
	d := newDrifting(t)
	address, err := url.Parse(d.url)
	if err != nil {
		t.Fatal(err)
	}
	service := httputil.NewSingleHostReverseProxy(address)
	var forbidden []string
	gateway := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if path := strings.TrimSuffix(r.URL.Path, "/"); slices.ContainsFunc(forbidden,
			func(end string) bool { return strings.HasSuffix(path, end) }) {
			http.Error(w, `{"errors":[{"code":"errors.insufficientRightsFunction","message":"no"}]}`, http.StatusForbidden)
			return
		}
		service.ServeHTTP(w, r)
	}))
	t.Cleanup(gateway.Close)
	d.must(0, "plan", "-no-color", "-out=saved.plan")
	through := append(slices.Clone(d.environment), "IDM_BASE_URL="+gateway.URL)

	forbidden = []string{"/eauthorizations"}
	r := d.reportWith(1, through, "saved.plan")
	if len(r.NotSeen) != 1 || !strings.Contains(r.NotSeen[0], "enterprise authorizations of profile ") {
		t.Errorf("%q", r.NotSeen)
	}
	// Without access to the profiles and to the parents of the managed units, unmanaged objects
	// cannot be found.
	forbidden = []string{"/profiles", "/units/acme-hq"}
	printed, complaint := d.driftWith(1, through, "saved.plan")
	if !strings.Contains(printed, "A part was not searched") || !strings.Contains(printed, "AccessControl.ProfileView") ||
		!strings.Contains(complaint, "a part of the tenant could not be read") {
		t.Errorf("%s%s", printed, complaint)
	}
}

func TestDrift_refused(t *testing.T) {
	t.Parallel()
	d := newDrifting(t)
	d.must(0, "plan", "-no-color", "-out=saved.plan")
	d.must(0, "plan", "-refresh-only", "-no-color", "-out=refresh.plan")
	shown := d.must(0, "show", "-json", "saved.plan")
	d.write("old.json", regexp.MustCompile(`"format_version":"[^"]*"`).ReplaceAllString(shown, `"format_version":"0.0"`))
	d.write("foreign.json", strings.ReplaceAll(shown, "identity-iac/idm", "hashicorp/random"))
	d.write("empty/readme.txt", "no configuration")
	d.write("foreign/main.tf", "resource \"terraform_data\" \"x\" {}\n")
	d.write("broken/main.tf", "resource {\n")
	d.write("plain/cli.tfrc", "")
	d.write("kept.html", "kept")
	environments := map[string][]string{
		"": d.environment, "without": d.without(), "twice": append(slices.Clone(d.environment), "IDM_USERNAME=u", "IDM_PASSWORD=p"),
		"uninitialized": append(slices.Clone(d.environment), "TF_CLI_CONFIG_FILE="+filepath.Join(d.folder, "plain", "cli.tfrc")),
	}
	for _, row := range acctest.Table(t, "testdata/tables/drift_refused.hcl") {
		t.Run(row.Name, func(t *testing.T) {
			arguments := row.Texts("arguments")
			if !slices.Contains(arguments, "--out") {
				arguments = append(arguments, "--out", "kept.html")
			}
			printed, complaint := d.driftWith(1, environments[row.Text("environment")], arguments...)
			last := lastLine(strings.TrimSpace(complaint))
			if printed != "" || !strings.HasPrefix(last, "Error: ") || !strings.Contains(last, row.Text("want")) ||
				len(strings.Split(strings.TrimSpace(complaint), "\n")) > 2 {
				t.Errorf("%q is not said in one line: %s%s", row.Text("want"), printed, complaint)
			}
			if d.read("kept.html") != "kept" {
				t.Error("the file was overwritten")
			}
		})
	}
}

// The page is tested on a wide and a narrow window, with light and dark colors.
func TestDrift_page(t *testing.T) {
	t.Parallel()
	d := newDriftingOf(t, strings.ReplaceAll(driftTenant, `east \"$${x}\"`, "east"))
	d.meddle()
	d.write("main.tf", strings.Replace(d.read("main.tf"), `"4711"`, `"4712"`, 1))
	d.must(2, "plan", "-detailed-exitcode", "-no-color", "-out=tenant.plan")
	out := filepath.Join(t.TempDir(), "drift.html")
	d.drift(2, "tenant.plan", everything, "--output", "html", "--out", out)
	p := openPage(t, out)
	for _, width := range []int64{1000, 390} {
		for _, colors := range []string{"dark", "light"} {
			p.show(width, 1180, colors)
			p.fits()
			p.readable()
			if width > phone && colors == "light" {
				p.picture("drift")
			}
		}
	}
	p.show(1000, 1000, "dark")
	p.scrollTo("main section:nth-last-of-type(2)")
	p.picture("drift-unmanaged")
	const open = `document.querySelectorAll("details[open]").length`
	before := evaluate[int](p, open)
	p.click("details summary")
	if after := evaluate[int](p, open); after != before-1 {
		t.Errorf("%d groups are open after a click, %d before", after, before)
	}
	p.loadsNothing()
}
