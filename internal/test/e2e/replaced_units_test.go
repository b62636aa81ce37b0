package e2e

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/rings"
)

// replacing declares a root unit, a unit with the given external ID and name below it, and the
// contents of that unit.
func replacing(extID, name, lifecycle, inside string) string {
	return placed("idm_unit", "r", "null", "") + fmt.Sprintf("resource \"idm_unit\" \"a\" {\n  ext_id = %q\n  name = %q\n"+
		"  profileless = false\n  parent_unit_ext_id = idm_unit.r.ext_id\n  %s\n}\n", extID, name, lifecycle) + inside
}

// If a unit is not managed, or refers to its parent by a literal, the service refuses to delete the
// parent. The error names what depends on the unit, and the apply destroys nothing.
func TestReplacedUnit_stays(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ inside, arguments, extID string }{
		"subunit by text":       {placed("idm_unit", "b", `"a"`, ""), "", "a2"},
		"-replace":              {placed("idm_unit", "b", `"a"`, ""), "-replace=idm_unit.a", "a"},
		"-replace, a profile":   {placed("idm_profile", "p", `"a"`, ""), "-replace=idm_unit.a", "a"},
		"subunit not managed":   {"", "", "a2"},
		"-replace, not managed": {"", "-replace=idm_unit.a", "a"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if name != "subunit by text" && name != "-replace, not managed" {
				rings.Campaign(t, "it repeats the test for other contents of the unit")
			}
			e := laterTenant(t, replacing("a", "a", "", ""))
			e.must(0, "apply", "-auto-approve", "-no-color")
			e.configures(replacing("a", "a", "", test.inside))
			e.must(0, "apply", "-auto-approve", "-no-color")
			if test.inside == "" {
				e.call(http.MethodPost, "acme/units", `{"extId":"elsewhere","name":"elsewhere","profileless":false,"parentUnitExtId":"a"}`)
			}
			untouched := e.sim.State()
			e.configures(replacing(test.extID, "a", "", test.inside))
			arguments := strings.Fields("apply -auto-approve -no-color " + test.arguments)
			out := e.must(1, arguments...)
			if !strings.Contains(out, "depend on the unit") {
				t.Errorf("not reported:\n%s", out)
			}
			if !bytes.Equal(untouched, e.sim.State()) {
				t.Error("the apply changed the service")
			}
		})
	}
}
