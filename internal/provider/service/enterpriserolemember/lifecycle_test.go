package enterpriserolemember_test

import (
	"context"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

func identity(enterpriseRole, role string) acctest.Values {
	return acctest.Values{"client_ext_id": "acme", "enterprise_role_ext_id": enterpriseRole, "role_ext_id": role}
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
