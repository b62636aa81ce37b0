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
	if _, err := idm.ProfileWrites.Create(ctx, s.API, idm.Under(s.Client, s.User), idm.ProfileInput{ExtID: idm.Set(profile)}); err != nil {
		t.Fatal(err)
	}
	for _, role := range roles {
		if _, err := idm.EnterpriseAuthorizationWrites.Create(ctx, s.API, idm.Under(s.Client, profile),
			idm.EnterpriseAuthorizationInput{ExtID: idm.Set(s.ID(role)), EnterpriseRoleExtID: idm.Set(role)}); err != nil {
			t.Fatal(err)
		}
	}
}
