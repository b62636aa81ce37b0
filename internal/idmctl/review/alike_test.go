package review_test

import (
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// Two objects with the same name are told apart by their IDs.
func TestFindings_sameName(t *testing.T) {
	held := acme()
	for _, id := range []string{"erp-1", "erp-2"} {
		held.Add(access.Object{ID: access.NewID("", "acme", access.Unit, id), Name: "ERP-Team"})
	}
	hold(held, access.Profile, "p-erp", "eva", "erp-1")
	r, _ := reviewedWith(t, held, object("idm_unit.a", plan.NoOp, unit("erp-1", "ERP-Team", nil), unit("erp-1", "ERP-Team", nil)),
		object("idm_unit.b", plan.NoOp, unit("erp-2", "ERP-Team", nil), unit("erp-2", "ERP-Team", nil)),
		object("idm_profile.p", plan.Update, profile("p-erp", "eva", "unit_ext_id", "erp-1"),
			profile("p-erp", "eva", "unit_ext_id", "erp-2")))
	var texts []string
	for _, f := range r.Findings {
		texts = append(texts, f.Text)
	}
	if all := strings.Join(texts, "\n"); !strings.Contains(all, "from ERP-Team (erp-1) to ERP-Team (erp-2)") {
		t.Errorf("the units are not told apart:\n%s", all)
	}
}
