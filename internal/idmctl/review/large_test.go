package review_test

import (
	"fmt"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// Without facts, the review of a plan that creates many people shows a gain for each of them.
func TestAccess_manyNewPeople(t *testing.T) {
	const people = 300
	var changes []plan.Change
	for i := range people {
		user, holder := fmt.Sprintf("u%d", i), fmt.Sprintf("p%d", i)
		changes = append(changes,
			object("idm_user."+user, plan.Create, nil, values("ext_id", user, "user_state", "active")),
			object("idm_profile."+holder, plan.Create, nil, profile(holder, user, "profile_state", "active")),
			object("idm_authorization."+holder, plan.Create, nil, authorization(holder, "reader")))
	}
	r := reviewOf(changes...)
	if r.Summary.People != people || r.Summary.Gains != people {
		t.Errorf("%d people gain %d grants", r.Summary.People, r.Summary.Gains)
	}
}
