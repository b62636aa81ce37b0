package profile_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
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

// The data source reads all pages of the list.
func TestUserProfiles_pages(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t, "lower-limit")
	const many = 120
	for n := range many {
		if _, err := idm.ProfileWrites.Create(context.Background(), s.API, idm.Under("acme", "u-carla"),
			idm.ProfileInput{ExtID: idm.Set(fmt.Sprintf("many-%d", n))}); err != nil {
			t.Fatal(err)
		}
	}
	config := "data \"idm_user_profiles\" \"test\" {\n  user_ext_id = \"u-carla\"\n}\n" +
		"output \"many\" {\n  value = length([for p in data.idm_user_profiles.test.profiles : p if startswith(p.ext_id, \"many-\")])\n}\n"
	s.Test(t, s.Apply(config, resource.TestCheckOutput("many", fmt.Sprint(many))))
}
