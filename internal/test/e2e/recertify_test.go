package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// certifying is a tenant that was adopted into a configuration, with an open campaign.
type certifying struct {
	*exporting
	campaign string
}

func newCertifying(t *testing.T, undecided string) *certifying {
	t.Helper()
	c := openCampaign(t, undecided)
	w := c.at(c.out)
	w.must(0, "init", "-no-color")
	w.must(0, "apply", "-auto-approve", "-no-color", "-input=false")
	if err := os.Remove(filepath.Join(c.out, "imports.tf")); err != nil {
		t.Fatal(err)
	}
	return c
}

// openCampaign exports the tenant and opens a campaign.
func openCampaign(t *testing.T, undecided string) *certifying {
	t.Helper()
	seed := strings.Replace(asked, `"userExtId":"u3"}`, `"userExtId":"u3","unitExtId":"hq"}`, 1)
	e := exportingFrom(t, sim.Options{Seed: []byte(seed)}, "acme")
	e.export(0, nil, e.out, "--layout", "data", "--people")
	c := &certifying{e, filepath.Join(e.folder, "campaign")}
	c.recertify(0, "open", c.campaign, "--by", "role", "--undecided", undecided)
	return c
}

// An owner decides on the page, which saves the table with the decisions: merge writes them as
// exceptions.
func TestRecertify_page(t *testing.T) {
	t.Parallel()
	c := openCampaign(t, "keep")
	p := openPage(t, filepath.Join(c.campaign, "role-clerk.html"))
	p.show(phone-200, 1000, "light")
	p.fits()
	p.readable()
	p.loadsNothing()
	evaluate[bool](p, `(() => {
  window.Blob = class extends Blob { constructor(parts, options) { super(parts, options); window.saved = parts.join(""); } };
  return true;
})()`)
	set := func(selector, value string) {
		t.Helper()
		evaluate[bool](p, fmt.Sprintf(`(() => {
  const e = document.querySelector(%q);
  e.value = %q;
  return e.dispatchEvent(new Event("change"));
})()`, selector, value))
	}
	set("#rows tr:nth-child(2) select", "revoke")
	set("#rows tr:nth-child(2) td:last-child input", "left, \"sales\"")
	set("#rows tr:nth-child(1) select", "until")
	if got := evaluate[string](p, `document.getElementById("open").textContent`); got != "Without a decision: 1" {
		t.Errorf("a day is missing, and the page shows %q", got)
	}
	set("#rows tr:nth-child(1) input[type=date]", "2099-12-31")
	p.click("#save")
	saved := evaluate[string](p, "window.saved")
	c.decide("role-clerk.csv", "authorization acme/p1/a1", "revoke")
	c.decide("role-clerk.csv", "authorization acme/p2/a2", "until 2099-12-31")
	byHand := c.at(c.campaign).read("role-clerk.csv")
	if want := strings.Replace(byHand, ",revoke,,", `,revoke,"left, ""sales""",`, 1); saved != want {
		t.Errorf("the page saves\n%q\nwant\n%q", saved, want)
	}
	c.at(c.campaign).write("role-clerk.csv", saved)
	before := c.at(c.out).read("exceptions.yaml")
	// A grant that has expired is in no row.
	if printed := c.recertify(2, "merge", c.campaign, "--dir", c.out); !strings.Contains(printed, "acme/p2/a2") ||
		!strings.Contains(printed, "2099-12-31") {
		t.Error(printed)
	}
	if exceptions := c.at(c.out).read("exceptions.yaml"); !strings.Contains(before, "clerk") || strings.Contains(exceptions, "clerk") {
		t.Error(exceptions)
	}
}

// decide marks an entry in the file of a role.
func (c *certifying) decide(file, id, decision string) {
	c.t.Helper()
	content := c.at(c.campaign).read(file)
	line := regexp.MustCompile("(?m)^(.*),,,(.*," + regexp.QuoteMeta(id) + "\r?)$")
	if !line.MatchString(content) {
		c.t.Fatalf("%s has no %s:\n%s", file, id, content)
	}
	c.at(c.campaign).write(file, line.ReplaceAllString(content, "$1,"+decision+",,$2"))
}

func (c *certifying) recertify(code int, arguments ...string) string {
	c.t.Helper()
	printed, complaint, got := c.idmctl(nil, append([]string{"recertify"}, arguments...)...)
	if got != code {
		c.t.Fatalf("%v: exit code %d, want %d\n%s%s", arguments, got, code, printed, complaint)
	}
	return printed + complaint
}

// prove plans, compares the plan with the decisions, and returns the evidence.
func (c *certifying) prove(code int) (evidence struct {
	SnapshotSHA256  string            `json:"snapshot_sha256"`
	DecisionsSHA256 map[string]string `json:"decisions_sha256"`
	PlanSHA256      string            `json:"plan_sha256"`
	Revoked         []string          `json:"revoked"`
	Limited         []string          `json:"limited"`
	Differences     []string          `json:"differences"`
},
) {
	c.t.Helper()
	c.at(c.out).must(0, "plan", "-out=plan", "-no-color", "-input=false")
	c.recertify(code, "prove", c.campaign, "--plan", filepath.Join(c.out, "plan"), "--out", filepath.Join(c.folder, "evidence.json"),
		"--cli", os.Getenv("TF_ACC_TERRAFORM_PATH"))
	decodeJSON(c.t, c.read("evidence.json"), &evidence)
	return evidence
}

// The plan after a campaign revokes exactly the rejected entries.
func TestRecertify(t *testing.T) {
	t.Parallel()
	c := newCertifying(t, "keep")
	c.at(c.out).must(0, "plan", "-detailed-exitcode", "-no-color", "-input=false")
	c.decide("role-clerk.csv", "authorization acme/p1/a1", "revoke")
	c.decide("role-approver.csv", "authorization acme/p3/a3", "until 2099-12-31")
	c.decide("role-desk--enterprise-role-.csv", "enterprise authorization acme/p1/ea1", "revoke")
	if evidence := c.prove(2); len(evidence.Differences) != 3 {
		t.Errorf("before the merge: %+v", evidence)
	}
	c.recertify(0, "merge", c.campaign, "--dir", c.out)
	again := func() {
		t.Helper()
		if printed := c.recertify(0, "merge", c.campaign, "--dir", c.out); printed != "" {
			t.Errorf("merged again: %s", printed)
		}
	}
	again()
	evidence := c.prove(0)
	if len(evidence.Differences) > 0 || len(evidence.SnapshotSHA256)+len(evidence.PlanSHA256) != 128 ||
		len(evidence.DecisionsSHA256) < 4 || len(evidence.Limited) != 1 ||
		!slices.Equal(evidence.Revoked, []string{"authorization acme/p1/a1", "enterprise authorization acme/p1/ea1"}) {
		t.Errorf("%+v", evidence)
	}
	c.at(c.out).must(0, "apply", "-no-color", "plan")
	again()
	var state struct {
		Authorizations           []struct{ ExtID string }
		EnterpriseAuthorizations []struct{ ExtID string }
	}
	decodeJSON(t, c.sim.State(), &state)
	if len(state.Authorizations) != 3 || len(state.EnterpriseAuthorizations) != 0 ||
		!strings.Contains(string(c.sim.State()), "2099-12-31T23:59:59") {
		t.Errorf("%+v", state)
	}
	c.at(c.out).must(0, "plan", "-detailed-exitcode", "-no-color", "-input=false")
}

// Entries without a decision are revoked if the campaign says so. A grant in HCL is reported with
// its line, and a plan with additional changes is not a proof.
func TestRecertify_byHand(t *testing.T) {
	t.Parallel()
	c := newCertifying(t, "revoke")
	c.at(c.out).must(0, "plan", "-out=plan", "-no-color", "-input=false")
	c.decide("role-clerk.csv", "authorization acme/p1/a1", "keep")
	c.decide("role-clerk.csv", "authorization acme/p2/a2", "keep")
	c.decide("role-approver.csv", "authorization acme/p3/a3", "keep")
	before := c.at(c.out).read("exceptions.yaml")
	c.decide("role-reader.csv", "authorization acme/p2/a4", "perhaps")
	printed := c.recertify(1, "merge", c.campaign, "--dir", c.out)
	if !strings.Contains(printed, "nothing was written: ") || !strings.Contains(printed, "role-reader.csv, line ") ||
		c.at(c.out).read("exceptions.yaml") != before {
		t.Errorf("%s", printed)
	}
	reader := c.at(c.campaign).read("role-reader.csv")
	c.at(c.campaign).write("role-reader.csv", strings.Replace(reader, ",perhaps,", ",,", 1))
	printed = c.recertify(2, "merge", c.campaign, "--dir", c.out, "--plan", filepath.Join(c.out, "plan"),
		"--cli", os.Getenv("TF_ACC_TERRAFORM_PATH"))
	if !strings.Contains(printed, "By hand: revoke authorization acme/p2/a4: authorizations.tf, line 1: idm_profile_authorizations.") ||
		!strings.Contains(printed, "Changed: "+filepath.Join(c.out, "exceptions.yaml")) {
		t.Errorf("%s", printed)
	}
	if evidence := c.prove(2); len(evidence.Differences) != 1 || !strings.Contains(evidence.Differences[0], "acme/p2/a4") {
		t.Errorf("%+v", evidence)
	}
}
