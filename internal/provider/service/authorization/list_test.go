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
	if _, err := idm.ProfileWrites.Create(ctx, s.API, idm.Under(s.Client, s.User), idm.ProfileInput{ExtID: idm.Set(profile)}); err != nil {
		t.Fatal(err)
	}
	open := true
	for _, role := range roles {
		if _, err := idm.AuthorizationWrites.Create(ctx, s.API, idm.Under(s.Client, profile),
			idm.AuthorizationInput{ExtID: idm.Set(s.ID(role)), RoleExtID: idm.Set(role), UnitGlobal: idm.Set(open)}); err != nil {
			t.Fatal(err)
		}
	}
}
