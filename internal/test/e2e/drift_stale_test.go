package e2e

import (
	"net/http"
	"slices"
	"strings"
	"testing"
)

// A plan that does not show the service as it is now, and a state without objects, are never a clean
// report: exit code 1, and the report names the reason.
func TestDrift_stale(t *testing.T) {
	t.Parallel()
	const tenant = `
resource "idm_profile" "ben" {
  user_ext_id = "u-ben"
  ext_id      = "p-ben"
}

resource "idm_authorization" "ben" {
  profile_ext_id = idm_profile.ben.ext_id
  ext_id         = "a-ben"
  role_ext_id    = "crm-reader"
}
`
	w := newWorkspace(t, tenant, asAdmin)
	d := &drifting{w}
	w.must(0, "plan", "-no-color", "-out=created.plan")
	w.must(0, "apply", "-auto-approve", "-no-color")
	d.drift(0)
	d.call(http.MethodPatch, "profiles/p-ben/authorizations/a-ben", `{"clientGlobal":true}`)
	w.must(0, "plan", "-no-color", "-refresh=false", "-out=stale.plan")
	w.write("stale.json", w.must(0, "show", "-json", "stale.plan"))
	for name, test := range map[string]struct {
		environment []string
		source      string
		want        []string
	}{
		"without a refresh":          {nil, "stale.plan", []string{"idm_authorization.ben: the plan does not show it as"}},
		"without a refresh, as JSON": {nil, "stale.json", []string{"idm_authorization.ben: the plan does not show it as"}},
		"an argument":                {[]string{"TF_CLI_ARGS_plan=-refresh=false"}, ".", []string{"TF_CLI_ARGS_plan has -refresh"}},
		"another argument":           {[]string{"TF_CLI_ARGS=-target=idm_profile.ben"}, ".", []string{"TF_CLI_ARGS has -target"}},
		"an empty state": {nil, "created.plan", []string{"contains no object",
			"idm_profile.ben: the plan creates it, and the service has it already"}},
	} {
		code := 1
		if name == "an empty state" {
			code = 2 // Its grant is in no state.
		}
		printed, complaint := d.driftWith(code, append(slices.Clone(d.environment), test.environment...), test.source)
		for _, want := range test.want {
			if !strings.Contains(complaint, want) || strings.Contains(printed, "as declared.\n") {
				t.Errorf("%s: %q is missing:\n%s%s", name, want, complaint, printed)
			}
		}
	}
}
