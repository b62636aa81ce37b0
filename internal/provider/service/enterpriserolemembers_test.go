package service_test

import (
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

func TestEnterpriseRoleMembersList(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	p := s.Protocol(t)
	s.ClearRequests()
	listed, diags := p.List(t, "idm_enterprise_role_members", acctest.Values{}, false, 0)
	if len(listed) != 3 || listed[0].DisplayName != "Sales" || len(diags) > 0 {
		t.Fatal(listed, diags)
	}
	if err := acctest.Equal([]string{"GET /core/v1/clients/acme/eroles"}, s.Reads()); err != nil {
		t.Error(err)
	}
	listed, diags = p.List(t, "idm_enterprise_role_members", acctest.Values{}, true, 1)
	roles, _ := listed[0].Resource["role_ext_ids"].([]any)
	if len(listed) != 1 || listed[0].Resource["id"] != "acme/er-sales" || len(roles) != 2 || len(diags) > 0 {
		t.Errorf("%v, %v", listed, diags)
	}
	if err := s.Sim.SetFaults(sim.Fault{Kind: "status", Status: 500, Method: "GET", Path: "*/eroles/er-finance/roles"}); err != nil {
		t.Fatal(err)
	}
	if listed, diags = p.List(t, "idm_enterprise_role_members", acctest.Values{}, true, 0); len(listed) > 2 || !diags.HasError() {
		t.Errorf("a list that was cut short looks whole: %v, %v", listed, diags)
	}
}
