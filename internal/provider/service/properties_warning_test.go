package service_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// The CLI's test driver does not show attributes, so this test uses the protocol.
func TestUnitProperties_refusesEncrypted(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	_, diags := s.Protocol(t).Plan(t, "idm_unit_properties", acctest.Values{
		"unit_ext_id": "acme-hq", "properties": acctest.Values{"costCenter": "1", "secretNote": "hush"},
	})
	const want = `AttributeName("properties").ElementKeyString("secretNote")`
	if len(diags) != 1 || diags[0].Severity != tfprotov6.DiagnosticSeverityError || diags[0].Attribute.String() != want {
		t.Errorf("not one error at %s, but: %s", want, diags)
	}
}
