package authorization_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

func TestAuthorizationDataSources(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	const one, all, none = "data.idm_authorization.test", "data.idm_authorizations.test", "data.idm_authorizations.none"
	s.Test(t,
		s.Apply(`
data "idm_authorization" "test" {
  profile_ext_id = "p-anna-hq"
  ext_id         = "a-anna-crm"
}

data "idm_authorizations" "test" {
  profile_ext_id = "p-anna-hq"
}

resource "idm_profile" "none" {
  user_ext_id = "u-ben"
}

data "idm_authorizations" "none" {
  profile_ext_id = idm_profile.none.ext_id
}`,
			resource.TestCheckResourceAttr(one, "client_ext_id", "acme"),
			resource.TestCheckResourceAttr(one, "role_ext_id", "crm-reader"),
			resource.TestCheckResourceAttr(one, "unit_global", "true"),
			resource.TestCheckResourceAttr(one, "client_global", "false"),
			resource.TestCheckResourceAttr(one, "version", "1"),
			resource.TestCheckResourceAttr(one, "created", "2024-01-15T08:00:23Z"),
			resource.TestCheckResourceAttr(all, "authorizations.#", "1"),
			resource.TestCheckResourceAttr(all, "authorizations.0.ext_id", "a-anna-crm"),
			resource.TestCheckResourceAttr(all, "authorizations.0.role_ext_id", "crm-reader"),
			resource.TestCheckResourceAttr(all, "authorizations.0.app_global", "false"),
			resource.TestCheckResourceAttr(none, "authorizations.#", "0"),
		),
		s.Fails("data \"idm_authorization\" \"test\" {\n  profile_ext_id = \"p-anna-hq\"\n  ext_id = \"other\"\n}",
			"Object: authorization acme/p-anna-hq/other"),
		s.Fails("data \"idm_authorizations\" \"test\" {\n  client_ext_id = \"no\"\n  profile_ext_id = \"p-anna-hq\"\n}",
			"Object: authorizations no/p-anna-hq"),
	)
}
