package enterpriseauthorization_test

import (
	"context"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// granting creates a profile with enterprise roles outside of Terraform; each enterprise
// authorization has the ID of its role.
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

// key returns the identity of an enterprise authorization of that profile.
func key(s *acctest.Service, role string) acctest.Values {
	return acctest.Values{"client_ext_id": s.Client, "profile_ext_id": s.ID("profile"), "ext_id": s.ID(role)}
}

func TestEnterpriseAuthorizationList(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	granting(t, s, s.EnterpriseRole, s.OtherEnterpriseRole)
	whole := siblings.List(t, s, "profile_ext_id", s.ID("profile"), "enterprise authorization", s.EnterpriseRole, s.OtherEnterpriseRole)
	if whole["id"] != s.Client+"/"+s.ID("profile")+"/"+whole["ext_id"].(string) || whole["validity"] != nil {
		t.Errorf("the resource is not whole: %v", whole)
	}
}

func TestEnterpriseAuthorizationList_errorOnALaterPage(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t, "lower-limit")
	granting(t, s, s.MakeEnterpriseRoles(t, 120)...)
	acctest.LaterPageFails(t, s, "idm_enterprise_authorization", acctest.Values{"profile_ext_id": s.ID("profile")}, "*/eauthorizations/*")
}
