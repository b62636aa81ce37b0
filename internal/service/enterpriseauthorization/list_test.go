package enterpriseauthorization_test

import (
	"context"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/acctest"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
)

// granting makes a profile that has enterprise roles, outside of Terraform; each enterprise
// authorization has the id of its role.
func granting(t *testing.T, s *acctest.Service, roles ...string) {
	t.Helper()
	ctx, profile := context.Background(), s.ID("profile")
	if _, err := s.API.CreateProfile(ctx, s.Client, s.User, idm.ProfileCreate{ExtID: profile}); err != nil {
		t.Fatal(err)
	}
	for _, role := range roles {
		if _, err := s.API.CreateEnterpriseAuthorization(ctx, s.Client, profile,
			idm.EnterpriseAuthorizationCreate{ExtID: s.ID(role), EnterpriseRoleExtID: role}); err != nil {
			t.Fatal(err)
		}
	}
}

// key is the identity of an enterprise authorization of that profile.
func key(s *acctest.Service, role string) acctest.Values {
	return acctest.Values{"client_ext_id": s.Client, "profile_ext_id": s.ID("profile"), "ext_id": s.ID(role)}
}

func TestEnterpriseAuthorizationList(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	granting(t, s, s.EnterpriseRole, s.OtherEnterpriseRole)
	p, of := s.Protocol(t), acctest.Values{"profile_ext_id": s.ID("profile")}

	listed, diags := p.List(t, "idm_enterprise_authorization", of, false, 0)
	found := map[string]acctest.Values{}
	for _, one := range listed {
		found[one.DisplayName] = one.Identity
	}
	want := map[string]acctest.Values{s.EnterpriseRole: key(s, s.EnterpriseRole), s.OtherEnterpriseRole: key(s, s.OtherEnterpriseRole)}
	if err := acctest.Equal(want, found); err != nil || len(diags) > 0 {
		t.Error(err, diags)
	}
	listed, diags = p.List(t, "idm_enterprise_authorization", of, true, 1)
	if len(listed) != 1 || len(diags) > 0 {
		t.Fatalf("limit: %v, %v", listed, diags)
	}
	whole := listed[0].Resource
	if whole["id"] != s.Client+"/"+s.ID("profile")+"/"+whole["ext_id"].(string) || whole["enterprise_role_ext_id"] != listed[0].DisplayName ||
		whole["validity"] != nil {
		t.Errorf("the resource is not whole: %v", whole)
	}
	_, diags = p.List(t, "idm_enterprise_authorization", acctest.Values{"profile_ext_id": s.ID("nobody")}, false, 0)
	if !strings.Contains(diags.String(), "Could not list enterprise authorization") || !strings.Contains(diags.String(), "errors.noRecord") {
		t.Errorf("unknown profile: %v", diags)
	}
	_, diags = p.List(t, "idm_enterprise_authorization", acctest.Values{}, false, 0)
	if !diags.HasError() || !strings.Contains(diags.String(), "profile_ext_id") {
		t.Errorf("listed without a profile: %v", diags)
	}
}

func TestEnterpriseAuthorizationList_errorOnALaterPage(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t, "lower-limit")
	granting(t, s, s.MakeEnterpriseRoles(t, 120)...)
	acctest.LaterPageFails(t, s, "idm_enterprise_authorization", acctest.Values{"profile_ext_id": s.ID("profile")}, "*/eauthorizations/*")
}
