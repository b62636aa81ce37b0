package service_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

const theUnit = "idm_unit.test"

// unitConfig returns a unit with some arguments in addition to the external ID.
func unitConfig(extID, arguments string) string {
	return fmt.Sprintf("resource \"idm_unit\" \"test\" {\n  ext_id = %q\n%s\n}\n", extID, arguments)
}

// remoteUnit checks the unit in the service.
func remoteUnit(s *acctest.Service, extID string, check func(idm.Unit) error) resource.TestCheckFunc {
	return acctest.Remote(func() (idm.Unit, error) { return idm.UnitOps.Get(context.Background(), s.API, idm.In(s.Client), extID) }, check)
}

const minimalUnit = `profileless = false`

func TestUnit_clientKept(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	id := s.ID("unit")
	moved := s.Apply(unitConfig(id, minimalUnit), resource.TestCheckResourceAttr(theUnit, "client_ext_id", s.Client), s.Sent())
	moved.Config = strings.Replace(moved.Config, fmt.Sprintf("client_ext_id = %q", s.Client), `client_ext_id = "globex"`, 1)
	replaced := s.Apply(unitConfig(id, minimalUnit+"\nclient_ext_id = \"globex\""),
		resource.TestCheckResourceAttr(theUnit, "id", "globex/"+id))
	s.Test(t, s.Apply(unitConfig(id, minimalUnit)), moved, replaced)
}
