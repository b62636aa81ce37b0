package enterpriserolemember_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

const address = "idm_enterprise_role_member.test"

func config(enterpriseRole, role string) string {
	return fmt.Sprintf("resource \"idm_enterprise_role_member\" \"test\" {\n  enterprise_role_ext_id = %q\n  role_ext_id            = %q\n"+
		"}\n",
		enterpriseRole, role)
}

func path(enterpriseRole, role string) string {
	return "/core/v1/acme/eroles/" + enterpriseRole + "/roles/" + role
}

func identity(enterpriseRole, role string) acctest.Values {
	return acctest.Values{"client_ext_id": "acme", "enterprise_role_ext_id": enterpriseRole, "role_ext_id": role}
}

// has checks whether an enterprise role has a role.
func has(s *acctest.Service, enterpriseRole, role string, want bool) resource.TestCheckFunc {
	return func(*terraform.State) error {
		var roles []string
		for r, err := range idm.EnterpriseRoleMemberOps.List(context.Background(), s.API, idm.Under("acme", enterpriseRole)) {
			if err != nil {
				return err
			}
			roles = append(roles, r.ExtID)
		}
		return acctest.Equal(want, slices.Contains(roles, role))
	}
}

func TestEnterpriseRoleMember(t *testing.T) {
	for _, quirk := range []string{"slash-strict", "later-releases", "assign-bumps-version"} {
		c := acctest.Transitions{
			Type: "idm_enterprise_role_member", Writes: (*acctest.Service).Writes,
			Start: func(t *testing.T) *acctest.Service { return acctest.StartSimulator(t, quirk) },
			Config: func(_ *acctest.Service, role any) acctest.Values {
				return acctest.Values{"enterprise_role_ext_id": "er-finance", "role_ext_id": role}
			},
		}
		c.Run(t, quirk+"/created", nil, "hr-viewer", "PUT "+path("er-finance", "hr-viewer"))
		c.Run(t, quirk+"/destroyed", "hr-viewer", nil, "DELETE "+path("er-finance", "hr-viewer"))
		t.Run(quirk+"/replaced", func(t *testing.T) {
			t.Parallel()
			s := acctest.StartSimulator(t, quirk)
			s.Test(t,
				s.Apply(config("er-finance", "hr-viewer"), resource.TestCheckResourceAttr(address, "id", "acme/er-finance/hr-viewer")),
				s.Step(config("er-finance", "wiki-editor"),
					acctest.WantPlan(plancheck.ExpectResourceAction(address, plancheck.ResourceActionReplace)),
					acctest.Check(s.Sent("DELETE "+path("er-finance", "hr-viewer"), "PUT "+path("er-finance", "wiki-editor")),
						has(s, "er-finance", "hr-viewer", false), has(s, "er-finance", "wiki-editor", true))),
			)
		})
		t.Run(quirk+"/removed by another", func(t *testing.T) {
			t.Parallel()
			s := acctest.StartSimulator(t, quirk)
			p, i := s.Protocol(t), acctest.Instance{Type: "idm_enterprise_role_member"}
			i.Create(t, p, c.Config(s, "hr-viewer"))
			if err := idm.EnterpriseRoleMemberOps.Delete(context.Background(), s.API, idm.Under("acme", "er-finance"),
				"hr-viewer"); err != nil {
				t.Fatal(err)
			}
			p = s.Protocol(t)
			if diags := i.Refresh(t, p); diags.HasError() || i.Values != nil {
				t.Fatal(i.Values, diags)
			}
			i.Create(t, p, c.Config(s, "hr-viewer"))
			if err := has(s, "er-finance", "hr-viewer", true)(nil); err != nil {
				t.Error(err)
			}
		})
	}
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

func TestEnterpriseRoleMember_lostResponses(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	lose := func(method, kind string) acctest.Option {
		return acctest.Before(func() {
			if err := s.Sim.SetFaults(sim.Fault{Kind: kind, Method: method, Path: "*/eroles/*", Count: 1}); err != nil {
				t.Error(err)
			}
		})
	}
	s.Test(t,
		s.Step(config("er-finance", "hr-viewer"), lose("PUT", "drop-after"), acctest.Check(has(s, "er-finance", "hr-viewer", true))),
		s.Step(config("er-finance", "wiki-editor"), lose("DELETE", "drop-after"), acctest.Check(has(s, "er-finance", "hr-viewer", false))),
	)
}

func TestEnterpriseRoleMember_refused(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	s.Test(t,
		s.Refused(config("", "hr-viewer"), "Empty string"),
		s.Fails(config("none", "hr-viewer"), "errors.noRecord"),
		s.Fails(config("er-finance", "none"), "Object: enterprise role member acme/er-finance/none"),
	)
	without := acctest.StartSimulator(t, "without=enterprise-roles")
	without.Test(t,
		without.Fails(config("er-finance", "hr-viewer"),
			"idm_enterprise_role_member requires release 2.75.2 or later. Until then, choose the roles"),
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
