package unit_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

func TestUnitDataSources(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.OwnVersions, acctest.ExtIDs)
	root := s.ID("root")
	grow(t, s, root, 2)
	config := `
data "idm_unit" "one" {
  ext_id = "` + root + `-000"
}
data "idm_units" "direct" {
  unit_ext_id = "` + root + `"
}
data "idm_units" "all" {
  unit_ext_id = "` + root + `"
  recursive   = true
}
`
	value := resource.TestCheckResourceAttr
	s.Test(t,
		s.Apply(config,
			value("data.idm_unit.one", "client_ext_id", s.Client),
			value("data.idm_unit.one", "name", "Name of "+root+"-000"),
			value("data.idm_unit.one", "hierarchical_name", root+"/"+root+"-000"),
			value("data.idm_unit.one", "version", "1"),
			resource.TestCheckNoResourceAttr("data.idm_unit.one", "description"),
			value("data.idm_units.direct", "units.#", "2"),
			value("data.idm_units.all", "units.#", "3"),
			value("data.idm_units.all", "units.2.ext_id", root+"-deep"),
		),
		s.Fails(`data "idm_unit" "none" { ext_id = "nowhere" }`, "Could not read unit"),
		s.Fails(`data "idm_units" "none" { unit_ext_id = "nowhere" }`, "Could not read units"),
		s.Fails(`data "idm_unit" "none" { ext_id = "" }`, "Empty string"),
		s.Fails(`data "idm_unit" "none" {
  client_ext_id = "nowhere"
  ext_id        = "x"
}`, "errors.noRecord"),
	)
}
