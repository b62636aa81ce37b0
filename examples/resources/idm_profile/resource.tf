resource "idm_unit" "sales" {
  name        = "Sales"
  profileless = false
}

# Carla works in sales for a year. A change of unit_ext_id moves the profile.
resource "idm_profile" "carla_sales" {
  user_ext_id = "u-carla"
  unit_ext_id = idm_unit.sales.ext_id
  name        = "Carla in sales"
  remarks     = "Stands in for Anna"

  validity = {
    from = "2027-01-01T00:00:00Z"
    to   = "2027-12-31T23:59:59Z"
  }
}
