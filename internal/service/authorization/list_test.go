package authorization_test

import (
	"context"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/acctest"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
)

// granting makes a profile that has roles, outside of Terraform; each authorization has the id of
// its role.
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

// key is the identity of an authorization of that profile.
func key(s *acctest.Service, role string) acctest.Values {
	return acctest.Values{"client_ext_id": s.Client, "profile_ext_id": s.ID("profile"), "ext_id": s.ID(role)}
}

func TestAuthorizationList(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.AuthorizationExtIDs)
	granting(t, s, s.Role, s.OtherRole)
	p, of := s.Protocol(t), acctest.Values{"profile_ext_id": s.ID("profile")}

	listed, diags := p.List(t, "idm_authorization", of, false, 0)
	found := map[string]acctest.Values{}
	for _, one := range listed {
		found[one.DisplayName] = one.Identity
	}
	want := map[string]acctest.Values{s.Role: key(s, s.Role), s.OtherRole: key(s, s.OtherRole)}
	if err := acctest.Equal(want, found); err != nil || len(diags) > 0 {
		t.Error(err, diags)
	}
	listed, diags = p.List(t, "idm_authorization", of, true, 1)
	if len(listed) != 1 || len(diags) > 0 {
		t.Fatalf("limit: %v, %v", listed, diags)
	}
	whole := listed[0].Resource
	if whole["id"] != s.Client+"/"+s.ID("profile")+"/"+whole["ext_id"].(string) || whole["unit_global"] != true ||
		whole["app_global"] != false || whole["validity"] != nil {
		t.Errorf("the resource is not whole: %v", whole)
	}
	_, diags = p.List(t, "idm_authorization", acctest.Values{"profile_ext_id": s.ID("nobody")}, false, 0)
	if !strings.Contains(diags.String(), "Could not list authorization") || !strings.Contains(diags.String(), "errors.noRecord") {
		t.Errorf("unknown profile: %v", diags)
	}
	_, diags = p.List(t, "idm_authorization", acctest.Values{}, false, 0)
	if !diags.HasError() || !strings.Contains(diags.String(), "profile_ext_id") {
		t.Errorf("listed without a profile: %v", diags)
	}
}

func TestAuthorizationList_errorOnALaterPage(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t, "lower-limit")
	granting(t, s, s.MakeRoles(t, 120)...)
	acctest.LaterPageFails(t, s, "idm_authorization", acctest.Values{"profile_ext_id": s.ID("profile")}, "*/authorizations/*")
}
