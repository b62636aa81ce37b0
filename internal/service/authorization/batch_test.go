package authorization_test

import (
	"context"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/acctest"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// refresh reads authorizations with one provider, and returns which of them it found.
func refresh(t *testing.T, s *acctest.Service, roles ...string) map[string]bool {
	t.Helper()
	p, found := s.Protocol(t), map[string]bool{}
	s.ClearRequests()
	for _, role := range roles {
		object, _, diags := p.Import(t, "idm_authorization", key(s, role))
		if diags.HasError() {
			t.Fatal(diags)
		}
		found[role] = object["role_ext_id"] == role
	}
	return found
}

func TestAuthorization_siblingsShareOneRead(t *testing.T) {
	t.Setenv("IDM_BATCH_READS", "true")
	s := acctest.StartSimulator(t, "lower-limit")
	roles := s.MakeRoles(t, 101)
	granting(t, s, roles...)
	first, last := roles[0], roles[100]
	both := map[string]bool{first: true, last: true}
	if err := acctest.Equal(both, refresh(t, s, first, last)); err != nil {
		t.Error(err)
	}
	if reads := s.Reads(); len(reads) != 2 || reads[0] != "GET "+list(s) {
		t.Errorf("not one list of two pages: %q", reads)
	}

	if err := s.Sim.SetFaults(sim.Fault{Kind: "status", Status: 403, Method: "GET", Path: "*/authorizations/"}); err != nil {
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
	if err := s.API.DeleteAuthorization(context.Background(), s.Client, s.ID("profile"), s.ID(role)); err != nil {
		t.Fatal(err)
	}
}

func TestAuthorization_eachReadByItself(t *testing.T) {
	s := acctest.Start(t, acctest.Simulator, acctest.AuthorizationExtIDs)
	t.Setenv("IDM_BATCH_READS", "false")
	granting(t, s, s.Role, s.OtherRole)
	refresh(t, s, s.Role, s.OtherRole)
	if err := acctest.Equal([]string{"GET " + list(s) + s.ID(s.Role), "GET " + list(s) + s.ID(s.OtherRole)}, s.Reads()); err != nil {
		t.Error(err)
	}
	revoke(t, s, s.Role)
	if err := acctest.Equal(map[string]bool{s.Role: false, s.OtherRole: true}, refresh(t, s, s.Role, s.OtherRole)); err != nil {
		t.Error(err)
	}
}
