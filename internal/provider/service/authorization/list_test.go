package authorization_test

import (
	"context"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// granting creates a profile with roles outside of Terraform; each authorization has the ID of its
// role.
func granting(t *testing.T, s *acctest.Service, roles ...string) {
	t.Helper()
	ctx, profile := context.Background(), s.ID("profile")
	if _, err := s.API.CreateProfile(ctx, s.Client, s.User, idm.ProfileCreate{ExtID: profile}); err != nil {
		t.Fatal(err)
	}
	open := true
	for _, role := range roles {
		if _, err := s.API.CreateAuthorization(ctx, s.Client, profile,
			idm.AuthorizationCreate{ExtID: s.ID(role), RoleExtID: role, UnitGlobal: &open}); err != nil {
			t.Fatal(err)
		}
	}
}

// key returns the identity of an authorization of that profile.
func key(s *acctest.Service, role string) acctest.Values {
	return acctest.Values{"client_ext_id": s.Client, "profile_ext_id": s.ID("profile"), "ext_id": s.ID(role)}
}

func TestAuthorizationList(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.AuthorizationExtIDs)
	granting(t, s, s.Role, s.OtherRole)
	whole := siblings.List(t, s, "profile_ext_id", s.ID("profile"), "authorization", s.Role, s.OtherRole)
	if whole["id"] != s.Client+"/"+s.ID("profile")+"/"+whole["ext_id"].(string) || whole["unit_global"] != true ||
		whole["app_global"] != false || whole["validity"] != nil {
		t.Errorf("the resource is not whole: %v", whole)
	}
}

func TestAuthorizationList_errorOnALaterPage(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t, "lower-limit")
	granting(t, s, s.MakeRoles(t, 120)...)
	acctest.LaterPageFails(t, s, "idm_authorization", acctest.Values{"profile_ext_id": s.ID("profile")}, "*/authorizations/*")
}
