package e2e

import (
	"encoding/json"
	"net/http"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// The plans below claim facts that only the service knows: that an object is new, the user of a
// profile, and earlier grants.
const (
	claimsRole = `
resource "idm_enterprise_role" "new" {
  ext_id = "er-late"
  name   = "Late"
}

resource "idm_enterprise_role_member" "admin" {
  enterprise_role_ext_id = idm_enterprise_role.new.ext_id
  role_ext_id            = "crm-admin"
}
`
	claimsProfile = `
resource "idm_profile" "late" {
  ext_id      = "p-late"
  user_ext_id = "u-ben"
  name        = "Late"
}

resource "idm_authorization" "late" {
  profile_ext_id = idm_profile.late.ext_id
  role_ext_id    = "crm-admin"
}
`
	claimsGrant = `
resource "idm_authorization" "new" {
  profile_ext_id = "p-anna-hq"
  role_ext_id    = "crm-admin"
}
`
)

// A plan that claims more than the service confirms breaks the rule access, as a saved plan and as
// JSON. With facts the review shows who gains access.
func TestReview_claims(t *testing.T) {
	t.Parallel()
	idmctl, err := companion()
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		configuration string
		// prepare makes the claim false.
		prepare func(*reviewing)
		// plan contains further arguments of the plan, and want is a line of the review with facts.
		plan []string
		want string
	}{
		"an enterprise role that exists": {claimsRole, func(r *reviewing) {
			r.behindTheBack(http.MethodPost, "eroles", `{"extId":"er-late","name":"Older"}`)
			r.behindTheBack(http.MethodPost, "profiles/p-anna-hq/eauthorizations/", `{"enterpriseRoleExtId":"er-late"}`)
		}, nil, "u-anna p-anna-hq gain role crm-admin: the role is added to enterprise role Older"},
		"a profile of another person": {claimsProfile, func(r *reviewing) {
			r.behindTheBack(http.MethodPost, "users/u-anna/profiles", `{"extId":"p-late","name":"Older"}`)
		}, nil, "u-anna p-late gain role crm-admin"},
		"a grant that the state invents": {claimsGrant, nil, []string{"-refresh=false"}, "u-anna p-anna-hq gain role crm-admin"},
	} {
		t.Run(name, func(t *testing.T) {
			inCorpus(t)
			r := &reviewing{workspace: newWorkspace(t, "", asAdmin), idmctl: idmctl}
			r.write("tenant.tf", test.configuration)
			if test.prepare == nil {
				r.invent()
			}
			r.must(0, append([]string{"plan", "-no-color", "-out=reviewed.tfplan"}, test.plan...)...)
			r.write("reviewed.json", r.must(0, "show", "-json", "reviewed.tfplan"))
			if test.prepare != nil {
				test.prepare(r)
			}
			r.snapshot("held.json")
			for _, file := range []string{"reviewed.tfplan", "reviewed.json"} {
				if out, _ := r.review(2, file, "--fail-on", "access", "--offline"); !strings.Contains(out, "was not read") {
					t.Errorf("%s: the report does not show that it has no facts:\n%s", file, out)
				}
				for _, source := range [][]string{nil, {"--snapshot", "held.json"}} {
					text, _ := r.review(2, append([]string{file, "--fail-on", "access", "--output", "json"}, source...)...)
					if got := decodeReview(t, text).lines(); !slices.Contains(got, test.want) {
						t.Errorf("%s %q: %q lack %q", file, source, got, test.want)
					}
				}
			}
		})
	}
}

// invent adds a grant to the state that the service never had. It is forgotten rather than
// destroyed, because the provider refuses to destroy a grant in the plan that creates it.
func (r *reviewing) invent() {
	r.t.Helper()
	r.write("old.tf", strings.ReplaceAll(strings.ReplaceAll(claimsGrant, `"new"`, `"old"`), "crm-admin", "wiki-editor"))
	kept := r.read("tenant.tf")
	r.write("tenant.tf", "")
	r.must(0, "apply", "-auto-approve", "-no-color")
	var state map[string]any
	if err := json.Unmarshal([]byte(strings.ReplaceAll(r.read("terraform.tfstate"), "wiki-editor", "crm-admin")), &state); err != nil {
		r.t.Fatal(err)
	}
	changed, err := json.Marshal(state)
	if err != nil {
		r.t.Fatal(err)
	}
	r.write("terraform.tfstate", string(changed))
	r.write("old.tf", "removed {\n  from = idm_authorization.old\n  lifecycle {\n    destroy = false\n  }\n}\n")
	r.write("tenant.tf", kept)
}

// snapshot writes a snapshot of the service to a file.
func (r *reviewing) snapshot(file string, flags ...string) {
	r.t.Helper()
	command := exec.Command(r.idmctl, append([]string{"snapshot", "--out", file}, flags...)...)
	command.Dir, command.Env = r.folder, r.environment
	if out, err := command.CombinedOutput(); err != nil {
		r.t.Fatalf("%v\n%s", err, out)
	}
}
