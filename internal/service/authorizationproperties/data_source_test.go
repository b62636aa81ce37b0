package authorizationproperties_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/acctest"
)

func TestAuthorizationPropertiesDataSource(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	const data = "data.idm_authorization_properties.test"
	read := func(authorization, more string) string {
		return "data \"idm_authorization_properties\" \"test\" {\n  profile_ext_id = \"p-anna-hq\"\n  authorization_ext_id = \"" + authorization +
			"\"\n" + more + "\n}\n"
	}
	s.Test(t,
		s.Apply(read("a-anna-crm", ""),
			resource.TestCheckResourceAttr(data, "client_ext_id", "acme"),
			resource.TestCheckResourceAttr(data, "properties.%", "1"),
			resource.TestCheckResourceAttr(data, "properties.region", "EMEA"),
			resource.TestCheckResourceAttr(data, "sensitive_properties.%", "0"),
		),
		s.Fails(read("nowhere", ""), "errors.noRecord"),
		s.Fails(read("a-anna-crm", `client_ext_id = "nobody"`), "Object: authorization properties nobody/p-anna-hq/a-anna-crm"),
	)
}
