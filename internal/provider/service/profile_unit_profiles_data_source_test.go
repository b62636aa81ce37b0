package service_test

import (
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// Without the permission UserSearch the service returns no hits, which must not count as "no
// profiles".
func TestUnitProfiles_notSearchable(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	_, diags := s.ProtocolAs(t, "demo-reader-token").Read(t, "idm_unit_profiles", acctest.Values{"unit_ext_id": "acme-hq"})
	if text := diags.String(); !strings.Contains(text, "Could not read unit profiles") || !strings.Contains(text, "UserSearch") {
		t.Errorf("got %s", text)
	}
}
