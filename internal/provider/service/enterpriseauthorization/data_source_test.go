package enterpriseauthorization_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

func TestEnterpriseAuthorizationDataSources(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	const one, all, none = "data.idm_enterprise_authorization.test", "data.idm_enterprise_authorizations.test",
		"data.idm_enterprise_authorizations.none"
	s.Test(t,
		s.Apply(`
data "idm_enterprise_authorization" "test" {
  profile_ext_id = "p-anna-hq"
  ext_id         = "ea-anna-sales"
}

data "idm_enterprise_authorizations" "test" {
  profile_ext_id = "p-anna-hq"
}

resource "idm_profile" "none" {
  user_ext_id = "u-ben"
}

data "idm_enterprise_authorizations" "none" {
  profile_ext_id = idm_profile.none.ext_id
}`,
			resource.TestCheckResourceAttr(one, "client_ext_id", "acme"),
			resource.TestCheckResourceAttr(one, "enterprise_role_ext_id", "er-sales"),
			resource.TestCheckResourceAttr(one, "version", "1"),
			resource.TestCheckResourceAttr(one, "created", "2024-01-15T08:00:24Z"),
			resource.TestCheckResourceAttr(all, "enterprise_authorizations.#", "1"),
			resource.TestCheckResourceAttr(all, "enterprise_authorizations.0.ext_id", "ea-anna-sales"),
			resource.TestCheckResourceAttr(all, "enterprise_authorizations.0.enterprise_role_ext_id", "er-sales"),
			resource.TestCheckResourceAttr(none, "enterprise_authorizations.#", "0"),
		),
		s.Fails("data \"idm_enterprise_authorization\" \"test\" {\n  profile_ext_id = \"p-anna-hq\"\n  ext_id = \"other\"\n}",
			"Object: enterprise authorization acme/p-anna-hq/other"),
		s.Fails("data \"idm_enterprise_authorizations\" \"test\" {\n  client_ext_id = \"no\"\n  profile_ext_id = \"p-anna-hq\"\n}",
			"Object: enterprise authorizations no/p-anna-hq"),
	)
}
