package e2e

import (
	"encoding/json"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
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

// newMembers applies the configuration and grants the enterprise role to a person manually.
func newMembers(t *testing.T) *reviewing {
	t.Helper()
	idmctl, err := companion()
	if err != nil {
		t.Fatal(err)
	}
	w := newWorkspace(t, "", asAdmin)
	r := &reviewing{workspace: w, idmctl: idmctl}
	w.write("tenant.tf", membersBefore)
	w.must(0, "apply", "-auto-approve", "-no-color")
	w.behindTheBack(http.MethodPost, "profiles/p-anna-hq/eauthorizations/", `{"enterpriseRoleExtId":"office"}`)
	return r
}

// plan saves a plan of another configuration.
func (r *reviewing) plan(configuration string) {
	r.t.Helper()
	r.write("tenant.tf", configuration)
	r.must(0, "plan", "-no-color", "-out=reviewed.tfplan")
}

// reachedBy returns the sentences about changes for all holders.
func reachedBy(t *testing.T, text string) []string {
	t.Helper()
	var r struct{ Findings []struct{ Text string } }
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, f := range r.Findings {
		if strings.Contains(f.Text, " people gain it: ") || strings.Contains(f.Text, " people lose it: ") {
			texts = append(texts, f.Text)
		}
	}
	return texts
}

func TestReview_members(t *testing.T) {
	t.Parallel()
	r := newMembers(t)
	admin := `
resource "idm_enterprise_role_member" "admin" {
  enterprise_role_ext_id = idm_enterprise_role.office.ext_id
  role_ext_id            = idm_role.admin.ext_id
}
`
	r.plan(membersBefore + admin)
	r.write("pay.hcl", "rule \"pay\" {\n  roles = [\"pay admin\"]\n}\n")
	const want = "role Pay admin in Payroll is added to enterprise role Office: "
	for _, form := range []string{"markdown", "html", "json"} {
		without, _ := r.review(2, "reviewed.tfplan", "--offline", "--output", form, "--fail-on", "gain.role", "--policy", "pay.hcl")
		with, _ := r.review(2, "reviewed.tfplan", "--output", form, "--fail-on", "gain.role", "--policy", "pay.hcl")
		for _, check := range []struct {
			text, want, not string
		}{{without, "and may give access: the service was not read", "Anna"},
			{with, want + "2 people gain it: ", "at least"}} {
			if !strings.Contains(check.text, check.want) || strings.Contains(check.text, check.not) {
				t.Errorf("%s lacks %q, or has %q:\n%s", form, check.want, check.not, check.text)
			}
		}
		if form != "json" {
			continue
		}
		lines := []string{
			"u-anna p-anna-hq gain role pay-admin: the role is added to enterprise role Office",
			"u-eva p-eva gain role pay-admin: the role is added to enterprise role Office",
		}
		if diff := cmp.Diff(lines, decodeReview(t, with).lines()); diff != "" {
			t.Errorf("with names (-want +got):\n%s", diff)
		}
	}
	for _, request := range r.sim.Requests() {
		if request.Method == http.MethodPut && strings.Contains(request.Path, "pay-admin") {
			t.Errorf("the review sent %s %s", request.Method, request.Path)
		}
	}
	r.pageOfMembers(t)
}

func (r *reviewing) pageOfMembers(t *testing.T) {
	r.review(0, "reviewed.tfplan", "--output", "html", "--out", "review.html")
	p := openPage(t, filepath.Join(r.folder, "review.html"))
	for _, colors := range []string{"light", "dark"} {
		for _, width := range []int64{1280, 390} {
			p.show(width, 900, colors)
			p.fits()
			p.readable()
		}
	}
	p.show(1280, 900, "light")
	p.picture("review-members")
}

// The losses through a deleted object are those of all people.
func TestReview_removals(t *testing.T) {
	t.Parallel()
	r := newMembers(t)
	without := func(blocks ...string) string {
		configuration := membersBefore
		for _, block := range blocks {
			start := strings.Index(configuration, "\nresource "+block)
			if start < 0 {
				t.Fatalf("no %s", block)
			}
			end := start + strings.Index(configuration[start:], "\n}\n") + len("\n}\n")
			configuration = configuration[:start] + configuration[end:]
		}
		return configuration
	}
	for name, test := range map[string]struct {
		configuration string
		want          []string
		lines         []string
	}{
		"taken out": {without(`"idm_enterprise_role_member" "clerk"`),
			[]string{"role Pay clerk in Payroll is removed from enterprise role Office: 2 people lose it: "},
			[]string{"u-anna p-anna-hq lose role pay-clerk: the role is removed from enterprise role Office",
				"u-eva p-eva lose role pay-clerk: the role is removed from enterprise role Office"}},
		"the application is removed from the client": {without(`"idm_client_application" "pay"`),
			[]string{"application Payroll is removed from client acme: 2 people lose it: "},
			[]string{"u-anna p-anna-hq lose role pay-clerk: application Payroll is removed from the client",
				"u-eva p-eva lose role pay-clerk: application Payroll is removed from the client"}},
		"the user is disabled": {strings.Replace(membersBefore, `"active"`, `"disabled"`, 1), nil,
			[]string{"u-eva p-eva lose enterprise role office: the user is disabled"}},
		"the user is deleted, and her grants": {without(`"idm_user" "eva"`, `"idm_profile" "eva"`, `"idm_enterprise_authorization" "eva"`),
			nil,
			[]string{"u-eva p-eva lose enterprise role office: the profile is deleted"}},
	} {
		t.Run(name, func(t *testing.T) {
			r.plan(test.configuration)
			text, _ := r.review(2, "reviewed.tfplan", "--output", "json", "--fail-on", "loss.role")
			got := reachedBy(t, text)
			if len(got) != len(test.want) || !slices.EqualFunc(got, test.want, strings.HasPrefix) {
				t.Errorf("%q, want %q", got, test.want)
			}
			if diff := cmp.Diff(test.lines, decodeReview(t, text).lines()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
