package provider_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
	"github.com/identity-iac/terraform-provider-idm/internal/test/rings"
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
}
locals {
  people = provider::idm::table("\ufeffid;zip;until\r\nNO;08989;31.10.2027\r\n", "id", "zip", "until", "state")
  jobs   = provider::idm::document("on:\n  roles: [a, 08]\noff:\n")
}
output "rows" {
  value = { for id, person in local.people : id => [person.zip, person.state, provider::idm::day_end(person.until, "Europe/Zurich")] }
}
output "jobs" {
  value = { for name, job in local.jobs : name => try(tolist(job.roles), []) }
}`,
			ConfigStateChecks: []statecheck.StateCheck{
				value("id", knownvalue.StringExact("acme/a%2Fb/100%25")),
				value("rows", knownvalue.ObjectExact(map[string]knownvalue.Check{"NO": knownvalue.TupleExact([]knownvalue.Check{
					knownvalue.StringExact("08989"), knownvalue.Null(), knownvalue.StringExact("2027-10-31T23:59:59+01:00"),
				})})),
				value("jobs", knownvalue.ObjectExact(map[string]knownvalue.Check{
					"on":  knownvalue.ListExact([]knownvalue.Check{knownvalue.StringExact("a"), knownvalue.StringExact("08")}),
					"off": knownvalue.TupleExact(nil),
				})),
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
		fails(`provider::idm::document("a: 1\na: 2\n")`, `Line 2: "a" is in line 1 already`),
		fails(`provider::idm::required_permissions(["idm_units"])`, `"idm_units" is no resource of this provider`),
	}})
}
