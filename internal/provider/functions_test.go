package provider_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"

	"github.com/identity-iac/terraform-provider-idm/internal/acctest"
	"github.com/identity-iac/terraform-provider-idm/internal/rings"
)

func TestFunctions(t *testing.T) {
	value := statecheck.ExpectKnownOutputValue
	fails := func(expression, message string) resource.TestStep {
		return resource.TestStep{Config: "output \"x\" {\n  value = " + expression + "\n}", ExpectError: acctest.Message(message)}
	}
	rings.Test(t)
	resource.UnitTest(t, resource.TestCase{ProtoV6ProviderFactories: acctest.Factories(), Steps: []resource.TestStep{
		{
			Config: `
output "id" {
  value = provider::idm::import_id("acme", "a/b", "100%")
}
output "text" {
  value = provider::idm::localized("Sales")
}
output "permissions" {
  value = provider::idm::required_permissions(["idm_unit"])
}`,
			ConfigStateChecks: []statecheck.StateCheck{
				value("id", knownvalue.StringExact("acme/a%2Fb/100%25")),
				value("text", knownvalue.MapExact(map[string]knownvalue.Check{
					"en": knownvalue.StringExact("Sales"), "de": knownvalue.StringExact("Sales"), "fr": knownvalue.StringExact("Sales"),
					"it": knownvalue.StringExact("Sales"),
				})),
				value("permissions", knownvalue.ListExact([]knownvalue.Check{
					knownvalue.StringExact("AccessControl.UnitCreate"), knownvalue.StringExact("AccessControl.UnitCreateTopUnit"),
					knownvalue.StringExact("AccessControl.UnitDelete"),
					knownvalue.StringExact("AccessControl.UnitModify"), knownvalue.StringExact("AccessControl.UnitView"),
				})),
			},
		},
		fails(`provider::idm::import_id()`, "Give the parts of the key"),
		fails(`provider::idm::import_id("acme", "")`, "A part of a key is never empty"),
		fails(`provider::idm::localized("")`, "The text must not be empty"),
		fails(`provider::idm::required_permissions(["idm_units"])`, `"idm_units" is no resource of this provider`),
	}})
}
