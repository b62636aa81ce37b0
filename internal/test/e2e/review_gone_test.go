package e2e

import (
	"net/http"
	"strings"
	"testing"
)

// What was deleted outside Terraform is gone: a plan that leaves it out, or only refreshes, gives
// and takes no access.
func TestReview_gone(t *testing.T) {
	t.Parallel()
	idmctl, err := companion()
	if err != nil {
		t.Fatal(err)
	}
	r := &reviewing{workspace: newWorkspace(t, "", asAdmin), idmctl: idmctl}
	r.write("gone.tf", benProfile("u-ben")+
		strings.Replace(attackGrant("gone", "crm-admin"), "role_ext_id ", "ext_id = \"a-gone\"\n  role_ext_id ", 1))
	r.write("tenant.tf", attackUnit(""))
	r.must(0, "apply", "-auto-approve", "-no-color")
	for _, path := range []string{"profiles/p-anna-hq/authorizations/a-gone", "profiles/p-ben"} {
		r.behindTheBack(http.MethodDelete, path, "")
	}
	r.must(0, "plan", "-no-color", "-refresh-only", "-out=refresh.tfplan")
	r.write("gone.tf", "")
	r.must(0, "plan", "-no-color", "-out=without.tfplan")
	for _, file := range []string{"refresh.tfplan", "without.tfplan"} {
		out, _ := r.review(0, file, "--fail-on", "access,loss", "--output", "text")
		if !strings.Contains(out, "No user gains or loses a role") || strings.Contains(out, "unknown") ||
			strings.Count(out, "− deleted") != 2 {
			t.Errorf("%s:\n%s", file, out)
		}
	}
}
