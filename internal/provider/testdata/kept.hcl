# A run creates or confirms "config", and then changes another address, which held the same object, from
# "before" to "after", or destroys it. The service keeps "text" at "path".

idm_client_applications "application to the set" {
  config = { client_ext_id = "globex", application_ext_ids = ["billing", "crm", "wiki"] }
  other  = "idm_client_application"
  before = { client_ext_id = "globex", application_ext_id = "billing" }
  path   = "/core/v1/clients/globex/applications"
  text   = "billing"
}
idm_profile_authorizations "grant to the map" {
  config = { profile_ext_id = "p", authorizations = { crm-admin = {} } }
  other  = "idm_authorization"
  before = { profile_ext_id = "p", ext_id = "a", role_ext_id = "crm-admin" }
  path   = "/core/v1/acme/profiles/p/authorizations/"
  text   = "crm-admin"
}
idm_profile_enterprise_authorizations "enterprise grant to the map" {
  config = { profile_ext_id = "p", enterprise_authorizations = { er-sales = {} } }
  other  = "idm_enterprise_authorization"
  before = { profile_ext_id = "p", ext_id = "e", enterprise_role_ext_id = "er-sales" }
  path   = "/core/v1/acme/profiles/p/eauthorizations/"
  text   = "er-sales"
}
idm_unit_properties "property to a new address" {
  config = { unit_ext_id = "acme-it", properties = { costCenter = "1" } }
  before = { unit_ext_id = "acme-it", properties = { costCenter = "1" } }
  path   = "/core/v1/acme/units/acme-it/properties/"
  text   = "\"costCenter\":\"1\""
}
idm_unit_properties "property from a larger map" {
  config = { unit_ext_id = "acme-it", properties = { costCenter = "1" } }
  before = { unit_ext_id = "acme-it", properties = { costCenter = "1", phone = "2" } }
  after  = { unit_ext_id = "acme-it", properties = { phone = "2" } }
  path   = "/core/v1/acme/units/acme-it/properties/"
  text   = "\"costCenter\":\"1\""
}
