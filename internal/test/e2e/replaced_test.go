package e2e

import (
	"bytes"
	"strings"
	"testing"
)

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
	if !openTofu() { // OpenTofu plans the removal with the current values.
		w.must(0, "apply", "-refresh-only", "-auto-approve", "-input=false", "-no-color")
	}
	out = w.must(0, "apply", "-auto-approve", "-input=false", "-no-color")
	if !strings.Contains(out, `"crm-admin" -> "crm-reader"`) || !strings.Contains(out, `"u-anna" -> null`) {
		t.Errorf("the new plan does not show the other role and the other person:\n%s", out)
	}
	w.must(0, "plan", "-detailed-exitcode", "-input=false", "-no-color")
}
