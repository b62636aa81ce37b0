package e2e

import (
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// The values of the encrypted property: at the apply, after a manual change, and in the plan.
const noteBefore, noteByHand, noteAfter = "first-note-0815", "hand-note-0816", "second-note-0817"

func TestReview(t *testing.T) {
	t.Parallel()
	r := newReviewing(t)
	t.Run("meaning", r.meaning)
	t.Run("saved plan and JSON", r.lessFromJSON)
	t.Run("secrets", r.noSecrets)
	t.Run("markdown", r.markdown)
	t.Run("names", r.names)
	t.Run("rules", r.rules)
	t.Run("policy", r.policy)
	t.Run("approvable", r.approvable)
	t.Run("bad input", r.badInput)
	t.Run("page", r.page)
}

func (r *reviewing) meaning(t *testing.T) {
	text, _ := r.review(0, "reviewed.tfplan", "--output", "json")
	got := decodeReview(t, text)
	const possible = ": it is possible at some point of the apply, by the facts of the service"
	want := []string{
		"u-anna @idm_profile.second gain role crm-admin",
		"u-anna p-asleep gain role billing-admin: the profile is enabled",
		"u-ben p-ben change enterprise role er-sales" + possible,
		"u-ben p-ben change role crm-reader global client: the profile moves to another unit",
		"u-ben p-ben change role hr-viewer" + possible,
		"u-ben p-ben change role wiki-editor" + possible,
		"u-ben p-ben gain enterprise role er-manager",
		"u-ben p-ben gain role billing-clerk",
		"u-ben p-ben lose enterprise role er-sales",
		"u-ben p-ben lose role hr-viewer",
		// Carla was disabled in the meantime.
		"u-carla p-carla change role billing-clerk: though the user u-carla is disabled, and the profile p-carla is disabled",
		"u-carla p-carla change role wiki-editor global client: though the user u-carla is disabled, and the profile p-carla is disabled",
		"u-dev-bot p-bot lose role wiki-editor: the profile is deleted",
		// The grant is replaced with its profile, which belongs to another user from now on.
		"u-dev-bot p-duty lose role crm-reader: the profile is replaced",
	}
	if diff := cmp.Diff(want, got.lines()); diff != "" {
		t.Errorf("access (-want +got):\n%s", diff)
	}
	var objects []string
	for _, each := range got.Changes {
		line := each.Address + " " + each.Action
		if each.Imported {
			line += ", imported"
		}
		for _, d := range each.Differences {
			if each.Action == "update" {
				line += fmt.Sprintf(" %s %q to %q", d.Name, d.Before, d.After)
			}
		}
		objects = append(objects, line)
	}
	for _, want := range []string{"idm_unit.archive delete", "idm_unit.field create", `idm_unit.region["south"] delete`,
		"idm_unit.kept forget", "idm_authorization.duty replace", "idm_enterprise_authorization.ben replace",
		"idm_profile.handed_over replace",
	} {
		if !slices.Contains(objects, want) {
			t.Errorf("%s is not in %q", want, objects)
		}
	}
	all := strings.Join(objects, "\n")
	for _, want := range []string{`parent_unit_ext_id "acme-it" to "sales"`, `to "(sensitive value, changed)"`} {
		if !strings.Contains(all, want) {
			t.Errorf("%s is not in\n%s", want, all)
		}
	}
	if n := strings.Count(all, ", imported"); n != 2 {
		t.Errorf("%d objects are imported:\n%s", n, all)
	}
	if !slices.ContainsFunc(got.Findings, func(f finding) bool { return strings.Contains(f.Text, "is removed from client") }) {
		t.Errorf("no application is removed: %+v", got.Findings)
	}
	var drift []string
	for _, each := range got.Drift {
		drift = append(drift, each.Address)
	}
	if want := []string{"idm_profile_authorizations.carla", "idm_unit.lab", "idm_unit_properties.sales"}; !slices.Equal(drift, want) {
		t.Errorf("drift: %q, want %q", drift, want)
	}
}

// A review needs the saved plan to trace an unknown value: the JSON contains the references of an
// expression, but not how they are used.
func (r *reviewing) lessFromJSON(t *testing.T) {
	const origin = "known after apply, from "
	for _, form := range []string{"markdown", "html", "json"} {
		fromPlan, _ := r.review(0, "reviewed.tfplan", "--output", form)
		fromJSON, _ := r.review(0, "reviewed.json", "--output", form)
		if !strings.Contains(fromPlan, origin) || strings.Contains(fromJSON, origin) {
			t.Errorf("%s: the saved plan tells origins: %t, its JSON: %t", form, strings.Contains(fromPlan, origin),
				strings.Contains(fromJSON, origin))
		}
	}
	// The CLI runs in the folder of the plan, regardless of the working directory of the review.
	absolute := filepath.Join(r.folder, "reviewed.tfplan")
	elsewhere := *r.workspace
	elsewhere.folder = t.TempDir()
	(&reviewing{workspace: &elsewhere}).review(0, absolute)
}

// The JSON of a plan contains the values of variables and properties in plaintext.
func (r *reviewing) noSecrets(t *testing.T) {
	if plan := r.read("reviewed.json"); !strings.Contains(plan, noteAfter) || !strings.Contains(plan, noteByHand) {
		t.Fatal("the plan holds no secret, so that nothing is proven")
	}
	for _, form := range []string{"markdown", "html", "json"} {
		out, complaints := r.review(2, "reviewed.tfplan", "--output", form, "--fail-on", "gain.global,drift")
		for _, secret := range []string{noteBefore, noteByHand, noteAfter} {
			if strings.Contains(out+complaints, secret) {
				t.Errorf("%s shows %q", form, secret)
			}
		}
	}
}

func (r *reviewing) markdown(t *testing.T) {
	out, _ := r.review(0, "reviewed.tfplan")
	if !strings.HasPrefix(out, "<!-- idmctl review -->\n") {
		t.Errorf("begins with %.60q", out)
	}
	for _, want := range []string{
		"- unit Sales: name changes from Sales to Sales &amp; Marketing `idm_unit.sales`\n",
		"unit Lab: parent unit changes from IT to Sales: this affects all users in it and below it",
		"- unit Odd &#124; &lt;b&gt;name&lt;/b&gt; `` `x` `` `@acme` `\\u202eevil` is created `idm_unit.odd`\n",
		"unit_ext_id: Lab `lab` → Field team (known after apply, from idm_unit.field)",
		"| ✏️ changes | reader `crm-reader`, because the profile moves to another unit | CRM `crm` | <b>now global: all clients</b> |",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("lacks\n%s\n\n%s", want, out)
		}
	}
	if strings.Contains(out, "\u202e") {
		t.Error("a name turns the text around")
	}
	short, _ := r.review(0, "reviewed.tfplan", "--limit", "3000")
	if len(short) > 3000 || !strings.Contains(short, "a comment has a limit") && !strings.Contains(short, "too long for a comment") {
		t.Errorf("%d bytes with a limit of 3000:\n%s", len(short), short)
	}
}

// With facts, no person is shown only by external ID. The review only reads.
func (r *reviewing) names(t *testing.T) {
	r.sim.ClearRequests()
	without, _ := r.review(0, "reviewed.tfplan", "--offline")
	if requests := r.sim.Requests(); len(requests) > 0 {
		t.Errorf("the review asked the service: %v", requests)
	}
	with, _ := r.review(0, "reviewed.tfplan")
	for _, name := range []string{"Carla Caron", "admin in Billing; admin in CRM", "| clerk `billing-clerk` | Billing `billing` |"} {
		if strings.Contains(without, name) || !strings.Contains(with, name) {
			t.Errorf("%q without names: %t, with them: %t", name, strings.Contains(without, name), strings.Contains(with, name))
		}
	}
	for _, request := range r.sim.Requests() {
		if request.Method != http.MethodGet {
			t.Errorf("the review sent %s %s", request.Method, request.Path)
		}
	}
	selfAdmin := *r.workspace
	selfAdmin.environment = append(slices.Clone(r.environment), "IDM_TOKEN=demo-anna-token")
	if _, complaint := (&reviewing{workspace: &selfAdmin}).review(1, "reviewed.tfplan"); !strings.Contains(complaint,
		"--offline") {
		t.Errorf("for a caller who may not list the users: %q", complaint)
	}
	stranger := *r.workspace
	stranger.environment = slices.DeleteFunc(slices.Clone(r.environment), func(v string) bool { return strings.HasPrefix(v, "IDM_") })
	if _, complaint := (&reviewing{workspace: &stranger}).review(1, "reviewed.tfplan"); !strings.Contains(complaint,
		"IDM_BASE_URL") {
		t.Errorf("without a login: %s", complaint)
	}
}

func (r *reviewing) rules(t *testing.T) {
	_, complaints := r.review(2, "reviewed.tfplan", "--fail-on", "gain.global,unit.delete,incomplete.partial", "--output", "json", "--out",
		"review.json")
	var failed []string
	for _, failure := range decodeReview(t, r.read("review.json")).FailedRules {
		for _, subject := range failure.Subjects {
			failed = append(failed, failure.Rule+" "+subject.Address)
		}
	}
	want := []string{
		"gain.global idm_authorization.ben_crm", "gain.global idm_profile_authorizations.carla",
		"unit.delete idm_unit.archive", `unit.delete idm_unit.region["south"]`,
	}
	if diff := cmp.Diff(want, failed); diff != "" {
		t.Errorf("failed rules (-want +got):\n%s", diff)
	}
	for _, want := range []string{"Rule gain.global failed", "Rule unit.delete failed", "unit Archive is deleted"} {
		if !strings.Contains(complaints, want) {
			t.Errorf("standard error lacks %q:\n%s", want, complaints)
		}
	}
	if out, _ := r.review(2, "reviewed.tfplan", "--fail-on", "replace"); !strings.Contains(out,
		"> [!CAUTION]\n> 1 rule failed\n>\n> - <b>replace</b>") {
		t.Errorf("the report does not begin with the failed rule:\n%.400s", out)
	}
	if out, _ := r.review(0, "reviewed.tfplan", "--fail-on", "incomplete.partial,application.assign"); !strings.Contains(out,
		"2 rules passed: incomplete.partial, application.assign") {
		t.Errorf("the report does not say what was checked:\n%.400s", out)
	}
}

const approvedPolicy = `
rule "money" {
  roles     = ["billing-*"]
  approvers = ["finance"]
}

rule "managers" {
  enterprise_roles = ["*manager*"]
  approvers        = ["security", "finance"]
}
`

// approvable checks that the exit code is 3 only if the policy file names approvers for all failed
// rules.
func (r *reviewing) approvable(t *testing.T) {
	r.write("approved.hcl", approvedPolicy)
	out, complaints := r.review(3, "reviewed.tfplan", "--policy", "approved.hcl", "--output", "markdown", "--report", "json=approved.json",
		"--report", "html=approved.html")
	if !strings.Contains(out, "needs the approval of security and finance") ||
		!strings.Contains(complaints, "approval of: finance, security") || !strings.Contains(r.read("approved.html"), "<html") {
		t.Errorf("the report does not name the approvers:\n%s%s", out, complaints)
	}
	if got := decodeReview(t, r.read("approved.json")); got.Decision != "approve" ||
		!slices.Equal(got.RequiredApprovals, []string{"finance", "security"}) {
		t.Errorf("decision %s, approvals %q", got.Decision, got.RequiredApprovals)
	}
	fitsSchema(t, []string{"review", "--output", "json"}, r.read("approved.json"))
	r.review(2, "reviewed.tfplan", "--policy", "approved.hcl", "--fail-on", "gain.global")
	r.write("approved.hcl", approvedPolicy+"rule \"board\" {\n  users = [\"u-ben\"]\n}\n")
	out, _ = r.review(2, "reviewed.tfplan", "--policy", "approved.hcl", "--output", "json")
	if got := decodeReview(t, out); got.Decision != "fail" || len(got.RequiredApprovals) != 0 {
		t.Errorf("decision %s, approvals %q", got.Decision, got.RequiredApprovals)
	}
}

const accessPolicy = `
rule "money" {
  roles   = ["billing-*"]
  change  = ["gain"]
  message = "Whoever touches money is confirmed by finance."
}

rule "managers" {
  enterprise_roles = ["*manager*"]
  users            = ["u-ben"]
}

rule "board" {
  users = ["u-board-*"]
}
`

func (r *reviewing) policy(t *testing.T) {
	r.write("access.hcl", accessPolicy)
	out, complaints := r.review(2, "reviewed.tfplan", "--policy", "access.hcl", "--output", "json")
	got := map[string]int{}
	for _, failure := range decodeReview(t, out).FailedRules {
		got[failure.Rule] = len(failure.Subjects)
	}
	// Without any object may match a rule, because no name is confirmed.
	if diff := cmp.Diff(map[string]int{"money": 4, "managers": 1}, got); diff != "" {
		t.Errorf("failed rules (-want +got):\n%s", diff)
	}
	if !strings.Contains(complaints, "Whoever touches money is confirmed by finance.") {
		t.Errorf("standard error: %s", complaints)
	}
}

// Each error is a single line, and existing files stay unchanged.
func (r *reviewing) badInput(t *testing.T) {
	r.write("other/main.tf", "resource \"terraform_data\" \"a\" {}\n")
	r.must(0, "-chdir=other", "plan", "-no-color", "-out=other.tfplan")
	r.write("other/other.json", r.must(0, "-chdir=other", "show", "-json", "other.tfplan"))
	r.write("state.json", r.must(0, "show", "-json"))
	r.write("newer.json", `{"format_version":"3.0","resource_changes":[]}`)
	r.write("broken.tfplan", "PK\x03\x04 and nothing more")
	r.write("old.tfplan", "tfplan\x02")
	r.write("some.json", `{"a":1}`)
	r.write("cut.json", r.read("reviewed.json")[:1000])
	r.write("text.txt", "Plan: 1 to add\n")
	r.write("empty", "")
	r.write("odd.hcl", "rule \"a\" {\n  role = [\"x\"]\n}\n")
	r.write("none.hcl", "")
	r.write("nobody.hcl", "rule \"a\" {\n  roles = [\"x\"]\n  approvers = []\n}\n")
	for _, row := range acctest.Table(t, "testdata/tables/review_refused.hcl") {
		t.Run(row.Name, func(t *testing.T) {
			r.write("report.md", "as it was")
			out, complaint := r.review(1, append([]string{"--out", "report.md"}, row.Texts("arguments")...)...)
			if !strings.HasPrefix(complaint, "Error: ") || !strings.Contains(complaint, row.Text("want")) ||
				strings.Count(complaint, "\n") != 1 ||
				out != "" {
				t.Errorf("said %q and %q, want a line with %q", complaint, out, row.Text("want"))
			}
			if got := r.read("report.md"); got != "as it was" {
				t.Errorf("the report was overwritten: %.80s", got)
			}
		})
	}
}

// narrowCells counts the cells of tables that are too narrow for a word.
const narrowCells = `[...document.querySelectorAll('td > div')].filter(cell => cell.checkVisibility() && cell.textContent.trim() && cell.clientWidth < 80 && cell.clientHeight > 60).length`

// page tests the page in a real browser, on a screen and on a phone, with light and dark colors.
func (r *reviewing) page(t *testing.T) {
	r.review(2, "reviewed.tfplan", "--fail-on", "gain.global,unit.delete", "--output", "html", "--out", "review.html")
	p := openPage(t, filepath.Join(r.folder, "review.html"))
	for _, colors := range []string{"light", "dark"} {
		p.show(1280, 1000, colors)
		p.fits()
		p.readable()
		p.picture("review-" + colors)
		p.show(700, 1000, colors)
		p.fits()
		p.show(390, 844, colors)
		p.fits()
		p.readable()
		if thin := evaluate[int](p, narrowCells); thin > 0 {
			t.Errorf("%d cells are so narrow that their words fall apart", thin)
		}
	}
	p.picture("review-phone")
	if dark, light := p.background("dark"), p.background("light"); dark == light {
		t.Errorf("the page is %s by day and by night", dark)
	}
	p.loadsNothing()
}
