package e2e

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/rings"
)

// replacing declares a root unit, a unit with the given external ID and name below it, and the
// contents of that unit.
func replacing(extID, name, lifecycle, inside string) string {
	return placed("idm_unit", "r", "null", "") + fmt.Sprintf("resource \"idm_unit\" \"a\" {\n  ext_id = %q\n  name = %q\n"+
		"  profileless = false\n  parent_unit_ext_id = idm_unit.r.ext_id\n  %s\n}\n", extID, name, lifecycle) + inside
}

// A plan that replaces a unit while its contents move to the new one is an error if the service
// rejects every order. Each remedy in the error works, and so does every other plan.
func TestReplacedUnit(t *testing.T) {
	t.Parallel()
	const unit, profile, refused = "idm_unit", "idm_profile", "A unit is destroyed before it is empty"
	inside := placed(unit, "b", "idm_unit.a.ext_id", "") + placed(profile, "p", "idm_unit.a.ext_id", "")
	separate := placed(unit, "a2", "idm_unit.r.ext_id", "") + placed(unit, "b", "idm_unit.a2.ext_id", "") +
		placed(profile, "p", "idm_unit.a2.ext_id", "")
	for name, test := range map[string]struct {
		before, after string
		// summary is the summary of the plan's error, "" for none, and remedies are the
		// configurations to apply instead.
		summary  string
		remedies []string
	}{
		"subunit by reference, create first": {
			before: replacing("a", "a", "", placed(unit, "b", "idm_unit.a.ext_id", "")), summary: refused,
			after: replacing("a2", "a", createFirst, placed(unit, "b", "idm_unit.a.ext_id", ""))},
		"subunit by text": {
			before: replacing("a", "a", "", placed(unit, "b", `"a"`, "")), summary: refused,
			after:    replacing("a2", "a", "", placed(unit, "b", `"a2"`, "")),
			remedies: []string{replacing("a2", "A", createFirst, placed(unit, "b", "idm_unit.a.ext_id", ""))}},
		"profile by reference": {
			before: replacing("a", "a", "", placed(profile, "p", "idm_unit.a.ext_id", "")), summary: refused,
			after: replacing("a2", "a", "", placed(profile, "p", "idm_unit.a.ext_id", ""))},
		"another name": {
			before: replacing("a", "a", "", inside), summary: refused, after: replacing("a2", "a", "", inside),
			remedies: []string{replacing("a2", "A", createFirst, inside)}},
		"a resource of its own": {
			before: replacing("a", "a", "", inside), summary: refused, after: replacing("a2", "a", "", inside),
			remedies: []string{replacing("a", "a", "", separate), placed(unit, "r", "null", "") + separate}},
		"the contents leave by text": {
			before: replacing("a", "a", "", placed(unit, "b", `"a"`, "")), after: replacing("a2", "a", "", placed(unit, "b", `"r"`, ""))},
		"the contents go": {before: replacing("a", "a", "", inside), after: replacing("a2", "a", "", "")},
		"an empty unit":   {before: replacing("a", "a", "", ""), after: replacing("a2", "a", "", "")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := laterTenant(t, test.before)
			e.must(0, "apply", "-auto-approve", "-no-color")
			e.configures(test.after)
			untouched := e.sim.State()
			if test.summary != "" {
				if diagnosedErrors(t, e.must(1, "plan", "-json"))[test.summary] == "" {
					t.Error("the plan does not report it")
				}
				if !bytes.Equal(untouched, e.sim.State()) {
					t.Error("the plan changed the service")
				}
			} else {
				test.remedies = []string{test.after}
			}
			for _, remedy := range test.remedies {
				e.configures(remedy)
				e.must(0, "apply", "-auto-approve", "-no-color")
				e.must(0, "plan", "-detailed-exitcode", "-no-color")
			}
		})
	}
}

// A unit that is replaced together with its contents needs the check to be off: a provider does not
// see replace_triggered_by.
func TestReplacedUnit_together(t *testing.T) {
	t.Parallel()
	const triggered = "lifecycle {\n    replace_triggered_by = [idm_unit.a.ext_id]\n  }"
	inside := placed("idm_unit", "b", "idm_unit.a.ext_id", triggered) + placed("idm_profile", "p", "idm_unit.a.ext_id", triggered)
	e := laterTenant(t, replacing("a", "a", "", inside))
	e.must(0, "apply", "-auto-approve", "-no-color")
	e.configures(replacing("a2", "a", "", inside))
	if detail := diagnosedErrors(t, e.must(1, "plan", "-json"))["A unit is destroyed before it is empty"]; !strings.Contains(detail,
		`set reference_check = "off"`) {
		t.Error(detail)
	}
	e.environment = append(e.environment, "IDM_REFERENCE_CHECK=off")
	e.must(0, "apply", "-auto-approve", "-no-color")
	e.must(0, "plan", "-detailed-exitcode", "-no-color")
}

// If a unit is not managed, or refers to its parent by a literal, the service refuses to delete the
// parent. The plan reports this, except for -replace of a unit with unmanaged contents, and an
// apply destroys nothing.
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
			if unmanaged := test.inside == "" && test.arguments != ""; !strings.Contains(out, "The unit is in use") && !unmanaged ||
				!strings.Contains(out, "depend on the unit") && unmanaged {
				t.Errorf("not reported:\n%s", out)
			}
			if !bytes.Equal(untouched, e.sim.State()) {
				t.Error("the apply changed the service")
			}
		})
	}
}
