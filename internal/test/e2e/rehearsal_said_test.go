package e2e

import (
	"net/http"
	"strings"
	"testing"
)

// saidGrant declares a grant of a profile in a unit.
const saidGrant = `
resource "idm_profile" "ben" {
  ext_id      = "p-ben"
  user_ext_id = "u-ben"
  unit_ext_id = "acme-hq"
  name        = "Ben"
}

resource "idm_authorization" "ben" {
  ext_id         = "a-ben"
  profile_ext_id = idm_profile.ben.ext_id
  role_ext_id    = "crm-reader"
  unit_global    = true
}
`

// A profile that moves with its grants is not reported as a difference from the review.
func TestRehearse_movedProfile(t *testing.T) {
	t.Parallel()
	r := newRehearsed(t, nil, "", asAdmin)
	r.write("tenant.tf", saidGrant)
	r.must(0, "apply", "-auto-approve", "-no-color")
	r.write("tenant.tf", strings.Replace(saidGrant, "acme-hq", "acme-it", 1))
	r.plan()
	if result, printed := r.rehearse(0); len(result.Review) != 0 || len(result.Done) != 1 {
		t.Errorf("%s", printed)
	}
}

// A replacement whose create fails is not complete, and its error contains the address for the
// import.
func TestRehearse_halfReplacement(t *testing.T) {
	t.Parallel()
	r := newRehearsed(t, nil, "", asAdmin)
	r.write("tenant.tf", saidGrant)
	r.must(0, "apply", "-auto-approve", "-no-color")
	r.write("tenant.tf", strings.Replace(saidGrant, "crm-reader", "crm-admin", 1))
	r.must(0, "plan", "-no-color", "-out="+r.planned)
	r.behindTheBack(http.MethodPost, "profiles/p-ben/authorizations/", `{"roleExtId":"crm-admin","extId":"a-other"}`)
	r.closed.Store(true)
	result, printed := r.rehearse(2)
	if len(result.Done) != 0 || len(result.Failures) == 0 {
		t.Fatalf("done %+v, failures %+v", result.Done, result.Failures)
	}
	detail := result.Failures[0].Detail
	if !strings.Contains(detail, "to = idm_authorization.ben\n") || strings.Contains(detail, ".example") {
		t.Errorf("%s", printed)
	}
}
