package enterpriseauthorization_test

import (
	"context"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

var siblings = acctest.Siblings{Type: "idm_enterprise_authorization", Key: key, Attribute: "enterprise_role_ext_id"}

func TestEnterpriseAuthorization_siblingsShareOneRead(t *testing.T) {
	t.Setenv("IDM_BATCH_READS", "true")
	s := acctest.StartSimulator(t, "lower-limit")
	roles := s.MakeEnterpriseRoles(t, 101)
	granting(t, s, roles...)
	first, last := roles[0], roles[100]
	siblings.Read(t, s, []string{first, last}, nil, "GET "+list(s), "GET "+list(s))
	revoke(t, s, first)
	siblings.Read(t, s, []string{last}, []string{first}, "GET "+list(s), "GET "+list(s)+s.ID(first))
}

func TestEnterpriseAuthorization_callerWhoMayNotList(t *testing.T) {
	t.Setenv("IDM_BATCH_READS", "true")
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	granting(t, s, s.EnterpriseRole, s.OtherEnterpriseRole)
	if err := s.Sim.SetFaults(sim.Fault{Kind: "status", Status: 403, Method: "GET", Path: "*/eauthorizations/"}); err != nil {
		t.Fatal(err)
	}
	siblings.Read(t, s, []string{s.EnterpriseRole, s.OtherEnterpriseRole}, nil,
		"GET "+list(s), "GET "+list(s)+s.ID(s.EnterpriseRole), "GET "+list(s)+s.ID(s.OtherEnterpriseRole))
}

func revoke(t *testing.T, s *acctest.Service, role string) {
	t.Helper()
	if err := s.API.DeleteEnterpriseAuthorization(context.Background(), s.Client, s.ID("profile"), s.ID(role)); err != nil {
		t.Fatal(err)
	}
}

func TestEnterpriseAuthorization_eachReadSeparately(t *testing.T) {
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	t.Setenv("IDM_BATCH_READS", "false")
	granting(t, s, s.EnterpriseRole, s.OtherEnterpriseRole)
	revoke(t, s, s.EnterpriseRole)
	siblings.Read(t, s, []string{s.OtherEnterpriseRole}, []string{s.EnterpriseRole},
		"GET "+list(s)+s.ID(s.OtherEnterpriseRole), "GET "+list(s)+s.ID(s.EnterpriseRole))
}
