package e2e

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// A replacement that may turn out to have the same ID warns about objects that the service deletes
// with the old one: a value that is known only after apply can be unchanged.
func TestReplaced_knownLater(t *testing.T) {
	t.Parallel()
	const later = "terraform_data.later.output"
	for name, test := range map[string]struct{ configuration, input, contains string }{
		"external ID of a user": {input: `"u-dev-bot"`, contains: "its profiles with all that is granted to them",
			configuration: resource("idm_user", "ext_id = "+later, `login_id = "dev-bot"`, "is_technical_user = true")},
		"kind of a user": {input: "false", contains: "its profiles with all that is granted to them",
			configuration: resource("idm_user", `ext_id = "u-dev-bot"`, `login_id = "dev-bot"`, "is_technical_user = "+later)},
		"profile of an authorization": {input: `"p-anna-hq"`, contains: "its properties",
			configuration: resource("idm_authorization", `ext_id = "a-anna-crm"`, "profile_ext_id = "+later, `role_ext_id = "crm-reader"`)},
		"external ID of a unit": {input: `"acme-it"`, contains: "its properties",
			configuration: resource("idm_unit", "ext_id = "+later, `parent_unit_ext_id = "acme-hq"`, `name = "IT"`, "profileless = false")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorkspace(t, "", asAdmin)
			kind, _, _ := strings.Cut(strings.TrimPrefix(test.configuration, `resource "`), `"`)
			id := map[string]string{"idm_user": "acme/u-dev-bot", "idm_authorization": "acme/p-anna-hq/a-anna-crm",
				"idm_unit": "acme/acme-it"}
			w.write("tenant.tf", fmt.Sprintf("import {\n  to = %s.test\n  id = %q\n}\nresource \"terraform_data\" \"later\" {\n  input "+
				"= %s\n}\n",
				kind, id[kind], test.input)+test.configuration)
			out := strings.Join(strings.Fields(w.must(0, "plan", "-no-color")), " ")
			for _, want := range []string{"forces replacement", "More is deleted than the plan shows", test.contains} {
				if !strings.Contains(out, want) {
					t.Errorf("the plan does not show %q:\n%s", want, out)
				}
			}
		})
	}
}

// A tainted user whose destroy archives it is not destroyed without a refresh either: the archived
// user would keep the IDs that its replacement needs.
func TestReplaced_taintedWithoutRefresh(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, `
resource "idm_user" "leaver" {
  ext_id     = "leaver"
  login_id   = "leaver"
  on_destroy = "archive"
}
`, "IDM_TOKEN=demo-admin-token")
	w.must(0, "apply", "-auto-approve", "-input=false")
	w.must(0, "taint", "idm_user.leaver")
	before := w.sim.State()
	out := w.must(1, "apply", "-refresh=false", "-auto-approve", "-input=false", "-no-color")
	if !strings.Contains(out, "Error: Replacing the user would archive it permanently") || !bytes.Equal(before, w.sim.State()) {
		t.Error(out)
	}
}

// A saved plan can be old: if someone has taken the new external ID of a user in the meantime, the
// apply destroys neither the user nor what belongs to it, and a new plan works again.
func TestReplaced_savedPlan(t *testing.T) {
	t.Parallel()
	person := func(extID string) string {
		return resource("idm_user", fmt.Sprintf("ext_id = %q", extID), `login_id = "saved"`) + `
resource "idm_profile" "test" {
  ext_id      = "p-saved"
  user_ext_id = idm_user.test.ext_id
}
resource "idm_authorization" "test" {
  profile_ext_id = idm_profile.test.ext_id
  role_ext_id    = "crm-reader"
  lifecycle {
    replace_triggered_by = [idm_profile.test]
  }
}
resource "idm_profile_properties" "test" {
  profile_ext_id = idm_profile.test.ext_id
  properties     = { badge = "1" }
  lifecycle {
    replace_triggered_by = [idm_profile.test]
  }
}
resource "idm_context_password" "test" {
  user_ext_id = idm_user.test.ext_id
  context     = "portal"
  password_wo = "a-Secret-0123456789"
}
`
	}
	w := newWorkspace(t, "", asAdmin)
	w.write("tenant.tf", person("saved"))
	w.must(0, "apply", "-auto-approve", "-input=false", "-no-color")
	w.write("tenant.tf", person("other"))
	w.must(0, "plan", "-out=plan", "-input=false", "-no-color")
	w.behindTheBack("POST", "users", `{"extId":"other"}`)
	before := w.sim.State()
	out := strings.Join(strings.Fields(w.must(1, "apply", "-input=false", "-no-color", "plan")), " ")
	for _, want := range []string{"Error: The replacement is no longer possible", `The user "other" exists.`} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing:\n%s", want, out)
		}
	}
	if !bytes.Equal(before, w.sim.State()) {
		t.Error("the apply changed something")
	}
	w.behindTheBack("DELETE", "users/other", "")
	w.must(0, "apply", "-auto-approve", "-input=false", "-no-color")
	w.must(0, "plan", "-detailed-exitcode", "-input=false", "-no-color")
	w.must(0, "destroy", "-auto-approve", "-input=false", "-no-color")
}

// Between plan and apply, a profile and a grant are deleted, and created again under the same
// external IDs for another person and another role. The apply neither deletes the one nor changes
// the other.
func TestRecreated_savedPlan(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, "", asAdmin)
	w.behindTheBack("POST", "users/u-ben/profiles", `{"extId":"p-kept"}`)
	grant := func(more string) string {
		return resource("idm_authorization", `ext_id = "g"`, `profile_ext_id = "p-kept"`, `role_ext_id = "crm-reader"`, more)
	}
	w.write("tenant.tf", grant("")+resource("idm_profile", `ext_id = "p"`, `user_ext_id = "u-ben"`))
	w.must(0, "apply", "-auto-approve", "-input=false", "-no-color")
	w.write("tenant.tf", grant("unit_global = true"))
	w.must(0, "plan", "-out=plan", "-input=false", "-no-color")
	w.behindTheBack("DELETE", "profiles/p", "")
	w.behindTheBack("POST", "users/u-anna/profiles", `{"extId":"p"}`)
	w.behindTheBack("DELETE", "profiles/p-kept/authorizations/g", "")
	w.behindTheBack("POST", "profiles/p-kept/authorizations", `{"extId":"g","roleExtId":"crm-admin"}`)
	before := w.sim.State()
	out := strings.Join(strings.Fields(w.must(1, "apply", "-input=false", "-no-color", "plan")), " ")
	for _, want := range []string{
		"Error: Could not delete profile", `- user_ext_id changed from "u-ben" to "u-anna"`,
		"Error: Could not update authorization", `- role_ext_id changed from "crm-reader" to "crm-admin"`,
	} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing:\n%s", want, out)
		}
	}
	if !bytes.Equal(before, w.sim.State()) {
		t.Error("the apply changed something")
	}
	if !openTofu() { // See TestRecreated_removedResource.
		w.must(0, "apply", "-refresh-only", "-auto-approve", "-input=false", "-no-color")
	}
	out = w.must(0, "apply", "-auto-approve", "-input=false", "-no-color")
	if !strings.Contains(out, `"crm-admin" -> "crm-reader"`) || !strings.Contains(out, `"u-anna" -> null`) {
		t.Errorf("the new plan does not show the other role and the other person:\n%s", out)
	}
	w.must(0, "plan", "-detailed-exitcode", "-input=false", "-no-color")
}

// Terraform plans the removal of a resource with the recorded values. If the profile with this
// external ID now belongs to someone else, the plan warns, and the apply stops. OpenTofu plans it
// with the current values.
func TestRecreated_removedResource(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, "", asAdmin)
	w.write("tenant.tf", resource("idm_profile", `ext_id = "p"`, `user_ext_id = "u-ben"`))
	w.must(0, "apply", "-auto-approve", "-input=false", "-no-color")
	w.behindTheBack("DELETE", "profiles/p", "")
	w.behindTheBack("POST", "users/u-anna/profiles", `{"extId":"p"}`)
	w.write("tenant.tf", "")
	before := w.sim.State()
	refused := func(arguments ...string) {
		t.Helper()
		out := strings.Join(strings.Fields(w.must(1, append(arguments, "-input=false", "-no-color")...)), " ")
		if !strings.Contains(out, `- user_ext_id changed from "u-ben" to "u-anna"`) || !bytes.Equal(before, w.sim.State()) {
			t.Errorf("%v:\n%s", arguments, out)
		}
	}
	refused("apply", "-auto-approve", "-refresh=false")
	if !openTofu() {
		out := strings.Join(strings.Fields(w.must(0, "plan", "-input=false", "-no-color")), " ")
		if !strings.Contains(out, `Warning: Changed outside of Terraform Object: profile acme/p`) {
			t.Errorf("no warning:\n%s", out)
		}
		refused("apply", "-auto-approve")
		w.must(0, "apply", "-refresh-only", "-auto-approve", "-input=false", "-no-color")
	}
	if out := w.must(0, "apply", "-auto-approve", "-input=false", "-no-color"); !strings.Contains(out, `"u-anna" -> null`) {
		t.Errorf("the plan does not show the other person:\n%s", out)
	}
}
