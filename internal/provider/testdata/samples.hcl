# An object of each type, with a change. "shown" is its name in a list, and "siblings" the list from
# which it is refreshed.

idm_application {
  config   = { ext_id = "app", name = "App", displayed = true, description = "a" }
  change   = { description = "b" }
  shown    = "App"
  siblings = "applications"
}

idm_authorization {
  config   = { ext_id = "a", profile_ext_id = "p", role_ext_id = "crm-admin", client_global = true }
  change   = { client_global = false }
  shown    = "crm-admin"
  siblings = "acme/profiles/p/authorizations/"
}

idm_authorization_properties {
  config = { profile_ext_id = "p", authorization_ext_id = "held", properties = { region = "EMEA" } }
  change = { properties = { region = "APAC" } }
  shown  = "crm-reader"
}

idm_certificate {
  config = {
    user_ext_id = "u-dev-bot"
    ext_id      = "credential"
    state_name  = "active"
    certificate = <<PEM
-----BEGIN CERTIFICATE-----
MIHtMIGVoAMCAQICAQEwCgYIKoZIzj0EAwIwADAgFw03MDAxMDEwMDAwMDBaGA8y
MTAwMDEwMTAwMDAwMFowADBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABAOdwiqS
SCl5ekD2EsOw+a3i4uGiwuDf5b1hj+mQj2s1zsykfgaCSggd1VCkTAyTOPm9ebkj
p7/pztjuZXm0XLcwCgYIKoZIzj0EAwIDRwAwRAIgXMTyFGdvBdtLvCHI1ZLkoJcF
+ED/wl+Az9LRaC+JoogCICAomJj4uGwcshB1C9PaQwF7wFLorTSd428cqAnc+0Dw
-----END CERTIFICATE-----
PEM
  }
  change = { state_name = "disabled" }
  shown  = "credential"
}

idm_client {
  later = true
  ignore = "deletion_protection"
  quirks = ["later-releases"]
  config = { ext_id = "new", name = "New", deletion_protection = false, remarks = "a" }
  change = { remarks = "b" }
  shown  = "New"
}

idm_client_application {
  config   = { application_ext_id = "billing" }
  shown    = "Billing"
  siblings = "clients/acme/applications"
}

idm_client_applications {
  config = { client_ext_id = "globex", application_ext_ids = ["wiki"] }
  change = { application_ext_ids = ["wiki", "billing"] }
  shown  = "globex"
}

idm_context_password {
  config = { user_ext_id = "u-ben", ext_id = "cp", context = "portal", password_wo = "a-Secret-0123456789", state_name = "active" }
  change = { state_name = "disabled" }
  shown  = "portal"
}

idm_device_password {
  config = { user_ext_id = "u-ben", ext_id = "dp", password_wo = "device-secret-0123456789-abcdefghijklmn", state_name = "active" }
  change = { state_name = "disabled" }
  shown  = "dp"
}

idm_enterprise_authorization {
  config = {
    ext_id                 = "e"
    profile_ext_id         = "p"
    enterprise_role_ext_id = "er-sales"
    validity               = { from = "2026-01-01T00:00:00Z" }
  }
  change   = { validity = { from = "2027-01-01T00:00:00Z" } }
  shown    = "er-sales"
  siblings = "acme/profiles/p/eauthorizations/"
}

idm_enterprise_role {
  config   = { ext_id = "er", name = "ER", description = "a" }
  change   = { description = "b" }
  shown    = "ER"
  siblings = "clients/acme/eroles"
}

idm_enterprise_role_member {
  config   = { enterprise_role_ext_id = "er-sales", role_ext_id = "crm-admin" }
  shown    = "admin"
  siblings = "acme/eroles/er-sales/roles"
}

idm_enterprise_role_members {
  config = { enterprise_role_ext_id = "er-finance", role_ext_ids = ["billing-clerk", "crm-reader"] }
  change = { role_ext_ids = ["billing-clerk"] }
  shown  = "Finance"
}

idm_enterprise_role_properties {
  config = { enterprise_role_ext_id = "er-sales", properties = { tier = "1" } }
  change = { properties = { tier = "2" } }
  shown  = "Sales"
}

idm_generic_credential {
  config = { user_ext_id = "u-dev-bot", ext_id = "credential", state_name = "active", identification = "4711" }
  change = { state_name = "disabled" }
  shown  = "4711"
}

idm_kerberos_credential {
  config = { user_ext_id = "u-dev-bot", ext_id = "credential", state_name = "active", kerberos_id = "bot@ACME" }
  change = { state_name = "disabled" }
  shown  = "bot@ACME"
}

idm_password {
  config = { user_ext_id = "u-dev-bot", ext_id = "pw", password_wo = "a-Secret-0123456789", state_name = "active" }
  change = { state_name = "disabled" }
  shown  = "u-dev-bot"
}

idm_policy {
  config   = { ext_id = "po", policy_type = "TANPolicy", name = "a" }
  change   = { name = "b" }
  shown    = "a"
  siblings = "clients/acme/policies"
}

idm_profile {
  config   = { ext_id = "another", user_ext_id = "u-ben", remarks = "a" }
  change   = { remarks = "b" }
  shown    = "another of u-ben"
  siblings = "acme/users/u-ben/profiles"
}

idm_profile_authorizations {
  unheld = true
  config = {
    profile_ext_id = "p"
    authorizations = { crm-reader = {}, wiki-editor = { validity = { from = "2026-01-01T00:00:00Z" } } }
  }
  change = { authorizations = { crm-reader = {}, wiki-editor = { validity = { from = "2027-01-01T00:00:00Z" } } } }
  shown  = "p of u-ben"
}

idm_profile_enterprise_authorizations {
  config = { profile_ext_id = "p", enterprise_authorizations = { er-sales = { validity = { from = "2026-01-01T00:00:00Z" } } } }
  change = { enterprise_authorizations = { er-sales = { validity = { from = "2027-01-01T00:00:00Z" } } } }
  shown  = "p of u-ben"
}

idm_profile_properties {
  config = { profile_ext_id = "p", properties = { badge = "1" } }
  change = { properties = { badge = "2" } }
  shown  = "p of u-ben"
}

idm_property_definition {
  config   = { scope = "PROFILE_FOR_APPLICATION", name = "shade", application_ext_id = "crm", type = "STRING", description = "a" }
  change   = { description = "b" }
  shown    = "shade"
  siblings = "properties?clientExtId=acme"
}

idm_role {
  config   = { ext_id = "r", application_ext_id = "crm", name = "R", description = "a" }
  change   = { description = "b" }
  shown    = "R"
  siblings = "applications/crm/roles"
}

idm_saml_credential {
  config = {
    user_ext_id            = "u-dev-bot"
    ext_id                 = "credential"
    state_name             = "active"
    subject_name_id        = "bot@acme.example.com"
    subject_name_id_format = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"
    issuer_name_id         = "https://login.acme.example.com"
    issuer_name_id_format  = "urn:oasis:names:tc:SAML:2.0:nameid-format:entity"
  }
  change = { state_name = "disabled" }
  shown  = "bot@acme.example.com"
}

idm_terms {
  config   = { name = "Cookies", active = false, silent_acceptance = false, urls = { EN = "https://a.example" }, terms_version = "1" }
  change   = { terms_version = "2" }
  shown    = "Cookies"
  siblings = "terms"
}

idm_unit {
  config   = { ext_id = "u", profileless = false, location = "Bern" }
  change   = { location = "Basel" }
  shown    = "unit-3"
  siblings = "acme/units/acme-hq/children"
}

idm_unit_properties {
  config = { unit_ext_id = "acme-it", properties = { costCenter = "1" } }
  change = { properties = { costCenter = "2" } }
  shown  = "IT"
}

idm_user {
  config = { ext_id = "somebody", remarks = "a" }
  change = { remarks = "b" }
  shown  = "user-5"
}

idm_user_properties {
  config = { user_ext_id = "u-ben", properties = { employeeNumber = "1" } }
  change = { properties = { employeeNumber = "2" } }
  shown  = "ben"
}
