# Objects of each type with external IDs. %d is the number of the object, "other" the first one where
# no number can tell them apart. "anonymous" ones cannot be identified without their external ID, and of
# a "repeatable" one the service accepts a second equal one.

idm_unit {
  config = { name = "U%d", profileless = false }
}
idm_unit "without a name" {
  config    = { profileless = false }
  anonymous = true
}
idm_user "with a login ID" {
  config = { login_id = "l%d" }
}
idm_user "with a name" {
  config     = { name = { family_name = "N%d" } }
  repeatable = true
}
idm_user "without either" {
  config    = {}
  anonymous = true
}
idm_client {
  config = { name = "C%d", deletion_protection = false }
}
idm_application {
  config = { name = "A%d", displayed = true }
}
idm_role {
  config = { name = "R%d", application_ext_id = "crm" }
}
idm_enterprise_role {
  config = { name = "E%d" }
}
idm_policy {
  config     = { policy_type = "TANPolicy", name = "P%d", parameters = { a = "b" } }
  repeatable = true
}
idm_profile {
  config     = { user_ext_id = "u-ben", unit_ext_id = "acme-hq", name = "P%d" }
  repeatable = true
}
idm_authorization {
  config = { profile_ext_id = "p-anna-hq", role_ext_id = "billing-clerk" }
  other  = { profile_ext_id = "p-anna-hq", role_ext_id = "crm-admin" }
}
idm_enterprise_authorization {
  config = { profile_ext_id = "p-anna-hq", enterprise_role_ext_id = "er-manager" }
  other  = { profile_ext_id = "p-anna-hq", enterprise_role_ext_id = "er-finance" }
}
idm_terms {
  config     = { name = "T%d", active = true, silent_acceptance = false, terms_version = "1" }
  repeatable = true
}
idm_property_definition {
  config = { scope = "USER_GLOBAL", name = "d%d", type = "STRING" }
}
idm_password {
  config = { user_ext_id = "u-dev-bot", password_wo = "Some-password-1" }
}
idm_device_password {
  config     = { user_ext_id = "u-ben", password_wo = "0123456789012345678901234567890123456789" }
  repeatable = true
}
idm_context_password {
  config = { user_ext_id = "u-ben", context = "c%d", password_wo = "Some-password-1" }
}
idm_certificate {
  config = { user_ext_id = "u-ben", certificate = "%d" }
}
idm_generic_credential {
  config     = { user_ext_id = "u-ben", identification = "g%d" }
  repeatable = true
}
idm_kerberos_credential {
  config = { user_ext_id = "u-ben", kerberos_id = "k%d" }
}
idm_saml_credential {
  config = {
    user_ext_id            = "u-ben"
    subject_name_id        = "s%d"
    subject_name_id_format = "urn:a"
    issuer_name_id         = "i"
    issuer_name_id_format  = "urn:b"
  }
  repeatable = true
}
