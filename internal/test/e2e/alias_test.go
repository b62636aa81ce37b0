package e2e

import (
	"strings"
	"testing"
)

// One provider configuration creates a client, and another one fills it: the second one does not see
// what the first one plans, and only warns of the unknown client.
func TestAlias_fillsNewClient(t *testing.T) {
	t.Parallel()
	e := laterTenant(t, "provider \"idm\" {\n  alias = \"filler\"\n}\n"+
		resource("idm_client", `ext_id = "fresh"`, `name = "Fresh"`, `deletion_protection = false`)+
		resource("idm_unit", "provider = idm.filler", "client_ext_id = idm_client.test.ext_id", `ext_id = "hq"`, `profileless = true`))
	if out := e.must(0, "apply", "-auto-approve", "-input=false", "-no-color"); !strings.Contains(out, "No such client") {
		t.Error(out)
	}
	e.must(0, "plan", "-detailed-exitcode", "-input=false", "-no-color")
}
