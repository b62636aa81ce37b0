package unitproperties_test

import (
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/acctest"
)

func TestUnitPropertiesDataSource(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	const data = "data.idm_unit_properties.test"
	read := func(unit, more string) string {
		return fmt.Sprintf("data \"idm_unit_properties\" \"test\" {\n  unit_ext_id = %q\n%s\n}\n", unit, more)
	}
	set(t, s, "acme-hq", map[string]string{"secretNote": "hush"})()
	s.Test(t,
		s.Apply(read("acme-hq", ""),
			resource.TestCheckResourceAttr(data, "client_ext_id", "acme"),
			resource.TestCheckResourceAttr(data, "properties.%", "2"),
			resource.TestCheckResourceAttr(data, "properties.costCenter", "1000"),
			resource.TestCheckResourceAttr(data, "properties.readOnlyCode", "HQ-1"),
			resource.TestCheckResourceAttr(data, "sensitive_properties.secretNote", "hush"),
			resource.TestCheckNoResourceAttr(data, "classifications.%"),
		),
		s.Fails(read("nowhere", ""), "errors.noRecord"),
		s.Fails(read("acme-hq", `client_ext_id = "nobody"`), "Object: unit properties nobody/acme-hq"),
	)
}
