package unit_test

import (
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// The error for the import of a missing object names it. An object that disappears later leaves the
// state without an error.
func TestUnit_importsNothing(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	p, unit := s.Protocol(t), acctest.Instance{Type: "idm_unit"}
	unit.Import(t, p, "acme/missing")
	want := acctest.Message(`There is no such unit: Object: unit acme/missing The service has no unit with client_ext_id = "acme" ext_id = "missing" Nothing was imported.`)
	if diags := unit.Refresh(t, p); !want.MatchString(diags.String()) {
		t.Error(diags)
	}

	new(acctest.Instance{Type: "idm_unit"}).Create(t, p, acctest.Values{"ext_id": "later", "profileless": false})
	unit.Import(t, p, "acme/later")
	unit.Refresh(t, p)
	if status, response := s.Send(t, "DELETE", "/core/v1/acme/units/later", ""); status >= 300 {
		t.Fatal(response)
	}
	if diags := unit.Refresh(t, p); len(diags) > 0 || unit.Values != nil {
		t.Errorf("%v %v", unit.Values, diags)
	}
}
