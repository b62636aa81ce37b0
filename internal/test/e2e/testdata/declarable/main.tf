# An object of each type. The objects do not refer to each other.

resource "idm_application" "x" {
  ext_id    = "app-new"
  name      = "New"
  displayed = true
}

resource "idm_authorization" "x" {
  profile_ext_id = "p-anna-hq"
  role_ext_id    = "crm-admin"
}

resource "idm_authorization_properties" "x" {
  profile_ext_id       = "p-anna-hq"
  authorization_ext_id = "a-anna-crm"
  properties           = { limit = "5" }
}

resource "idm_certificate" "x" {
  user_ext_id = "u-carla"
  ext_id      = "c-certificate"
  certificate = file("certificate.pem")
}

resource "idm_client" "x" {
  ext_id              = "client-new"
  name                = "New"
  deletion_protection = false
}

resource "idm_client_application" "x" {
  client_ext_id      = "globex"
  application_ext_id = "hr"
}

resource "idm_client_applications" "x" {
  application_ext_ids = ["crm", "wiki"]
}

resource "idm_context_password" "x" {
  user_ext_id         = "u-carla"
  ext_id              = "c-context"
  context             = "portal"
  password_wo         = "a-Secret-0123456789-0123456789-0123456789"
  password_wo_version = 1
}

resource "idm_device_password" "x" {
  user_ext_id         = "u-dev-bot"
  ext_id              = "c-device"
  password_wo         = "a-Secret-0123456789-0123456789-0123456789"
  password_wo_version = 1
}

resource "idm_enterprise_authorization" "x" {
  ext_id                 = "ea-new"
  profile_ext_id         = "p-anna-hq"
  enterprise_role_ext_id = "er-finance"
}

resource "idm_enterprise_role" "x" {
  ext_id = "er-new"
  name   = "New"
}

resource "idm_enterprise_role_member" "x" {
  enterprise_role_ext_id = "er-sales"
  role_ext_id            = "hr-viewer"
}

resource "idm_enterprise_role_members" "x" {
  enterprise_role_ext_id = "er-manager"
  role_ext_ids           = ["crm-admin", "billing-admin"]
}

resource "idm_enterprise_role_properties" "x" {
  enterprise_role_ext_id = "er-sales"
  properties             = { tier = "1" }
}

resource "idm_generic_credential" "x" {
  user_ext_id    = "u-carla"
  ext_id         = "c-generic"
  identification = "4711"
}

resource "idm_kerberos_credential" "x" {
  user_ext_id = "u-carla"
  ext_id      = "c-kerberos"
  kerberos_id = "carla@ACME"
}

resource "idm_password" "x" {
  user_ext_id         = "u-dev-bot"
  password_wo         = "a-Secret-0123456789-0123456789-0123456789"
  password_wo_version = 1
}

resource "idm_policy" "x" {
  ext_id      = "po-new"
  policy_type = "TANPolicy"
  parameters  = { a = "1" }
}

resource "idm_profile" "x" {
  ext_id      = "p-new"
  user_ext_id = "u-ben"
}

resource "idm_profile_authorizations" "x" {
  profile_ext_id = "p-ben"
  authorizations = { crm-reader = {}, wiki-editor = {} }
}

resource "idm_profile_enterprise_authorizations" "x" {
  profile_ext_id            = "p-ben"
  enterprise_authorizations = { er-sales = {}, er-finance = {} }
}

resource "idm_profile_properties" "x" {
  profile_ext_id = "p-anna-hq"
  properties     = { badge = "1" }
}

resource "idm_property_definition" "x" {
  scope = "UNIT_GLOBAL"
  name  = "shade"
  type  = "STRING"
}

resource "idm_role" "x" {
  ext_id             = "role-new"
  application_ext_id = "hr"
  name               = "new"
}

resource "idm_saml_credential" "x" {
  user_ext_id            = "u-carla"
  ext_id                 = "c-saml"
  subject_name_id        = "carla@acme.example.com"
  subject_name_id_format = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"
  issuer_name_id         = "https://login.acme.example.com"
  issuer_name_id_format  = "urn:oasis:names:tc:SAML:2.0:nameid-format:entity"
}

resource "idm_terms" "x" {
  name              = "New"
  active            = true
  silent_acceptance = false
  terms_version     = "1"
}

resource "idm_unit" "x" {
  ext_id      = "unit-new"
  name        = "New"
  profileless = false
}

resource "idm_unit_properties" "x" {
  unit_ext_id = "acme-it"
  properties  = { costCenter = "1" }
}

resource "idm_user" "x" {
  ext_id   = "u-new"
  login_id = "new"
}

resource "idm_user_properties" "x" {
  user_ext_id = "u-carla"
  properties  = { employeeNumber = "7" }
}
