package propertydefinition_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

func TestPropertyDefinitionsDataSource(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	const data = "data.idm_property_definitions.test"
	contains := func(values map[string]string) resource.TestCheckFunc {
		return resource.TestCheckTypeSetElemNestedAttrs(data, "property_definitions.*", values)
	}
	s.Test(t,
		s.Apply(`data "idm_property_definitions" "test" {}
locals {
  by_name = { for d in data.idm_property_definitions.test.property_definitions : "${d.scope}.${d.name}" => d }
}
output "absent" {
  value = alltrue([for name in ["property_allowed_values", "string_regex", "displayname_dict_entry_id", "uniqueness_scope"] :
    local.by_name["onUnitGlobal.costCenter"][name] == null])
}
`,
			resource.TestCheckResourceAttr(data, "client_ext_id", "acme"),
			contains(map[string]string{"property_id": "101", "name": "costCenter", "type": "String", "scope": "onUnitGlobal",
				"encrypted":   "false",
				"propagated":  "false",
				"description": "Cost centre of the unit", "string_max_len": "20", "access_create": "READ_WRITE",
				"access_modify":  "READ_WRITE",
				"gui_precedence": "1"}),
			contains(map[string]string{"name": "secretNote", "encrypted": "true"}),
			contains(map[string]string{"name": "readOnlyCode", "access_modify": "READ_ONLY"}),
			contains(map[string]string{"name": "limit", "scope": "onProfileForApp"}),
			contains(map[string]string{"name": "region", "scope": "onProfileForAppGlobal", "type": "Enum",
				"property_allowed_values.#": "3", "property_allowed_values.1.property_allowed_val_id": "2",
				"property_allowed_values.1.value": "APAC"}),
			resource.TestCheckOutput("absent", "true"),
		),
		s.Fails("data \"idm_property_definitions\" \"test\" {\n  client_ext_id = \"nobody\"\n}\n", "errors.noRecord"),
	)
}
