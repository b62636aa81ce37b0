# An object that a resource keeps, and another resource that the plan destroys or makes smaller.

idm_enterprise_role_members "member to the set" {
  id    = "acme/er-sales"
  other = "idm_enterprise_role_member"
  of    = "acme/er-sales/crm-reader"
}
idm_enterprise_role_member "member from the set" {
  id    = "acme/er-sales/crm-reader"
  other = "idm_enterprise_role_members"
  of    = "acme/er-sales"
}
idm_enterprise_role_member "member from a smaller set" {
  id     = "acme/er-sales/crm-reader"
  other  = "idm_enterprise_role_members"
  of     = "acme/er-sales"
  change = { role_ext_ids = [] }
}
idm_client_applications "application to the set" {
  id    = "acme"
  other = "idm_client_application"
  of    = "acme/crm"
}
idm_client_application "application from the set" {
  id    = "acme/crm"
  other = "idm_client_applications"
  of    = "acme"
}
idm_profile_authorizations "grant to the map" {
  id    = "acme/p"
  other = "idm_authorization"
  of    = "acme/p/a"
}
idm_authorization "grant from the map" {
  id    = "acme/p/a"
  other = "idm_profile_authorizations"
  of    = "acme/p"
}
idm_profile_enterprise_authorizations "enterprise grant to the map" {
  id    = "acme/p"
  other = "idm_enterprise_authorization"
  of    = "acme/p/e"
}
idm_enterprise_authorization "enterprise grant from the map" {
  id    = "acme/p/e"
  other = "idm_profile_enterprise_authorizations"
  of    = "acme/p"
}
idm_unit_properties "properties at two addresses" {
  id = "acme/acme-it"
  of = "acme/acme-it"
}
idm_unit "a unit at two addresses" {
  id = "acme/acme-it"
  of = "acme/acme-it"
}
idm_user "a user at two addresses" {
  id = "acme/u-anna"
  of = "acme/u-anna"
}
