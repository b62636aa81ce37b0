package provider_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
	"github.com/identity-iac/terraform-provider-idm/internal/test/tenantgen"
)

// Objects are created, imported, changed and destroyed with external IDs that contain special
// characters of URLs and import IDs.
func TestIDs_ofAnyForm(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	ids := []string{"a/b%..", "../c", "%2e%2e", "%", "ü?#&=+; d", "tab\tnext\u0085", "a//b/"}
	configuration := func(location string) string {
		var text string
		for i, id := range ids {
			text += fmt.Sprintf(`
resource "idm_unit" "u%[1]d" {
  ext_id      = %[2]q
  profileless = false
  location    = %[3]q
}
resource "idm_unit_properties" "u%[1]d" {
  unit_ext_id = idm_unit.u%[1]d.ext_id
  properties  = { costCenter = %[3]q }
}
resource "idm_profile" "u%[1]d" {
  ext_id      = %[2]q
  user_ext_id = "u-ben"
  unit_ext_id = idm_unit.u%[1]d.ext_id
  remarks     = %[3]q
}
resource "idm_authorization" "u%[1]d" {
  profile_ext_id = idm_profile.u%[1]d.ext_id
  ext_id         = %[2]q
  role_ext_id    = "crm-reader"
  app_global     = %[4]t
}
`, i, id, location, location == "Bern")
		}
		return text
	}
	check := func(location string) (checks []resource.TestCheckFunc) {
		for _, id := range ids {
			checks = append(checks, acctest.Remote(func() (idm.Unit, error) {
				return idm.UnitOps.Get(context.Background(), s.API,
					idm.In(s.Client), id)
			},
				func(unit idm.Unit) error {
					return acctest.Equal([]string{id, location}, []string{unit.ExtID, unit.Location})
				}))
		}
		return checks
	}
	steps := []resource.TestStep{s.Apply(configuration("Bern"), check("Bern")...)}
	steps = append(steps, acctest.Import("idm_unit.u0")...)
	steps = append(steps, acctest.Import("idm_unit.u5")...)
	steps = append(steps, acctest.Import("idm_authorization.u0")...)
	steps = append(steps, s.Apply(configuration("Chur"), check("Chur")...))
	before, err := tenantgen.Comparable(s.Sim.State())
	if err != nil {
		t.Fatal(err)
	}
	s.Test(t, steps...)
	after, err := tenantgen.Comparable(s.Sim.State())
	if err := errors.Join(err, acctest.Equal(before, after)); err != nil {
		t.Errorf("after all is destroyed: %v", err)
	}
}
