package enterpriserolemembers_test

import (
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// A plan that imports all members and destroys the single one is an error. Its remedy transfers the
// member in either direction without a call that removes it.
func TestEnterpriseRoleMembers_handover(t *testing.T) {
	t.Parallel()
	s := start(t)
	const single = "resource \"idm_enterprise_role_member\" \"single\" {\n  enterprise_role_ext_id = \"er-new\"\n" +
		"  role_ext_id = \"crm-reader\"\n}\n"
	const message = "Kept and destroyed by the same plan"
	imported := func(address, id string) string { return "import {\n  to = " + address + "\n  id = \"" + id + "\"\n}\n" }
	forgotten := func(address string) string {
		return "removed {\n  from = " + address + "\n  lifecycle {\n    destroy = false\n  }\n}\n"
	}
	whole := config("crm-reader") + imported(address, "acme/er-new")
	one := single + imported("idm_enterprise_role_member.single", "acme/er-new/crm-reader")
	s.Test(t,
		s.Apply(single, has(s, "crm-reader")),
		s.Refused(whole, message),
		s.Step(whole+forgotten("idm_enterprise_role_member.single"), acctest.Check(has(s, "crm-reader"), s.Sent())),
		s.Refused(one, message),
		s.Step(one+forgotten(address), acctest.Check(has(s, "crm-reader"), s.Sent())),
		s.Apply(single, has(s, "crm-reader")),
	)
}
