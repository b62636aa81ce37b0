package e2e

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// searchedTenant declares all of its objects, except the defaults that the service created with the
// client.
const searchedTenant = `
resource "idm_enterprise_role" "office" {
  ext_id = "office"
  name   = "Office"
}

resource "idm_user" "robot" {
  ext_id            = "u-robot"
  login_id          = "robot"
  is_technical_user = true
  user_state        = "active"
  name              = { first_name = "Robot", family_name = "One" }
}

resource "idm_profile" "robot" {
  user_ext_id = idm_user.robot.ext_id
  ext_id      = "p-robot"
  name        = "Robot"
}

locals {
  state = "active"
}

resource "idm_profile" "ben" {
  user_ext_id   = "u-ben"
  ext_id        = "p-ben"
  name          = "Ben"
  profile_state = local.state
  lifecycle { ignore_changes = [profile_state] }
}

resource "idm_authorization" "ben" {
  profile_ext_id = idm_profile.ben.ext_id
  ext_id         = "a-ben"
  role_ext_id    = "crm-reader"
  lifecycle { ignore_changes = all }
}

resource "idm_profile_authorizations" "robot" {
  profile_ext_id = idm_profile.robot.ext_id
  authorizations = { "wiki-editor" = {} }
  lifecycle { ignore_changes = [authorizations] }
}

resource "idm_enterprise_authorization" "ben" {
  profile_ext_id         = idm_profile.ben.ext_id
  ext_id                 = "e-ben"
  enterprise_role_ext_id = "er-sales"
}

resource "idm_client_applications" "acme" {
  application_ext_ids = ["crm", "wiki"]
  lifecycle { ignore_changes = [application_ext_ids] }
}

import {
  to = idm_client_applications.acme
  id = "acme"
}
`

// Only the configuration declares access: neither ignore_changes nor a refresh does, and access
// through paths without a resource is reported.
func TestDrift_declaredByTheConfiguration(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, searchedTenant, asAdmin)
	w.must(0, "apply", "-auto-approve", "-no-color")
	d := &drifting{w}
	d.accept()
	if printed, _ := d.drift(2, everything); !strings.Contains(printed, "er-sales") || !strings.Contains(printed, "not managed") {
		t.Errorf("the roles of an enterprise role that nothing declares are missing:\n%s", printed)
	}
	d.drift(0)
	for _, change := range []struct{ name, method, path, body, undo, want string }{
		{"a flag", http.MethodPatch, "profiles/p-ben/authorizations/a-ben", `{"clientGlobal":true}`, `{"clientGlobal":false}`,
			"client_global"},
		{"a state", http.MethodPatch, "profiles/p-ben", `{"profileState":"disabled"}`, `{"profileState":"active"}`, "profile_state"},
		{"a role of an unmanaged enterprise role", http.MethodPut, "eroles/er-sales/roles/hr-viewer", "", http.MethodDelete,
			"hr-viewer"},
		{"a grant in an ignored map", http.MethodPost, "profiles/p-robot/authorizations/", `{"extId":"by-hand","roleExtId":"hr-viewer"}`,
			"profiles/p-robot/authorizations/by-hand", "hr-viewer"},
		{"an application", http.MethodPut, "/clients/acme/applications/billing/", "", http.MethodDelete, "billing"},
		{"a credential", http.MethodPost, "users/u-robot/kerberos/", `{"kerberosId":"robot@EXAMPLE","extId":"by-hand"}`, "",
			"by-hand"},
	} {
		d.call(change.method, change.path, change.body)
		for range 2 {
			if printed, _ := d.drift(2); !strings.Contains(printed, change.want) {
				t.Errorf("%s is missing:\n%s", change.name, printed)
			}
			// A refresh adopts the change into the state without declaring it.
			w.must(0, "apply", "-refresh-only", "-auto-approve", "-no-color")
		}
		switch {
		case strings.HasPrefix(change.undo, "{"):
			d.call(change.method, change.path, change.undo)
		case change.undo == http.MethodDelete:
			d.call(change.undo, change.path, "")
		case change.undo != "":
			d.call(http.MethodDelete, change.undo, "")
		}
		w.must(0, "apply", "-refresh-only", "-auto-approve", "-no-color")
	}
}

// If a part was not searched, a report without findings is an error that names the part.
func TestDrift_notSearched(t *testing.T) {
	t.Parallel()
	const first, second = `
resource "idm_profile" "ben" {
  user_ext_id = "u-ben"
  ext_id      = "p-ben"
}
`, `
resource "idm_authorization" "ben" {
  profile_ext_id = idm_profile.ben.ext_id
  ext_id         = "a-ben"
  role_ext_id    = "crm-reader"
  unit_global    = tobool(lower("FALSE"))
  lifecycle { ignore_changes = [unit_global] }
}
`
	w := newWorkspace(t, first+second, asAdmin)
	d := &drifting{w}
	w.must(0, "apply", "-auto-approve", "-no-color")
	w.must(0, "plan", "-no-color", "-out=hidden.plan")
	w.write("main.tf", strings.Replace(w.read("main.tf"), "lifecycle { ignore_changes = [unit_global] }", "", 1))
	d.drift(0)
	w.must(0, "plan", "-no-color", "-out=whole.plan")
	w.must(0, "plan", "-no-color", "-target=idm_profile.ben", "-out=part.plan")
	w.must(0, "plan", "-no-color", "-refresh-only", "-out=refresh.plan")
	addresses := map[string]string{"elsewhere.json": `{"constant_value":"https://elsewhere.example.com"}`,
		"unknown.json": `{"references":["var.address"]}`}
	for name, test := range map[string]struct {
		environment []string
		plan, want  string
	}{
		"an address that the login does not have": {d.environment, "elsewhere.json",
			"another service"},
		"an address that the plan does not show": {d.environment, "unknown.json", "the plan does not show the address"},
		"a part of the configuration":            {d.environment, "part.plan", "a part of the configuration"},
		"no login":                               {d.without(), "whole.plan", "no login"},
		"a refresh":                              {d.environment, "refresh.plan", "only refreshes"},
		"a value that is not known":              {d.environment, "hidden.plan", "unit_global of idm_authorization.ben"},
	} {
		if expression, changed := addresses[test.plan]; changed {
			shown := w.must(0, "show", "-json", "whole.plan")
			w.write(test.plan, regexp.MustCompile(`"full_name":"[^"]*/identity-iac/idm"`).ReplaceAllString(shown,
				`$0,"expressions":{"base_url":`+expression+`}`))
		}
		printed, complaint := d.driftWith(1, test.environment, test.plan)
		if !strings.Contains(complaint, test.want) || strings.Contains(printed, "as declared.\n") {
			t.Errorf("%s: %q is missing, or everything is as declared:\n%s%s", name, test.want, complaint, printed)
		}
	}
}

// The instances of a module also declare access, and the service can be set through a variable.
func TestDrift_declaredByModules(t *testing.T) {
	t.Parallel()
	const module = `
terraform {
  required_providers {
    idm = { source = "identity-iac/idm" }
  }
}
variable "profile" { type = object({ user = string, state = optional(string, "active") }) }
resource "idm_profile" "it" {
  user_ext_id   = var.profile.user
  ext_id        = "p-${var.profile.user}"
  profile_state = var.profile.state
  lifecycle { ignore_changes = [profile_state] }
}
`
	w := newWorkspace(t, `
variable "address" { type = object({ url = string }) }
provider "idm" {
  base_url = var.address.url
}
module "profile" {
  source   = "./profile"
  for_each = { ben = { user = "u-ben" }, carla = { user = "u-carla", state = "disabled" } }
  profile  = each.value
}
`, asAdmin)
	w.write("profile/main.tf", module)
	w.environment = append(w.environment, `TF_VAR_address={"url":"`+w.url+`"}`)
	w.must(0, "get", "-no-color")
	w.must(0, "apply", "-auto-approve", "-no-color")
	d := &drifting{w}
	d.drift(0)
	d.call(http.MethodPatch, "profiles/p-u-carla", `{"profileState":"active"}`)
	w.must(0, "apply", "-refresh-only", "-auto-approve", "-no-color")
	if printed, _ := d.drift(2); !strings.Contains(printed, "carla") || strings.Contains(printed, "ben") {
		t.Errorf("the enabled profile is missing:\n%s", printed)
	}
}
