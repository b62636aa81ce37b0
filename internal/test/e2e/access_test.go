package e2e

import (
	"encoding/json"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// asked is a tenant with people whose access is ineffective for different reasons.
const asked = `{
"clients":[{"extId":"acme","name":"Acme"}],
"applications":[{"extId":"erp","name":"ERP","displayed":true},{"extId":"crm","name":"CRM","displayed":true}],
"roles":[{"extId":"clerk","applicationExtId":"erp","name":"Clerk"},{"extId":"approver","applicationExtId":"erp","name":"Approver"},
 {"extId":"reader","applicationExtId":"crm","name":"Reader"},{"extId":"desk","applicationExtId":"erp","name":"Duty"}],
"clientApplications":[{"clientExtId":"acme","applicationExtId":"erp"}],
"enterpriseRoles":[{"clientExtId":"acme","extId":"desk","name":"Desk","roleExtIds":["clerk","approver"]}],
"units":[{"clientExtId":"acme","extId":"hq","name":"HQ","profileless":false},{"clientExtId":"acme","extId":"it","name":"IT","parentUnitExtId":"hq","profileless":false}],
"users":[
 {"clientExtId":"acme","extId":"u1","loginId":"anna","name":{"firstName":"Anna","familyName":"Arnold"}},
 {"clientExtId":"acme","extId":"u2","loginId":"ben","name":{"firstName":"<img src=x onerror=alert(1)>","familyName":"=SUM(A1)"}},
 {"clientExtId":"acme","extId":"u3","loginId":"cleo","name":{"firstName":"Cleo","familyName":"Arnold"},"userState":"disabled"}],
"profiles":[{"clientExtId":"acme","extId":"p1","userExtId":"u1","unitExtId":"it"},{"clientExtId":"acme","extId":"p2","userExtId":"u2","unitExtId":"hq"},
 {"clientExtId":"acme","extId":"p3","userExtId":"u3"}],
"authorizations":[
 {"clientExtId":"acme","extId":"a1","profileExtId":"p1","roleExtId":"clerk","unitGlobal":true},
 {"clientExtId":"acme","extId":"a2","profileExtId":"p2","roleExtId":"clerk","validity":{"to":"2026-01-31T00:00:00Z"}},
 {"clientExtId":"acme","extId":"a3","profileExtId":"p3","roleExtId":"approver"},
 {"clientExtId":"acme","extId":"a4","profileExtId":"p2","roleExtId":"reader"}],
"enterpriseAuthorizations":[{"clientExtId":"acme","extId":"ea1","profileExtId":"p1","enterpriseRoleExtId":"desk","validity":{"to":"2026-06-30T00:00:00Z"}}],
"callers":[{"token":"admin","permissions":["*"],"clients":["*"]}]}`

// asks runs idmctl access at a fixed time on the tenant's simulator, or on a snapshot of it.
type asks struct {
	*exporting
	snapshot string
}

func newAsks(t *testing.T) *asks {
	t.Helper()
	a := &asks{exporting: exportingFrom(t, sim.Options{Seed: []byte(asked)}, "acme")}
	a.inProcess = true
	a.snapshot = filepath.Join(a.folder, "acme.json")
	if printed, complaints, code := a.idmctl(nil, "snapshot", "--out", a.snapshot); code != 0 {
		t.Fatalf("exit code %d\n%s%s", code, printed, complaints)
	}
	return a
}

func (a *asks) ask(code int, question ...string) string {
	a.t.Helper()
	arguments := append([]string{"access"}, question...)
	if question[0] == "check" {
		arguments[0] = "policy"
	}
	printed, complaints, got := a.idmctl(nil, append(arguments, "--at", "2026-06-15T00:00:00Z")...)
	if got != code {
		a.t.Errorf("%v: exit code %d\n%s%s", question, got, printed, complaints)
	}
	return printed + complaints
}

func TestAccess_questions(t *testing.T) {
	a := newAsks(t)
	for _, row := range acctest.Table(t, "testdata/tables/access.hcl") {
		t.Run(row.Name, func(t *testing.T) {
			question := row.Texts("question")
			live, stored := a.ask(0, question...), a.ask(0, append(question, "--snapshot", a.snapshot)...)
			for _, text := range row.Texts("has") {
				if !strings.Contains(live, text) || !strings.Contains(stored, text) {
					t.Errorf("%q is missing:\n%s\nfrom the snapshot:\n%s", text, live, stored)
				}
			}
			for _, text := range row.Texts("not") {
				if strings.Contains(live, text) {
					t.Errorf("%q does not belong there:\n%s", text, live)
				}
			}
			if strings.ContainsRune(live, '\x1b') {
				t.Error("the answer steers the terminal")
			}
		})
	}
	for _, r := range a.sim.Requests() {
		if r.Method != "GET" {
			t.Errorf("%s %s was sent", r.Method, r.Path)
		}
	}
}

// A question without an answer is an error with a remedy.
func TestAccess_mistakes(t *testing.T) {
	a := newAsks(t)
	text := filepath.Join(a.folder, "text")
	if err := os.WriteFile(text, []byte("plain text"), 0o600); err != nil {
		t.Fatal(err)
	}
	for text, question := range map[string][]string{
		`no role, enterprise role or application "clrk" is known. Did you mean `:                                {"who", "clrk"},
		`no user "anne" is known. Did you mean`:                                                                 {"of", "anne"},
		`"desk" is ambiguous: role desk, enterprise role desk of client acme; name the kind, such as role:desk`: {"who", "desk"},
		`--expiring soon: not a length of time`:                                                                 {"all", "--expiring", "soon"},
		`--output pdf: give one of`:                                                                             {"all", "--output", "pdf"},
		`name one of the clients in`: {"all", "--client", "globex", "--snapshot",
			a.snapshot},
		`is not a snapshot`:                  {"all", "--snapshot", text},
		`takes its two sources as arguments`: {"diff", "service", "service", "--snapshot", a.snapshot},
	} {
		if printed := a.ask(1, question...); !strings.Contains(printed, text) {
			t.Errorf("%v should fail with %q:\n%s", question, text, printed)
		}
	}
}

// Unreadable parts of the tenant are listed, and are never presented as missing access.
func TestAccess_notRead(t *testing.T) {
	limited := strings.Replace(asked, `"permissions":["*"]`, `"permissions":["AccessControl.ClientView","AccessControl.UserView",
"AccessControl.ProfileView","AccessControl.UnitView","AccessControl.PropertyView","AccessControl.PropertyValueView",
"AccessControl.PropertyAllowedValueView","AccessControl.AuthorizationView"]`, 1)
	a := &asks{exporting: exportingFrom(t, sim.Options{Seed: []byte(limited)}, "acme")}
	printed := a.ask(2, "all")
	for _, text := range []string{"Not read:", "enterprise authorizations of profile", "unknown", "(not read)"} {
		if !strings.Contains(printed, text) {
			t.Errorf("%q is missing:\n%s", text, printed)
		}
	}
}

// A comparison of two snapshots shows net changes over all paths: a role that a person keeps
// through another path is neither gained nor lost.
func TestAccess_diff(t *testing.T) {
	a := newAsks(t)
	later := strings.NewReplacer(
		`{"clientExtId":"acme","extId":"a1","profileExtId":"p1","roleExtId":"clerk","unitGlobal":true},`, ``,
		`"userState":"disabled"`, `"userState":"active"`).Replace(asked)
	file := filepath.Join(a.folder, "later.json")
	if err := os.WriteFile(file, []byte(later), 0o600); err != nil {
		t.Fatal(err)
	}
	printed := a.ask(0, "diff", a.snapshot, file)
	for _, text := range []string{"gained", "u3", "approver", "narrower"} {
		if !strings.Contains(printed, text) {
			t.Errorf("%q is missing:\n%s", text, printed)
		}
	}
	if strings.Contains(printed, "lost") {
		t.Errorf("anna keeps the role through the enterprise role:\n%s", printed)
	}
}

// Special characters in a name have no effect in any output format.
func TestAccess_forms(t *testing.T) {
	a := newAsks(t)
	if csv := a.ask(0, "of", "ben", "--output", "csv"); strings.Contains(csv, ",=SUM") || !strings.Contains(csv, "<img src=x") {
		t.Errorf("a spreadsheet may run a cell:\n%s", csv)
	}
	if markdown := a.ask(0, "of", "ben", "--output", "markdown"); strings.Contains(markdown, "<img") {
		t.Errorf("the name is markup:\n%s", markdown)
	}
	var answer struct {
		FormatVersion string `json:"format_version"`
		Rows          []struct {
			UserExtID string    `json:"user_ext_id"`
			Until     time.Time `json:"until"`
		} `json:"rows"`
	}
	if err := json.Unmarshal([]byte(a.ask(0, "all", "--expired", "--output", "json")), &answer); err != nil || answer.FormatVersion == "" ||
		len(answer.Rows) != 1 || answer.Rows[0].UserExtID != "u2" || answer.Rows[0].Until.IsZero() {
		t.Errorf("%v: %+v", err, answer)
	}
}

// The page finds people by any of their words, filters, works with the keyboard, and fits on a
// phone.
func TestAccess_page(t *testing.T) {
	a := newAsks(t)
	file := filepath.Join(a.folder, "access.html")
	a.ask(0, "all", "--output", "html", "--out", file)
	p := openPage(t, file)
	people := func() string { return evaluate[string](p, `document.getElementById("count").textContent`) }
	if got := people(); got != "3 people, 7 paths" {
		t.Errorf("at first: %s", got)
	}
	set := func(element, property, value string) {
		evaluate[bool](p, `(() => { const e = document.getElementById("`+element+`"); e.`+property+` = `+value+
			`; e.dispatchEvent(new Event("input", {bubbles: true})); return true })()`)
	}
	set("search", "value", `"arnold clerk"`)
	if got := people(); got != "1 person, 2 paths" {
		t.Errorf("two words: %s", got)
	}
	set("search", "value", `""`)
	set("without", "checked", "true")
	if got := people(); got != "2 people, 3 paths" {
		t.Errorf("without effect: %s", got)
	}
	set("without", "checked", "false")
	set("global", "checked", "true")
	if got := people(); got != "1 person, 1 path" {
		t.Errorf("global: %s", got)
	}
	set("global", "checked", "false")
	evaluate[bool](p, `document.dispatchEvent(new KeyboardEvent("keydown", {key: "/"}))`)
	if focused := evaluate[string](p, `document.activeElement.id`); focused != "search" {
		t.Errorf("the key / leads to %q", focused)
	}
	if images := evaluate[int](p, `document.images.length`); images > 0 {
		t.Error("a name is markup")
	}
	for _, width := range []int64{390, 1280} {
		for _, colors := range []string{"light", "dark"} {
			p.show(width, 900, colors)
			if wide := evaluate[int64](p, `document.documentElement.scrollWidth`); wide > width {
				t.Errorf("%d pixels, %s: the page is %d wide", width, colors, wide)
			}
		}
	}
	p.loadsNothing()
}

// The command reports an error if neither a service nor a snapshot is available.
func TestAccess_withoutSource(t *testing.T) {
	service := httptest.NewServer(nil)
	service.Close()
	a := newAsks(t)
	printed, complaints, code := a.idmctl([]string{"IDM_BASE_URL=" + service.URL}, "access", "all")
	if code != 1 || !strings.Contains(printed+complaints, "Error:") {
		t.Errorf("exit code %d\n%s%s", code, printed, complaints)
	}
}
