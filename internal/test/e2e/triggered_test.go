package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// A grant that names the attributes whose change replaces its profile is replaced with the profile,
// and not with an update of it. A reference to the whole profile also replaces the grant with each
// update, and one to its id does not replace it at all, because the new profile has the same ID.
func TestReplaceTriggeredBy(t *testing.T) {
	t.Parallel()
	config := func(user, remarks, by string) string {
		return resource("idm_profile", `ext_id = "p-desk"`, fmt.Sprintf("user_ext_id = %q", user), fmt.Sprintf("remarks = %q", remarks)) +
			resource("idm_authorization", `profile_ext_id = idm_profile.test.ext_id`, `role_ext_id = "crm-reader"`,
				"lifecycle {\n    replace_triggered_by = ["+by+"]\n  }")
	}
	w := newWorkspace(t, "", asAdmin)
	w.write("tenant.tf", config("u-carla", "a", "idm_profile.test"))
	w.must(0, "apply", "-auto-approve", "-input=false", "-no-color")
	for by, want := range map[string][2]string{
		"idm_profile.test":             {"1 to add, 1 to change, 1 to destroy", "2 to add, 0 to change, 2 to destroy"},
		"idm_profile.test.id":          {"0 to add, 1 to change, 0 to destroy", "1 to add, 0 to change, 1 to destroy"},
		"idm_profile.test.user_ext_id": {"0 to add, 1 to change, 0 to destroy", "2 to add, 0 to change, 2 to destroy"},
	} {
		for i, change := range []string{config("u-carla", "b", by), config("u-ben", "a", by)} {
			w.write("tenant.tf", change)
			if out := w.must(0, "plan", "-input=false", "-no-color"); !strings.Contains(out, "Plan: "+want[i]) {
				t.Errorf("%s: %s", by, out)
			}
		}
	}
	w.write("tenant.tf", config("u-ben", "a", "idm_profile.test.user_ext_id"))
	w.must(0, "apply", "-auto-approve", "-input=false", "-no-color")
	w.must(0, "plan", "-detailed-exitcode", "-input=false", "-no-color")
}
