package e2e

import (
	"net/http"
	"strings"
	"testing"
)

// dependents declare objects with everything that the service deletes along with them.
const dependents = `
resource "idm_application" "a" {
  ext_id    = "app"
  name      = "App"
  displayed = true
}
resource "idm_client_application" "a" {
  application_ext_id = idm_application.a.ext_id
}
resource "idm_role" "r" {
  ext_id             = "role"
  application_ext_id = idm_application.a.ext_id
  name               = "Role"
}
resource "idm_enterprise_role" "single" {
  ext_id = "single"
  name   = "Single"
}
resource "idm_enterprise_role_member" "m" {
  enterprise_role_ext_id = idm_enterprise_role.single.ext_id
  role_ext_id            = idm_role.r.ext_id
}
resource "idm_enterprise_role" "whole" {
  ext_id = "whole"
  name   = "Whole"
}
resource "idm_enterprise_role_members" "m" {
  enterprise_role_ext_id = idm_enterprise_role.whole.ext_id
  role_ext_ids           = [idm_role.r.ext_id, "crm-admin"]
}
resource "idm_property_definition" "shade" {
  scope          = "UNIT_GLOBAL"
  name           = "shade"
  type           = "ENUM"
  allowed_values = ["dark"]
}
resource "idm_unit" "u" {
  ext_id      = "unit"
  name        = "Unit"
  profileless = false
}
resource "idm_unit_properties" "u" {
  unit_ext_id = idm_unit.u.ext_id
  properties  = { costCenter = "1", (idm_property_definition.shade.name) = "dark" }
}
resource "idm_user" "u" {
  ext_id   = "user"
  login_id = "user"
}
resource "idm_user_properties" "u" {
  user_ext_id = idm_user.u.ext_id
  properties  = { employeeNumber = "1" }
}
resource "idm_policy" "p" {
  ext_id      = "policy"
  policy_type = "PwdPolicy"
  name        = "Policy"
}
resource "idm_context_password" "c" {
  user_ext_id   = idm_user.u.ext_id
  context       = "portal"
  policy_ext_id = idm_policy.p.ext_id
  password_wo   = "a-Secret-0123456789"
}
resource "idm_profile" "single" {
  ext_id      = "single"
  user_ext_id = idm_user.u.ext_id
}
resource "idm_authorization" "g" {
  ext_id         = "grant"
  profile_ext_id = idm_profile.single.ext_id
  role_ext_id    = idm_role.r.ext_id
}
resource "idm_authorization_properties" "g" {
  profile_ext_id       = idm_authorization.g.profile_ext_id
  authorization_ext_id = idm_authorization.g.ext_id
  properties           = { region = "EMEA" }
}
resource "idm_enterprise_authorization" "g" {
  profile_ext_id         = idm_profile.single.ext_id
  enterprise_role_ext_id = idm_enterprise_role.single.ext_id
}
resource "idm_profile" "whole" {
  ext_id      = "whole"
  user_ext_id = idm_user.u.ext_id
}
resource "idm_profile_authorizations" "g" {
  profile_ext_id = idm_profile.whole.ext_id
  authorizations = { (idm_role.r.ext_id) = {}, crm-reader = {} }
}
resource "idm_profile_enterprise_authorizations" "g" {
  profile_ext_id            = idm_profile.whole.ext_id
  enterprise_authorizations = { (idm_enterprise_role.single.ext_id) = {} }
}
`

// A replacement under the same external ID names what the service deletes along with the object, and
// the next apply creates it again.
func TestRecreated(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, dependents, asAdmin)
	w.must(0, "apply", "-auto-approve", "-input=false", "-no-color")
	for _, replaced := range []string{"role.r", "user.u", "enterprise_role.whole"} {
		w.must(0, "apply", "-auto-approve", "-input=false", "-no-color", "-replace=idm_"+replaced)
		w.must(0, "apply", "-auto-approve", "-input=false", "-no-color")
		w.must(0, "plan", "-detailed-exitcode", "-input=false", "-no-color")
	}
	w.must(0, "destroy", "-auto-approve", "-input=false", "-no-color")
}

// Two roles of an application, one with an external ID of its own, are keys of one map of grants: a
// new external ID of the application does not end in an inconsistent plan.
func TestRecreated_rolesOfOneMap(t *testing.T) {
	t.Parallel()
	e := laterTenant(t, resource("idm_application", `ext_id = var.app`, `name = "App"`, `displayed = true`)+
		"variable \"app\" {\n  default = \"one\"\n}\n"+
		resource("idm_role", `ext_id = "fixed"`, `application_ext_id = idm_application.test.ext_id`, `name = "Fixed"`)+
		strings.Replace(resource("idm_role", `application_ext_id = idm_application.test.ext_id`, `name = "Free"`), `"test"`, `"free"`, 1)+
		resource("idm_profile_authorizations", `profile_ext_id = "p-ben"`,
			`authorizations = { (idm_role.test.ext_id) = {}, (idm_role.free.ext_id) = {} }`))
	e.call(http.MethodPost, "acme/users/u-ben/profiles", `{"extId":"p-ben"}`)
	e.must(0, "apply", "-auto-approve", "-input=false", "-no-color")
	for range 2 {
		if out, code := e.cli("apply", "-auto-approve", "-input=false", "-no-color", "-var=app=two"); code != 0 {
			t.Fatal(out)
		}
	}
	e.must(0, "plan", "-detailed-exitcode", "-input=false", "-no-color", "-var=app=two")
}
