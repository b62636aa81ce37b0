data "idm_unit" "headquarters" {
  ext_id = "acme-hq"
}

# A new unit below the headquarters, at the same location.
resource "idm_unit" "reception" {
  parent_unit_ext_id = data.idm_unit.headquarters.ext_id
  name               = "Reception"
  location           = data.idm_unit.headquarters.location
  profileless        = false
}
