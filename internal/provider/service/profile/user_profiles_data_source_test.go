package profile_test

import (
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

func TestUserProfiles(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	const data = "data.idm_user_profiles.test"
	read := func(user string) string {
		return fmt.Sprintf("data \"idm_user_profiles\" \"test\" {\n  user_ext_id = %q\n}\n", user)
	}
	s.Test(t,
		s.Apply(read("u-anna"),
			resource.TestCheckResourceAttr(data, "client_ext_id", "acme"),
			resource.TestCheckTypeSetElemNestedAttrs(data, "profiles.*", map[string]string{
				"ext_id": "p-anna-hq", "client_ext_id": "acme", "user_ext_id": "u-anna", "unit_ext_id": "acme-hq",
				"profile_state": "active",
			}),
		),
		s.Fails(read("nobody"), "errors.noRecord"),
	)
}
