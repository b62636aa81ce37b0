# A name that is the same in every language.
resource "idm_unit" "crm_team" {
  profileless  = true
  display_name = provider::idm::localized("CRM Team")
}
