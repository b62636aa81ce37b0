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

func mistakes() []mistake {
	return slices.Concat(mistakesOfAccess, mistakesOfReference, mistakesOfProperty, mistakesOfValue, mistakesOfPolicy, mistakesOfName)
}

var mistakesOfAccess = []mistake{
	{name: "wrong token", hcl: unitBelow("acme-hq"), environment: []string{"IDM_TOKEN=wrong"},
		severity: "error", summary: "The service does not accept the login",
		detail: []string{"GET /principal/v1/permissions/: 401", "nothing was changed", "IDM_"}},
	{name: "unknown client", hcl: unitBelow("acme-hq"), environment: []string{"IDM_CLIENT_EXT_ID=acmee"},
		severity: "warning", summary: "Unknown client", detail: []string{`Did you mean "acme"?`, "IDM_CLIENT_EXT_ID"},
		code: `resource "idm_unit" "test" {`},
	{name: "unknown client of an object", hcl: resource("idm_unit", `client_ext_id = "globx"`, `profileless = true`),
		severity: "warning", summary: "Unknown client", detail: []string{`Did you mean "globex"?`}, code: `client_ext_id = "globx"`},
	{name: "wrong path", hcl: unitBelow("acme-hq"), environment: []string{"IDM_BASE_URL=/core/v1"},
		severity: "error", summary: "No such service at the address", detail: []string{"before /core/v1", "nothing was changed"}},
	{name: "dead port", hcl: unitBelow("acme-hq"), environment: []string{"IDM_BASE_URL=http://127.0.0.1:1"},
		severity: "error", summary: "Nothing listens at the address", detail: []string{"connection refused", "nothing was changed"}},
	{name: "unknown host", hcl: unitBelow("acme-hq"), environment: []string{"IDM_BASE_URL=https://idm.invalid"},
		severity: "error", summary: "Unknown host", detail: []string{"idm.invalid", "nothing was changed"}},
	{name: "no login", hcl: unitBelow("acme-hq"), environment: []string{"IDM_TOKEN="},
		severity: "error", summary: "Missing login", detail: []string{"technical_user"}},
}

var mistakesOfReference = []mistake{
	{name: "misspelt user", hcl: resource("idm_profile", `user_ext_id = "u-bne"`),
		severity: "warning", summary: "No such user", detail: []string{`Did you mean "u-ben"`, "plan_checks"},
		code: `user_ext_id = "u-bne"`},
	{name: "id instead of ext_id", hcl: resource("idm_profile", `user_ext_id = "acme/u-ben"`),
		severity: "error", summary: "No such user", detail: []string{"Refer to ext_id instead, such as idm_user.example.ext_id"},
		code: `user_ext_id = "acme/u-ben"`},
	{name: "misspelt parent", hcl: unitBelow("acme-hp"),
		severity: "warning", summary: "No such unit", detail: []string{`"acme-hq"`, "idm_unit.example.ext_id"},
		code: `parent_unit_ext_id = "acme-hp"`},
	{name: "parent in another client",
		hcl:      resource("idm_unit", `client_ext_id = "globex"`, `parent_unit_ext_id = "acme-hq"`, `profileless = true`),
		severity: "warning", summary: "No such unit", detail: []string{`in the client "globex"`}, code: `parent_unit_ext_id = "acme-hq"`},
	{name: "unit below itself", hcl: resource("idm_unit", `ext_id = "loop"`, `parent_unit_ext_id = "loop"`, `profileless = true`),
		severity: "error", summary: "A unit below itself", detail: []string{"Choose another parent"},
		code: `parent_unit_ext_id = "loop"`},
	{name: "misspelt role", hcl: resource("idm_authorization", `profile_ext_id = "p-anna-hq"`, `role_ext_id = "crm-raeder"`),
		severity: "warning", summary: "No such role", detail: []string{`Did you mean "crm-reader"`}, code: `role_ext_id = "crm-raeder"`},
	{name: "misspelt profile", hcl: resource("idm_authorization", `profile_ext_id = "p-ana-hq"`, `role_ext_id = "crm-reader"`),
		severity: "warning", summary: "No such profile", detail: []string{"idm_profile.example.ext_id", `Did you mean "p-anna-hq"`},
		code: `profile_ext_id = "p-ana-hq"`},
	{name: "misspelt enterprise role",
		hcl:      resource("idm_enterprise_authorization", `profile_ext_id = "p-anna-hq"`, `enterprise_role_ext_id = "er-finances"`),
		severity: "warning", summary: "No such enterprise role", detail: []string{`Did you mean "er-finance"`},
		code: `enterprise_role_ext_id = "er-finances"`},
	{name: "misspelt application", hcl: resource("idm_client_application", `application_ext_id = "biling"`),
		severity: "warning", summary: "No such application", detail: []string{`Did you mean "billing"`},
		code: `application_ext_id = "biling"`},
	{name: "misspelt application in a set", hcl: resource("idm_client_applications", `application_ext_ids = ["crm", "wki"]`),
		severity: "warning", summary: "No such application", detail: []string{`Did you mean "wiki"`},
		code: `application_ext_ids = ["crm", "wki"]`},
	{name: "misspelt role in a map",
		hcl:      resource("idm_profile_authorizations", `profile_ext_id = "p-anna-hq"`, `authorizations = { crm-raeder = {} }`),
		severity: "warning", summary: "No such role", detail: []string{`Did you mean "crm-reader"`},
		code: `authorizations = { crm-raeder = {} }`},
	{name: "taken name", hcl: resource("idm_unit", `name = "IT"`, `parent_unit_ext_id = "acme-hq"`, `profileless = true`),
		severity: "warning", summary: "The name is taken", detail: []string{`"acme-it"`, "import {", `id = "acme/acme-it"`},
		code: `name = "IT"`},
	{name: "taken external id", hcl: resource("idm_unit", `ext_id = "acme-it"`, `parent_unit_ext_id = "acme-hq"`, `profileless = true`),
		severity: "error", summary: "The external ID is taken", detail: []string{"import {", `id = "acme/acme-it"`},
		code: `ext_id = "acme-it"`},
	{name: "taken external id below another unit", hcl: resource("idm_unit", `ext_id = "acme-hq"`, `parent_unit_ext_id = "acme-it"`,
		`profileless = true`),
		severity: "error", summary: "The external ID is taken", detail: []string{"import {", `id = "acme/acme-hq"`},
		code: `ext_id = "acme-hq"`},
	{name: "taken external id of a root unit", hcl: resource("idm_unit", `ext_id = "acme-it"`, `profileless = true`),
		severity: "error", summary: "The external ID is taken", detail: []string{"import {", `id = "acme/acme-it"`},
		code: `ext_id = "acme-it"`},
	{name: "role that the profile has", hcl: resource("idm_authorization", `profile_ext_id = "p-anna-hq"`, `role_ext_id = "crm-reader"`),
		severity: "warning", summary: "The role is taken", detail: []string{"import {", `id = "acme/p-anna-hq/a-anna-crm"`},
		code: `role_ext_id = "crm-reader"`},
	{name: "enterprise role that the profile has",
		hcl:      resource("idm_enterprise_authorization", `profile_ext_id = "p-anna-hq"`, `enterprise_role_ext_id = "er-sales"`),
		severity: "warning", summary: "The enterprise role is taken", detail: []string{"import {", `id = "acme/p-anna-hq/ea-anna-sales"`},
		code: `enterprise_role_ext_id = "er-sales"`},
	{name: "taken name of a role", hcl: resource("idm_role", `application_ext_id = "crm"`, `name = "reader"`),
		severity: "warning", summary: "The name is taken", detail: []string{"import {", `id = "crm-reader"`}, code: `name = "reader"`},
	{name: "misspelt application of a role", hcl: resource("idm_role", `application_ext_id = "crn"`, `name = "x"`),
		severity: "warning", summary: "No such application", detail: []string{`Did you mean "crm"`}, code: `application_ext_id = "crn"`},
	{name: "misspelt role of an enterprise role",
		hcl:      resource("idm_enterprise_role_members", `enterprise_role_ext_id = "er-sales"`, `role_ext_ids = ["crm-raeder"]`),
		severity: "warning", summary: "No such role", detail: []string{`Did you mean "crm-reader"`}, code: `role_ext_ids = ["crm-raeder"]`},
	{name: "misspelt policy of a password",
		hcl: resource("idm_device_password", `user_ext_id = "u-ben"`, `password_wo = "device-secret-0123456789-abcdefghijklmn"`,
			`policy_ext_id = "policy-pasword"`),
		severity: "warning", summary: "No such policy", detail: []string{`Did you mean "policy-password"`},
		code: `policy_ext_id = "policy-pasword"`},
	{name: "taken external id of a profile", hcl: resource("idm_profile", `ext_id = "p-anna-hq"`, `user_ext_id = "u-anna"`),
		severity: "error", summary: "The external ID is taken", detail: []string{`id = "acme/p-anna-hq"`}, code: `ext_id = "p-anna-hq"`},
}

var mistakesOfProperty = []mistake{
	{name: "misspelt property", hcl: properties(`costCentre = "1"`),
		severity: "warning", summary: "No such property", detail: []string{`Did you mean "costCenter"`},
		code: `properties = { costCentre = "1" }`},
	{name: "property of another scope", hcl: properties(`badge = "1"`),
		severity: "warning", summary: "No such property", detail: []string{"this kind of object"}, code: `properties = { badge = "1" }`},
	{name: "too long a value", hcl: properties(`costCenter = "123456789012345678901"`),
		severity: "warning", summary: "Invalid property value", detail: []string{"a length of at most 20,"},
		code: `properties = { costCenter = "123456789012345678901" }`},
	{name: "read-only property", hcl: properties(`readOnlyCode = "1"`),
		severity: "error", summary: "Read-only property", detail: []string{"the apply would fail"},
		code: `properties = { readOnlyCode = "1" }`},
	{name: "encrypted property in plain sight", hcl: properties(`secretNote = "1"`),
		severity: "error", summary: "Encrypted property in plaintext", detail: []string{"sensitive_properties"},
		code: `properties = { secretNote = "1" }`},
	{name: "value that is not allowed",
		hcl: resource("idm_authorization_properties", `profile_ext_id = "p-anna-hq"`, `authorization_ext_id = "a-anna-crm"`,
			`properties = { region = "EMAE" }`),
		severity: "warning", summary: "Invalid property value", detail: []string{`"EMEA"`},
		code: `properties = { region = "EMAE" }`},
}

var mistakesOfValue = []mistake{
	{name: "misspelt argument", hcl: resource("idm_unit", `profileles = true`),
		severity: "error", summary: "Unsupported argument", detail: []string{`Did you mean "profileless"?`}, code: `profileles = true`},
	{name: "misspelt key of a validity", hcl: resource("idm_unit", `profileless = true`, `validity = { form = "2027-01-01T00:00:00Z" }`),
		severity: "error", summary: "Unknown key in validity", detail: []string{"from, to"},
		code: `validity = { form = "2027-01-01T00:00:00Z" }`},
	{name: "misspelt key of a grant",
		hcl: resource("idm_profile_authorizations", `profile_ext_id = "p-anna-hq"`,
			`authorizations = { crm-reader = { valdity = { to = "2030-01-01T00:00:00Z" } } }`),
		severity: "error", summary: "Unknown key in a grant", detail: []string{`authorizations["crm-reader"]`, `Did you mean "validity"?`},
		code: `authorizations = { crm-reader = { valdity = { to = "2030-01-01T00:00:00Z" } } }`},
	{name: "misspelt data room of a grant",
		hcl: resource("idm_profile_authorizations", `profile_ext_id = "p-anna-hq"`,
			`authorizations = { for role in ["crm-reader"] : role => { clientglobal = true } }`),
		severity: "error", summary: "Unknown key in a grant", detail: []string{`Did you mean "client_global"?`}},
	{name: "misspelt key of an enterprise grant",
		hcl: resource("idm_profile_enterprise_authorizations", `profile_ext_id = "p-anna-hq"`,
			`enterprise_authorizations = { er-sales = { validty = { to = "2030-01-01T00:00:00Z" } } }`),
		severity: "error", summary: "Unknown key in a grant", detail: []string{`Did you mean "validity"?`}},
	{name: "misspelt bound of a grant",
		hcl: resource("idm_profile_authorizations", `profile_ext_id = "p-anna-hq"`,
			`authorizations = { crm-reader = { validity = { till = "2030-01-01T00:00:00Z" } } }`),
		severity: "error", summary: "Unknown key in validity", detail: []string{`authorizations["crm-reader"]`, "from, to"}},
	{name: "a list in place of a map of grants",
		hcl:      resource("idm_profile_authorizations", `profile_ext_id = "p-anna-hq"`, `authorizations = ["crm-reader"]`),
		severity: "error", summary: "Not a map", detail: []string{"{ crm-reader = {} }"}, code: `authorizations = ["crm-reader"]`},
	{name: "misspelt key of the provider's login",
		hcl: `provider "idm" {
  oauth2 {
    token_url = "https://login.example.com"
    scopess   = ["idm"]
  }
}
` + unitBelow("acme-hq"),
		severity: "error", summary: "Unsupported argument", detail: []string{`Did you mean "scopes"?`}, code: `scopess   = ["idm"]`},
	{name: "misspelt key of the technical user",
		hcl: `provider "idm" {
  technical_user {
    user_ext_id      = "u-dev-bot"
    credential_extid = "c"
    secret           = "s"
  }
}
` + unitBelow("acme-hq"),
		severity: "error", summary: "Unsupported argument", detail: []string{`Did you mean "credential_ext_id"?`},
		code: `credential_extid = "c"`},
	{name: "misspelt key of the self-administration",
		hcl:      "provider \"idm\" {\n  self_admin {\n    user     = \"anna\"\n    password = \"p\"\n  }\n}\n" + unitBelow("acme-hq"),
		severity: "error", summary: "Unsupported argument", detail: []string{`"user" is not expected here`}},
	{name: "misspelt key of the cloud service",
		hcl:      "provider \"idm\" {\n  cloud {\n    base_ulr = \"https://cloud.example.com\"\n  }\n}\n" + unitBelow("acme-hq"),
		severity: "error", summary: "Unsupported argument", detail: []string{`Did you mean "base_url"?`}},
	{name: "date without a time", hcl: resource("idm_unit", `profileless = true`, `validity = { from = "2027-01-01" }`),
		severity: "error", summary: "Not a timestamp", detail: []string{"RFC 3339", "day_start"}, code: `validity = { from = "2027-01-01" }`},
	{name: "validity that has ended", hcl: resource("idm_unit", `profileless = true`, `validity = { to = "2020-01-01T00:00:00Z" }`),
		severity: "warning", summary: "The validity has ended", detail: []string{"2020-01-01T00:00:00Z"},
		code: `validity = { to = "2020-01-01T00:00:00Z" }`},
	{name: "fraction for an integer",
		hcl:      resource("idm_property_definition", `name = "p"`, `scope = "USER"`, `type = "STRING"`, `string_max_len = 1.5`),
		severity: "error", summary: "Not a whole number", detail: []string{"1.5 is not a whole number"}, code: "string_max_len = 1.5"},
	{name: "fraction for an integer of the provider", hcl: "provider \"idm\" {\n  max_retries = 1.5\n}\n" + unitBelow("acme-hq"),
		severity: "error", summary: "Not a whole number", detail: []string{"1.5 is not a whole number"}, code: "max_retries = 1.5"},
	{name: "number above 64 bits",
		hcl:      resource("idm_property_definition", `name = "p"`, `scope = "USER"`, `type = "STRING"`, `string_max_len = 1e30`),
		severity: "error", summary: "Not a whole number", detail: []string{"1e+30 is not a whole number"}, code: "string_max_len = 1e30"},
	{name: "external id of two dots", hcl: resource("idm_unit", `ext_id = ".."`, `profileless = true`),
		severity: "error", summary: "Not an external ID", detail: []string{"address"}, code: `ext_id = ".."`},
	{name: "empty text", hcl: resource("idm_unit", `profileless = true`, `description = ""`),
		severity: "error", summary: "Empty string", detail: []string{"null"}, code: `description = ""`},
	{name: "all grants beside a single one",
		hcl: resource("idm_profile_authorizations", `profile_ext_id = "p-anna-hq"`, `authorizations = { crm-reader = {} }`) +
			resource("idm_authorization", `profile_ext_id = "p-anna-hq"`, `role_ext_id = "wiki-editor"`),
		severity: "error", summary: "Managed twice", detail: []string{"removed"}},
	{name: "all grants with the same one",
		hcl: resource("idm_profile_authorizations", `profile_ext_id = "p-anna-hq"`, `authorizations = { crm-reader = {} }`) +
			resource("idm_authorization", `profile_ext_id = "p-anna-hq"`, `role_ext_id = "crm-reader"`),
		severity: "error", summary: "Managed twice", detail: []string{"removed"}},
}

var mistakesOfPolicy = []mistake{
	{name: "misspelt parameter of a policy",
		hcl:      resource("idm_policy", `policy_type = "PwdPolicy"`, `parameters = { minLenght = "twelve" }`),
		severity: "warning", summary: "Unknown policy parameter", detail: []string{`Did you mean "minLength"?`},
		code: `parameters = { minLenght = "twelve" }`},
	{name: "no number in a policy", hcl: resource("idm_policy", `policy_type = "PwdPolicy"`, `parameters = { minLength = "twelve" }`),
		severity: "warning", summary: "Not a value of the parameter", detail: []string{"a whole number"},
		code: `parameters = { minLength = "twelve" }`},
	{name: "no flag in a policy", hcl: resource("idm_policy", `policy_type = "PwdPolicy"`, `parameters = { resetCodeEnabled = "yes" }`),
		severity: "warning", summary: "Not a value of the parameter", detail: []string{`"true" or "false"`},
		code: `parameters = { resetCodeEnabled = "yes" }`},
	{name: "contradictory policy",
		hcl:      resource("idm_policy", `policy_type = "PwdPolicy"`, `parameters = { minLength = "9", maxLength = "8" }`),
		severity: "error", summary: "Contradictory policy", detail: []string{"maxLength = 8 is below minLength = 9", "Raise maxLength"},
		code: `parameters = { minLength = "9", maxLength = "8" }`},
	{name: "misspelt type of a policy", hcl: resource("idm_policy", `policy_type = "PwdPolcy"`),
		severity: "warning", summary: "Unknown policy type", detail: []string{`Did you mean "PwdPolicy"`}, code: `policy_type = "PwdPolcy"`},
	{name: "two default policies", hcl: twice("idm_policy", `policy_type = "TANPolicy"`, `default_policy = true`),
		severity: "warning", summary: "Not unique in this configuration", detail: []string{"among the policies of a type"}},
}

var mistakesOfName = []mistake{
	{name: "two default profiles of a user", hcl: twice("idm_profile", `user_ext_id = "u-ben"`, `is_default_profile = true`),
		severity: "warning", summary: "Not unique in this configuration", detail: []string{"among the profiles of a user"}},
	{name: "an application that is assigned", hcl: resource("idm_client_application", `application_ext_id = "crm"`),
		severity: "error", summary: "The client application exists", detail: []string{"import {", `id = "acme/crm"`}},
	{name: "a role that the enterprise role has",
		hcl:      resource("idm_enterprise_role_member", `enterprise_role_ext_id = "er-sales"`, `role_ext_id = "crm-reader"`),
		severity: "error", summary: "The enterprise role member exists", detail: []string{"import {", `id = "acme/er-sales/crm-reader"`}},
	{name: "an enterprise role twice", hcl: twice("idm_enterprise_role", `name = "Twin"`),
		severity: "warning", summary: "Not unique in this configuration", detail: []string{`"Twin"`, "in its client"}, code: `name = "Twin"`},
	{name: "a role twice", hcl: twice("idm_role", `application_ext_id = "crm"`, `name = "twin"`),
		severity: "warning", summary: "Not unique in this configuration", detail: []string{"in its application"}, code: `name = "twin"`},
	{name: "a unit twice", hcl: twice("idm_unit", `parent_unit_ext_id = "acme-hq"`, `name = "Twin"`, `profileless = true`),
		severity: "warning", summary: "Not unique in this configuration", detail: []string{"below its parent"}, code: `name = "Twin"`},
	{name: "a login ID twice", hcl: twice("idm_user", `login_id = "twin"`),
		severity: "warning", summary: "Not unique in this configuration", detail: []string{"in its client"}, code: `login_id = "twin"`},
	{name: "a grant twice", hcl: twice("idm_authorization", `profile_ext_id = "p-anna-hq"`, `role_ext_id = "wiki-editor"`),
		severity: "error", summary: "Declared twice", detail: []string{"wiki-editor"}},
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
	for _, m := range mistakes() {
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
