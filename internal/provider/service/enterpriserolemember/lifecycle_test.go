package enterpriserolemember_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

func identity(enterpriseRole, role string) acctest.Values {
	return acctest.Values{"client_ext_id": "acme", "enterprise_role_ext_id": enterpriseRole, "role_ext_id": role}
}

// An enterprise role can change together with its roles, whose changes may advance its version.
func TestEnterpriseRoleMember_withItsEnterpriseRole(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t, "assign-bumps-version")
	with := func(description, first, second string) string {
		return fmt.Sprintf(`
resource "idm_enterprise_role" "test" {
  name        = "New"
  description = %q
}
resource "idm_enterprise_role_member" "test" {
  count                  = 2
  enterprise_role_ext_id = idm_enterprise_role.test.ext_id
  role_ext_id            = [%q, %q][count.index]
}
`, description, first, second)
	}
	s.Test(t,
		s.Apply(with("a", "crm-reader", "hr-viewer")),
		s.Apply(with("b", "wiki-editor", "hr-viewer"), s.NoConflicts()),
		s.Apply(""),
	)
}

// An absent enterprise role has no members: the member leaves the state, without a conflict.
func TestEnterpriseRoleMember_enterpriseRoleGone(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	p := s.Protocol(t)
	i := acctest.Instance{Type: "idm_enterprise_role_member"}
	for _, diags := range []acctest.Diagnostics{i.ImportIdentity(t, p, identity("er-finance", "billing-clerk")), i.Refresh(t, p)} {
		if diags.HasError() {
			t.Fatal(diags)
		}
	}
	if err := idm.EnterpriseRoleOps.Delete(context.Background(), s.API, idm.In("acme"), "er-finance"); err != nil {
		t.Fatal(err)
	}
	if diags := i.Refresh(t, s.Protocol(t)); diags.HasError() || i.Values != nil {
		t.Errorf("%v, %v", i.Values, diags)
	}
}

func TestEnterpriseRoleMembersDataSource(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	const data = "data.idm_enterprise_role_members.test"
	s.Test(t,
		s.Apply("data \"idm_enterprise_role_members\" \"test\" {\n  enterprise_role_ext_id = \"er-sales\"\n}\n",
			resource.TestCheckResourceAttr(data, "client_ext_id", "acme"),
			resource.TestCheckResourceAttr(data, "members.#", "2"),
			resource.TestCheckResourceAttr(data, "members.0.ext_id", "crm-reader"),
			resource.TestCheckResourceAttr(data, "members.0.application_ext_id", "crm"),
		),
		s.Fails("data \"idm_enterprise_role_members\" \"test\" {\n  enterprise_role_ext_id = \"none\"\n}\n",
			"Could not read enterprise role members"),
	)
}
