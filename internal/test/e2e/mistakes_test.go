package e2e

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// mistake is a mistake of a new user: a configuration, and the diagnostics of its plan.
type mistake struct {
	name, hcl string
	// environment is added to the environment of the CLI.
	environment []string
	severity    string
	summary     string
	// detail lists parts of the text: the cause and the remedy.
	detail []string
	// code is the line of the configuration that the diagnostic refers to; "" for none.
	code string
}

// said is a diagnostic in the JSON of a plan.
type said struct {
	Severity, Summary, Detail string
	Snippet                   struct{ Code string }
}

// mistakes has one for each kind of diagnostic: provider tests have the others.
var mistakes = []mistake{
	{name: "wrong token", hcl: unitBelow("acme-hq"), environment: []string{"IDM_TOKEN=wrong"},
		severity: "error", summary: "The service does not accept the login",
		detail: []string{"GET /principal/v1/permissions/: 401", "nothing was changed", "IDM_"}},
	{name: "unknown client of an object", hcl: resource("idm_unit", `client_ext_id = "globx"`, `profileless = true`),
		severity: "warning", summary: "No such client", detail: []string{`Did you mean "globex"?`}, code: `client_ext_id = "globx"`},
	{name: "misspelt user", hcl: resource("idm_profile", `user_ext_id = "u-bne"`),
		severity: "warning", summary: "No such user", detail: []string{`Did you mean "u-ben"`, "plan_checks"},
		code: `user_ext_id = "u-bne"`},
	{name: "unit below itself", hcl: resource("idm_unit", `ext_id = "loop"`, `parent_unit_ext_id = "loop"`, `profileless = true`),
		severity: "error", summary: "A unit below itself", detail: []string{"Choose another parent"},
		code: `parent_unit_ext_id = "loop"`},
	{name: "misspelt role in a map",
		hcl:      resource("idm_profile_authorizations", `profile_ext_id = "p-anna-hq"`, `authorizations = { crm-raeder = {} }`),
		severity: "warning", summary: "No such role", detail: []string{`Did you mean "crm-reader"`},
		code: `authorizations = { crm-raeder = {} }`},
	{name: "taken name", hcl: resource("idm_unit", `name = "IT"`, `parent_unit_ext_id = "acme-hq"`, `profileless = true`),
		severity: "warning", summary: "The name is taken", detail: []string{`"acme-it"`, "import {", `id = "acme/acme-it"`},
		code: `name = "IT"`},
	{name: "misspelt property", hcl: properties(`costCentre = "1"`),
		severity: "warning", summary: "No such property", detail: []string{`Did you mean "costCenter"`},
		code: `properties = { costCentre = "1" }`},
	{name: "misspelt argument", hcl: resource("idm_unit", `profileles = true`),
		severity: "error", summary: "Unsupported argument", detail: []string{`Did you mean "profileless"?`}, code: `profileles = true`},
	{name: "misspelt key of a grant",
		hcl: resource("idm_profile_authorizations", `profile_ext_id = "p-anna-hq"`,
			`authorizations = { crm-reader = { valdity = { to = "2030-01-01T00:00:00Z" } } }`),
		severity: "error", summary: "Unknown key in a grant", detail: []string{`authorizations["crm-reader"]`, `Did you mean "validity"?`},
		code: `authorizations = { crm-reader = { valdity = { to = "2030-01-01T00:00:00Z" } } }`},
	{name: "an enterprise role twice", hcl: twice("idm_enterprise_role", `name = "Twin"`),
		severity: "warning", summary: "Not unique in this configuration", detail: []string{`"Twin"`, "in its client"}, code: `name = "Twin"`},
}

// twice returns two resources with the same arguments.
func twice(kind string, arguments ...string) string {
	one := resource(kind, arguments...)
	return one + strings.Replace(one, `"test"`, `"twin"`, 1)
}

func resource(kind string, arguments ...string) string {
	return "resource \"" + kind + "\" \"test\" {\n  " + strings.Join(arguments, "\n  ") + "\n}\n"
}

func unitBelow(parent string) string {
	return resource("idm_unit", `parent_unit_ext_id = "`+parent+`"`, `profileless = true`)
}

func properties(pair string) string {
	return resource("idm_unit_properties", `unit_ext_id = "acme-it"`, "properties = { "+pair+" }")
}

// A plan reports each mistake of a new user at the right place, and sends no writes.
func TestMistakes(t *testing.T) {
	t.Parallel()
	for _, m := range mistakes {
		t.Run(m.name, func(t *testing.T) {
			t.Parallel()
			w := newWorkspace(t, m.hcl, "IDM_TOKEN=demo-admin-token")
			for _, variable := range m.environment {
				if path, ok := strings.CutPrefix(variable, "IDM_BASE_URL=/"); ok {
					variable = "IDM_BASE_URL=" + w.url + "/" + path
				}
				w.environment = append(w.environment, variable)
			}
			out, code := w.cli("plan", "-json", "-no-color")
			if failed := code != 0; failed != (m.severity == "error") {
				t.Errorf("exit code %d\n%s", code, out)
			}
			if !slices.ContainsFunc(diagnostics(out), m.is) {
				t.Errorf("the plan does not show it:\n%s", out)
			}
			for _, request := range w.sim.Requests() {
				if request.Method != http.MethodGet {
					t.Errorf("%s %s was sent", request.Method, request.Path)
				}
			}
		})
	}
}

func (m mistake) is(d said) bool {
	return d.Severity == m.severity && d.Summary == m.summary && (m.code == "" || strings.TrimSpace(d.Snippet.Code) == m.code) &&
		!slices.ContainsFunc(m.detail, func(part string) bool { return !strings.Contains(d.Detail, part) })
}

func diagnostics(out string) []said {
	var all []said
	for line := range strings.Lines(out) {
		var message struct{ Diagnostic *said }
		if json.Unmarshal([]byte(line), &message) == nil && message.Diagnostic != nil {
			all = append(all, *message.Diagnostic)
		}
	}
	return all
}
