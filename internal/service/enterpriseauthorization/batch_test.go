package enterpriseauthorization_test

import (
	"context"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/acctest"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// refresh reads enterprise authorizations with one provider, and returns which of them it found.
func refresh(t *testing.T, s *acctest.Service, roles ...string) map[string]bool {
	t.Helper()
	p, found := s.Protocol(t), map[string]bool{}
	s.ClearRequests()
	for _, role := range roles {
		object, _, diags := p.Import(t, "idm_enterprise_authorization", key(s, role))
		if diags.HasError() {
			t.Fatal(diags)
		}
		found[role] = object["enterprise_role_ext_id"] == role
	}
	return found
}

func TestEnterpriseAuthorization_siblingsShareOneRead(t *testing.T) {
	t.Setenv("IDM_BATCH_READS", "true")
	s := acctest.StartSimulator(t, "lower-limit")
	roles := s.MakeEnterpriseRoles(t, 101)
	granting(t, s, roles...)
	first, last := roles[0], roles[100]
	both := map[string]bool{first: true, last: true}
	if err := acctest.Equal(both, refresh(t, s, first, last)); err != nil {
		t.Error(err)
	}
	if reads := s.Reads(); len(reads) != 2 || reads[0] != "GET "+list(s) {
		t.Errorf("not one list of two pages: %q", reads)
	}

	if err := s.Sim.SetFaults(sim.Fault{Kind: "status", Status: 403, Method: "GET", Path: "*/eauthorizations/"}); err != nil {
		t.Fatal(err)
	}
	if err := acctest.Equal(both, refresh(t, s, first, last)); err != nil {
		t.Error("a caller who may not list: ", err)
	}
	if err := acctest.Equal([]string{"GET " + list(s), "GET " + list(s) + s.ID(first), "GET " + list(s) + s.ID(last)}, s.Reads()); err != nil {
		t.Error(err)
	}

	if err := s.Sim.SetFaults(); err != nil {
		t.Fatal(err)
	}
	revoke(t, s, first)
	if err := acctest.Equal(map[string]bool{first: false, last: true}, refresh(t, s, first, last)); err != nil {
		t.Error(err)
	}
}

func revoke(t *testing.T, s *acctest.Service, role string) {
	t.Helper()
	if err := s.API.DeleteEnterpriseAuthorization(context.Background(), s.Client, s.ID("profile"), s.ID(role)); err != nil {
		t.Fatal(err)
	}
}

func TestEnterpriseAuthorization_eachReadByItself(t *testing.T) {
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	t.Setenv("IDM_BATCH_READS", "false")
	granting(t, s, s.EnterpriseRole, s.OtherEnterpriseRole)
	refresh(t, s, s.EnterpriseRole, s.OtherEnterpriseRole)
	if err := acctest.Equal([]string{"GET " + list(s) + s.ID(s.EnterpriseRole), "GET " + list(s) + s.ID(s.OtherEnterpriseRole)},
		s.Reads()); err != nil {
		t.Error(err)
	}
	revoke(t, s, s.EnterpriseRole)
	if err := acctest.Equal(map[string]bool{s.EnterpriseRole: false, s.OtherEnterpriseRole: true},
		refresh(t, s, s.EnterpriseRole, s.OtherEnterpriseRole)); err != nil {
		t.Error(err)
	}
}
