package e2e

// benProfile declares a profile of a user.
func benProfile(user string) string {
	return "\nresource \"idm_profile\" \"ben\" {\n  ext_id = \"p-ben\"\n  user_ext_id = \"" + user + "\"\n}\n"
}

const (
	forgottenProfile = `
removed {
  from = idm_profile.ben
  lifecycle { destroy = false }
}

resource "idm_profile" "carla" {
  ext_id      = "p-carla"
  user_ext_id = "u-anna"
}

resource "idm_authorization" "ben" {
  profile_ext_id = "p-ben"
  role_ext_id    = "crm-admin"
}
`
	importedGrant = `
import {
  to = idm_authorization.anna
  id = "acme/p-anna-hq/a-late"
}

resource "idm_authorization" "anna" {
  ext_id         = "a-late"
  profile_ext_id = "p-anna-hq"
  role_ext_id    = "crm-admin"
  validity       = { to = "2090-01-01T00:00:00Z" }
}
`
	importedProfile = `
import {
  to = idm_profile.anna
  id = "acme/p-anna-hq"
}

resource "idm_profile" "anna" {
  ext_id        = "p-anna-hq"
  user_ext_id   = "u-anna"
  unit_ext_id   = "acme-hq"
  name          = "Headquarters"
  profile_state = "active"
}
`
	movedGrant = `
moved {
  from = idm_authorization.anna
  to   = idm_authorization.both["x"]
}

resource "idm_authorization" "both" {
  for_each       = { x = "crm-admin", y = "billing-admin" }
  profile_ext_id = "p-anna-hq"
  role_ext_id    = each.value
  depends_on     = [idm_client_application.billing]
}

resource "idm_client_application" "billing" {
  application_ext_id = "billing"
}
`
	usedMember = `
resource "idm_enterprise_role_member" "sales" {
  enterprise_role_ext_id = "er-sales"
  role_ext_id            = "crm-admin"
}
`
	assignedHR = `
resource "idm_client_application" "hr" {
  application_ext_id = "hr"
}
`
)

// byHand returns a function that changes the service before the plan.
func byHand(method, path, body string) func(*reviewing) {
	return func(r *reviewing) { r.behindTheBack(method, path, body) }
}
