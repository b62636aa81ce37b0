package review_test

import (
	"slices"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/review"
)

// A change of access requests the contents of its client, regardless of the entries before it.
func TestWanted_afterUnchangedObjects(t *testing.T) {
	unchanged := values("ext_id", "eva", "user_state", "active")
	p := &plan.Plan{Time: planned, Changes: []plan.Change{
		object("idm_user.eva", plan.NoOp, unchanged, unchanged),
		object("idm_authorization.a", plan.Delete, authorization("p-eva", "reader", "ext_id", "2"), nil),
	}}
	names := review.NewDirectory(p)
	review.New(p, names)
	all := func(r review.Ref) bool { return r.Kind == review.AllProfiles && r.Client == "acme" }
	if !slices.ContainsFunc(names.Wanted(), all) {
		t.Errorf("asks for %v", names.Wanted())
	}
}
