package authorization_test

import (
	"context"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

var siblings = acctest.Siblings{Type: "idm_authorization", Key: key, Attribute: "role_ext_id"}

func TestAuthorization_siblingsShareOneRead(t *testing.T) {
	t.Setenv("IDM_BATCH_READS", "true")
	s := acctest.StartSimulator(t, "lower-limit")
	roles := s.MakeRoles(t, 101)
	granting(t, s, roles...)
	first, last := roles[0], roles[100]
	siblings.Read(t, s, []string{first, last}, nil, "GET "+list(s), "GET "+list(s))
	revoke(t, s, first)
	siblings.Read(t, s, []string{last}, []string{first}, "GET "+list(s), "GET "+list(s)+s.ID(first))
}

func TestAuthorization_callerWhoMayNotList(t *testing.T) {
	t.Setenv("IDM_BATCH_READS", "true")
	s := acctest.Start(t, acctest.Simulator, acctest.AuthorizationExtIDs)
	granting(t, s, s.Role, s.OtherRole)
	if err := s.Sim.SetFaults(sim.Fault{Kind: "status", Status: 403, Method: "GET", Path: "*/authorizations/"}); err != nil {
		t.Fatal(err)
	}
	siblings.Read(t, s, []string{s.Role, s.OtherRole}, nil,
		"GET "+list(s), "GET "+list(s)+s.ID(s.Role), "GET "+list(s)+s.ID(s.OtherRole))
}

func revoke(t *testing.T, s *acctest.Service, role string) {
	t.Helper()
	if err := s.API.DeleteAuthorization(context.Background(), s.Client, s.ID("profile"), s.ID(role)); err != nil {
		t.Fatal(err)
	}
}

func TestAuthorization_eachReadSeparately(t *testing.T) {
	s := acctest.Start(t, acctest.Simulator, acctest.AuthorizationExtIDs)
	t.Setenv("IDM_BATCH_READS", "false")
	granting(t, s, s.Role, s.OtherRole)
	revoke(t, s, s.Role)
	siblings.Read(t, s, []string{s.OtherRole}, []string{s.Role},
		"GET "+list(s)+s.ID(s.OtherRole), "GET "+list(s)+s.ID(s.Role))
}
